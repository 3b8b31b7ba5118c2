"""The options that all flows share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from garden_nb.analysis.cube import ADJUSTMENTS
from garden_nb.errors import Problem
from garden_nb.flows.evaluation.labels import QUALIFIER

__all__ = ["FlowOptions"]

_RESERVED = ("none", "any")
"""What a classifier says where no mode fits, and what all modes together are called."""
_TAXONOMY = 'Accepted: {"mode": "description"}.'


@dataclass(frozen=True, kw_only=True)
class FlowOptions:
    """The options that all flows share.

    Attributes:
        concurrency: Trials under way at once over the whole flow.
        judge_concurrency: Outputs that are judged at once; None is the engine's own.
        n_resamples: Bootstrap resamples, where the bootstrap is the method.
        confidence_level: The level of the intervals.
        seed: The seed of everything drawn; None draws one.
        adjust_method: The correction over the family of comparisons.
        failure_taxonomy: What each mode of failure means, by its name.
        failure_filter_fn: Chooses the records whose failure is classified.
        failure_timeout_s: The deadline of one classification.
        failure_concurrency: Classifications under way at once; None is one after the other.
        failure_classifier: What classifies: a model's id, or a function of record and taxonomy;
            None is the first judge's model.
        summary_model: The model that writes the summary, or None for no summary.
        summary_label: What the summary is about.
        store: The journal's file; None is a temporary one.
        name: The run's name; None is a new run.
    """

    concurrency: int = 1
    judge_concurrency: int | None = None
    n_resamples: int = 10_000
    confidence_level: float = 0.95
    seed: int | None = None
    adjust_method: str | None = "holm"
    failure_taxonomy: Mapping[str, str] | None = None
    failure_filter_fn: Callable[[Any], bool] | None = None
    failure_timeout_s: float | None = None
    failure_concurrency: int | None = None
    failure_classifier: Any = None
    summary_model: str | None = None
    summary_label: str | None = None
    store: str | Path | None = None
    name: str | None = None

    def problems(self) -> list[Problem]:
        """Return everything that is wrong with them."""
        problems = [*self._counts(), *self._taxonomy()]
        level = self.confidence_level
        if not (isinstance(level, float) and 0.5 <= level < 1):
            accepted = "Accepted: a number in [0.5, 1)."
            problems.append(Problem("confidence_level", f"got {level!r}.", accepted))
        if self.adjust_method not in ADJUSTMENTS:
            accepted = f"Accepted: {', '.join(map(repr, ADJUSTMENTS))}."
            problems.append(Problem("adjust_method", f"got {self.adjust_method!r}.", accepted))
        if self.seed is not None and not _whole(self.seed, 0):
            accepted = "Accepted: a whole number from 0, or None."
            problems.append(Problem("seed", f"got {self.seed!r}.", accepted))
        deadline = self.failure_timeout_s
        if deadline is not None and not (_number(deadline) and deadline > 0):
            accepted = "Accepted: seconds above 0, or None."
            problems.append(Problem("failure_timeout_s", f"got {deadline!r}.", accepted))
        if self.failure_filter_fn is not None and not callable(self.failure_filter_fn):
            what = f"got {type(self.failure_filter_fn).__name__}."
            problems.append(Problem("failure_filter_fn", what, "Accepted: a function of a record."))
        given = self.failure_classifier
        if not (given is None or callable(given) or (isinstance(given, str) and given.strip())):
            accepted = "Accepted: a model's id, or a function of record and taxonomy."
            problems.append(Problem("failure_classifier", f"got {given!r}.", accepted))
        return problems

    def _counts(self) -> list[Problem]:
        least = {
            "concurrency": 1,
            "judge_concurrency": 1,
            "failure_concurrency": 1,
            "n_resamples": 100,
        }
        return [
            Problem(name, f"got {value!r}.", f"Accepted: a whole number from {low}.")
            for name, low in least.items()
            if not _whole(value := getattr(self, name), low)
            and not (value is None and name.endswith("_concurrency"))
        ]

    def _taxonomy(self) -> list[Problem]:
        taxonomy = self.failure_taxonomy
        if taxonomy is None:
            return []
        where = "failure_taxonomy"
        if not isinstance(taxonomy, Mapping) or not taxonomy:
            return [Problem(where, f"got {type(taxonomy).__name__}.", _TAXONOMY)]
        problems = []
        for mode, told in taxonomy.items():
            if not isinstance(mode, str) or not mode.strip() or QUALIFIER in mode:
                what = f"the mode {mode!r} is empty or has a {QUALIFIER!r}."
                problems.append(Problem(where, what, _TAXONOMY))
            elif mode in _RESERVED:
                what = f"the mode {mode!r} has a meaning of its own."
                problems.append(Problem(where, what, "Give it another name."))
            elif not isinstance(told, str):
                what = f"the mode {mode!r} is described by {told!r}."
                problems.append(Problem(where, what, _TAXONOMY))
        return problems


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
