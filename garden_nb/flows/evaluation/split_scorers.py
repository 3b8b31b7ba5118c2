"""Scorers of single cases and of whole frames, told apart by what they take."""

import math
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any

import pandas as pd

from garden_nb.core.cases import CaseSet
from garden_nb.engine.parameters import Parameters
from garden_nb.engine.scorers import Scorer, check_scorers, library_scorer
from garden_nb.engine.scorers.scorer_call import OFFERED, columns_of
from garden_nb.errors import Problem
from garden_nb.flows.checks import collected
from garden_nb.flows.evaluation.labels import QUALIFIER
from garden_nb.flows.evaluation.metric_result import MetricResult
from garden_nb.flows.evaluation.own_loop import awaited

__all__ = ["FrameScorer", "SplitScorers", "frame_metrics"]

FrameScorer = Callable[[pd.DataFrame, list[dict[str, Any]]], Mapping[str, MetricResult]]


@dataclass(frozen=True, slots=True)
class SplitScorers:
    """The scorers of a flow.

    Attributes:
        of_cases: They score one output each, so that variants can be compared case by case.
        of_frames: They take the scored frame and the inference results, and give metrics.
    """

    of_cases: tuple[Scorer, ...]
    of_frames: tuple[FrameScorer, ...]

    @classmethod
    def of(
        cls, scorers: Any, cases: CaseSet, problems: list[Problem], *, whole: bool = True
    ) -> "SplitScorers":
        """Return the scorers, adding to `problems` what cannot be called.

        A function whose parameters are all `output`, `expected`, `question`, `case` or columns
        scores cases; one that takes two others, by position, scores frames.

        Args:
            scorers: A list of functions, `Scorer` objects and names of the library.
            cases: The eval set.
            problems: The list that takes every problem found.
            whole: Whether `cases` has every column that there will be.
        """
        if scorers is None:
            return cls((), ())
        if not isinstance(scorers, list | tuple):
            what = f"got {getattr(scorers, '__name__', repr(scorers))}."
            problems.append(Problem("scorers", what, "Accepted: a list, such as [exact_match]."))
            return cls((), ())
        of_frames = [scorer for scorer in scorers if _takes_frames(scorer, cases)]
        others = [scorer for scorer in scorers if scorer not in of_frames]
        named = [_named(one, problems) if isinstance(one, str) else one for one in others]
        found = check_scorers([one for one in named if one is not None], cases) if whole else []
        problems += found
        if found or None in named:
            return cls((), tuple(of_frames))
        return cls(tuple(Scorer.of(one) for one in named), tuple(of_frames))


def _named(name: str, problems: list[Problem]) -> Scorer | None:
    return collected(problems, lambda: library_scorer(name, {}), None)


def _takes_frames(scorer: Any, cases: CaseSet) -> bool:
    if isinstance(scorer, Scorer | str) or isinstance(getattr(scorer, "scorer", None), Scorer):
        return False
    parameters = Parameters.of(scorer) if callable(scorer) else None
    if parameters is None:
        return False
    offered = {*OFFERED, *columns_of(cases)}
    if parameters.required and offered.issuperset(parameters.required):
        return False
    by_position = [name for name in parameters.positional if name in parameters.required]
    return len(by_position) == 2 or (not parameters.required and parameters.takes_more)


def frame_metrics(
    scorers: Sequence[FrameScorer],
    scored: pd.DataFrame,
    results: list[dict[str, Any]],
    taken: Sequence[str],
) -> tuple[list[MetricResult], list[str]]:
    """Return the metrics of frame-level scorers, and a note on each one that broke.

    A scorer that raises or returns nonsense loses its own metrics only.

    Args:
        scorers: The scorers.
        scored: The frame with outputs and scores; every scorer gets a copy.
        results: The inference results, in the frame's order; every scorer gets a copy.
        taken: Names of metrics that there are already.
    """
    metrics: dict[str, MetricResult] = {}
    notes: list[str] = []
    for scorer in scorers:
        name = getattr(scorer, "__name__", type(scorer).__name__)
        try:
            given = awaited(scorer(scored.copy(), deepcopy(results)))
        except Exception as error:  # noqa: BLE001  # a scorer's call is a boundary
            notes.append(f"scorer {name} raised {type(error).__name__}: {error}")
            continue
        if not isinstance(given, Mapping):
            notes.append(f"scorer {name} returned {type(given).__name__}, not a mapping of metrics")
            continue
        for key, metric in given.items():
            fault = _fault(str(key), metric, (*taken, *metrics))
            if fault:
                notes.append(f"scorer {name}: {fault}")
            else:
                metrics[str(key)] = _plain(metric, str(key))
    return list(metrics.values()), notes


def _fault(name: str, metric: Any, taken: Sequence[str]) -> str:
    if not isinstance(metric, MetricResult):
        return f"{name!r} is {type(metric).__name__}, not a MetricResult"
    value = metric.point_estimate
    if value is not None and not _is_number(value):
        return f"{name!r} has the value {value!r}, which is no number"
    ends = (metric.ci_lower, metric.ci_upper)
    if any(end is not None and not _is_number(end) for end in ends):
        return f"{name!r} has the interval {ends!r}, whose ends are no numbers"
    if QUALIFIER in name:
        return f"{name!r} has a {QUALIFIER!r} in its name, which separates variant and metric"
    return f"there is a metric {name!r} already" if name in taken else ""


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and math.isfinite(value)


def _plain(metric: MetricResult, name: str) -> MetricResult:
    """Return a metric in Python's own numbers, such as reports and exports hold."""
    given = (metric.point_estimate, metric.ci_lower, metric.ci_upper)
    value, low, high = (None if one is None else float(one) for one in given)
    return replace(metric, name=name, point_estimate=value, ci_lower=low, ci_upper=high)
