"""What people choose in a report, checked before anything is changed."""

from collections.abc import Mapping
from typing import Any

from garden_nb.analysis.cube import ADJUSTMENTS
from garden_nb.analysis.gates import parse_gates
from garden_nb.analysis.margins import wrong_margins
from garden_nb.analysis.table import TrialTable
from garden_nb.core.metrics import Role
from garden_nb.errors import InputError, Problem, did_you_mean

__all__ = ["CHOICES", "read_choices"]

CHOICES = (
    "baseline",
    "gates",
    "metrics",
    "adjust",
    "confidence",
    "margin",
    "on_error",
    "missing",
    "method",
)
"""Everything that can be chosen in a report."""

_ACCEPTED: dict[str, tuple[Any, ...]] = {
    "adjust": ADJUSTMENTS,
    "on_error": ("fail", "drop"),
    "missing": ("pairwise", "fail", "common"),
    "method": ("auto", "bootstrap"),
}


def read_choices(given: Mapping[str, Any], table: TrialTable) -> dict[str, Any]:
    """Return choices as `AnalysisSpec` has them.

    Args:
        given: Some of `CHOICES`, as people write them.
        table: The trials.

    Raises:
        InputError: Some choice is not one of those that there are; all of them are listed.
        TypeError: There is no such choice.
    """
    for name in given:
        if name not in CHOICES:
            raise TypeError(f"there is no choice {name!r}. {did_you_mean(name, CHOICES)}")
    found = [_wrong(name, value, table) for name, value in given.items()]
    problems = [problem for problem in found if problem is not None]
    problems += wrong_margins(given.get("margin"), table.known_metrics)
    if problems:
        raise InputError(problems)
    choices = dict(given)
    if "margin" in choices:
        by_name = choices["margin"] if isinstance(choices["margin"], Mapping) else {}
        choices["margins"] = tuple((name, float(size)) for name, size in sorted(by_name.items()))
        choices["margin"] = None if by_name else choices["margin"]
    if "gates" in choices:
        choices["gates"] = parse_gates(choices["gates"], table.plan.labels, table.known_metrics)
    if choices.get("metrics") is not None:
        chosen = choices["metrics"]
        kept = tuple(name for name in _success(table) if name in chosen)
        choices["metrics"] = None if kept == _success(table) else kept
    return choices


def _wrong(name: str, value: Any, table: TrialTable) -> Problem | None:
    """Return what is wrong with one choice, None where nothing is."""
    if name in _ACCEPTED:
        accepted = ", ".join(repr(choice) for choice in _ACCEPTED[name])
        wrong = value not in _ACCEPTED[name]
        return Problem(name, f"got {value!r}.", f"Accepted: {accepted}.") if wrong else None
    if name == "confidence" and not (isinstance(value, float) and 0.5 <= value < 1):
        return Problem(name, f"got {value!r}.", "Accepted: a number in [0.5, 1).")
    if name == "baseline" and value not in table.plan.variants:
        stopped = value in table.plan.labels
        what = f"{value!r} was stopped." if stopped else f"there is no variant {value!r}."
        return Problem(name, what, did_you_mean(value, table.plan.variants))
    return _wrong_metrics(value, _success(table)) if name == "metrics" else None


def _wrong_metrics(value: Any, known: tuple[str, ...]) -> Problem | None:
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, list | tuple | set | frozenset):
        hint = f"{did_you_mean(value, known)} As a list, or None for all."
        return Problem("metrics", f"got {value!r}.", hint)
    if not value:
        return Problem("metrics", "there is none.", f"{did_you_mean('', known)} None is for all.")
    for name in value:
        if name not in known:
            what = f"there is no success metric {name!r}."
            return Problem("metrics", what, did_you_mean(name, known))
    return None


def _success(table: TrialTable) -> tuple[str, ...]:
    return tuple(metric.name for metric in table.metrics if metric.role is Role.SUCCESS)
