"""The library: scorers by name, with the options that they take."""

import inspect
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from garden_nb.engine.scorers.json_schema import json_schema, schema_fault
from garden_nb.engine.scorers.json_valid import json_valid
from garden_nb.engine.scorers.length import length
from garden_nb.engine.scorers.matching import contains, exact_match
from garden_nb.engine.scorers.numeric_match import numeric_match
from garden_nb.engine.scorers.regex_match import regex_match
from garden_nb.engine.scorers.scorer import Scorer
from garden_nb.engine.scorers.set_f1 import set_f1
from garden_nb.engine.scorers.similarity import similarity
from garden_nb.engine.scorers.token_f1 import token_f1
from garden_nb.errors import InputError, Problem, did_you_mean

__all__ = ["LIBRARY", "LibraryScorer", "library_scorer"]

_GIVEN = frozenset({"output", "expected", "question", "case"})


@dataclass(frozen=True, slots=True)
class LibraryScorer:
    """A scorer of the library.

    Attributes:
        function: What is called.
        checks: By option, what returns the fault of a value, or None.
    """

    function: Callable[..., Any]
    checks: Mapping[str, Callable[[Any], str | None]]

    @property
    def options(self) -> tuple[str, ...]:
        """The options that it takes."""
        return tuple(name for name in self._parameters if name not in _GIVEN)

    @property
    def required(self) -> tuple[str, ...]:
        """The options that it cannot do without."""
        empty = inspect.Parameter.empty
        return tuple(n for n in self.options if self._parameters[n].default is empty)

    @property
    def _parameters(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.function).parameters


def library_scorer(
    name: str, options: Mapping[str, Any] | None = None, where: str = "scorers"
) -> Scorer:
    """Return a scorer of the library with its options set.

    Args:
        name: Its name in `LIBRARY`.
        options: Values of its options; `name` gives its score another name.
        where: The place in the user's words, for messages.

    Raises:
        InputError: Everything that is wrong with the name or the options, at once.

    >>> library_scorer("numeric_match", {"tolerance": 0.01}).function("about 3.1", 3.105)
    True
    """
    entry = LIBRARY.get(name)
    if entry is None:
        what = f"there is no scorer {name!r} in the library."
        raise InputError(Problem(where, what, did_you_mean(name, tuple(LIBRARY))))
    given = dict(options or {})
    called = given.pop("name", name)
    problems = _problems(f"{where}, {name}", entry, given)
    if not isinstance(called, str) or not called.strip():
        problems.append(Problem(f"{where}, {name}", f"name is {called!r}.", "Accepted: text."))
    if problems:
        raise InputError(problems)
    return Scorer(called, partial(entry.function, **given) if given else entry.function)


def _problems(where: str, entry: LibraryScorer, given: Mapping[str, Any]) -> list[Problem]:
    accepted = (*entry.options, "name")
    problems = [
        Problem(where, f"unknown option {option!r}.", did_you_mean(option, accepted))
        for option in given
        if option not in accepted
    ]
    problems += [
        Problem(where, f"{option!r} is missing.", f"Write {option}: ….")
        for option in entry.required
        if option not in given
    ]
    for option, check in entry.checks.items():
        fault = check(given[option]) if option in given else None
        if fault:
            problems.append(Problem(where, f"{option} is {given[option]!r}: {fault}.", ""))
    return problems


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else "accepted: true or false"


def _mark(value: Any) -> str | None:
    return None if isinstance(value, str) and value else "accepted: text that is not empty"


def _size(value: Any) -> str | None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    sound = number and value >= 0 and math.isfinite(value)
    return None if sound else "accepted: a number from 0"


def _pattern(value: Any) -> str | None:
    if not isinstance(value, str):
        return "accepted: a regular expression as text"
    try:
        re.compile(value)
    except re.error as error:
        return f"no regular expression ({error})"
    return None


LIBRARY: Mapping[str, LibraryScorer] = {
    "exact_match": LibraryScorer(exact_match, {}),
    "contains": LibraryScorer(contains, {}),
    "regex_match": LibraryScorer(regex_match, {"pattern": _pattern, "ignore_case": _flag}),
    "numeric_match": LibraryScorer(numeric_match, {"tolerance": _size, "relative": _size}),
    "json_valid": LibraryScorer(json_valid, {"fenced": _flag}),
    "json_schema": LibraryScorer(json_schema, {"schema": schema_fault, "fenced": _flag}),
    "similarity": LibraryScorer(similarity, {"ignore_case": _flag}),
    "set_f1": LibraryScorer(set_f1, {"separator": _mark, "ignore_case": _flag}),
    "token_f1": LibraryScorer(token_f1, {}),
    "length": LibraryScorer(length, {}),
}
"""The scorers that can be named in text, as in a `%%garden` cell."""
