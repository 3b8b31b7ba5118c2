"""Choices among cases as people write them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.cases.case_choice import KINDS, CaseChoice
from garden_nb.flows.cases.case_table import CaseTable

__all__ = ["PLACES", "read_choice", "wrong_choice"]

_NAMED = ("baseline", "contender", "metric", "slice", "failure")
PLACES = ("page", "page_size", "selected", "repeat")
"""What is chosen among the cases found, not which cases."""
_MAY_BE_EMPTY = ("slice", "failure", "selected")
_LISTED = 30


def read_choice(table: CaseTable, start: CaseChoice, given: Mapping[str, Any]) -> CaseChoice:
    """Return `start` with what was chosen; another baseline or contender never meets itself.

    Args:
        table: The cases.
        start: What is not chosen stays as it is here.
        given: Any of `baseline`, `contender`, `metric`, `kind`, `slice`, `failure`, `query`, by
            the names that views show; those of `PLACES` are left out.

    Raises:
        InputError: Everything that is wrong, at once.
    """
    problems = []
    chosen: dict[str, Any] = {}
    for name, value in given.items():
        problem = wrong_choice(table, name, value)
        if problem is not None:
            problems.append(problem)
        elif name in _NAMED:
            chosen[name] = table.names_of(name).find(value)
        elif name not in PLACES:
            chosen[name] = value
    if problems:
        raise InputError(problems)
    choice = replace(start, **chosen)
    if choice.baseline != choice.contender:
        return choice
    if {"baseline", "contender"} <= chosen.keys():
        raise InputError(Problem("contender", f"{given['contender']!r} is the baseline."))
    if "baseline" in chosen:
        return replace(choice, contender=start.baseline)
    return replace(choice, baseline=start.contender)


def wrong_choice(table: CaseTable, name: str, value: Any) -> Problem | None:
    """Return what is wrong with one choice, None where nothing is."""
    if value == "" and name in _MAY_BE_EMPTY:
        return None
    if name == "kind":
        accepted = list(KINDS)
    elif name in _NAMED or name == "selected":
        accepted = table.names_of(name).all_shown
    elif name in {"query", *PLACES}:
        return None
    else:
        known = [*_NAMED, "kind", "query", *PLACES]
        return Problem("explore", f"there is no choice {name!r}.", did_you_mean(name, known))
    if value in accepted:
        return None
    return Problem(name, f"there is no {value!r}.", did_you_mean(value, accepted[:_LISTED]))
