"""The preparation of a task: everything that is wrong is found before anything runs."""

import warnings
from collections.abc import Callable, Collection, Mapping
from typing import Any

import pandas as pd

from garden_nb.analysis.table import MEASURED
from garden_nb.core.metrics import Metric, default_metric
from garden_nb.core.variants import Variant
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.scorers import check_scorers
from garden_nb.errors import InputError, Problem
from garden_nb.flows.evaluation.eval_set import EvalSet
from garden_nb.flows.evaluation.flow_options import FlowOptions
from garden_nb.flows.evaluation.gating import Gating
from garden_nb.flows.evaluation.judging import Judging
from garden_nb.flows.evaluation.labels import QUALIFIER
from garden_nb.flows.evaluation.split_scorers import SplitScorers
from garden_nb.flows.evaluation.task import Task

__all__ = ["make_task"]


def make_task(  # noqa: PLR0913  # what all flows have in common
    eval_set: EvalSet,
    variants: tuple[Variant, ...],
    models: Mapping[str, str],
    options: FlowOptions,
    *,
    judge: Any,
    scorers: Any,
    gates: Any,
    problems: list[Problem],
    baseline: str | None = None,
    hook: Callable[[pd.DataFrame], Any] | None = None,
) -> tuple[Task, tuple[str, ...]]:
    """Return a task and what people should know of it before it runs.

    Args:
        eval_set: The cases.
        variants: The agents.
        models: The full id of the model of each label; empty for a single agent.
        options: Everything else.
        judge: A judge or a list of them.
        scorers: Scorers of cases and of frames.
        gates: The gates.
        problems: The problems that were found before.
        baseline: The baseline's label; the first variant's by default.
        hook: Adds columns before judging.

    Raises:
        InputError: Everything that is wrong, at once.
    """
    problems += options.problems()
    cases = eval_set.cases
    judging = Judging.of(judge, [str(name) for name in eval_set.frame.columns], problems)
    split = SplitScorers.of(scorers, cases, problems, whole=hook is None and bool(cases.cases))
    if hook is None and cases.cases:
        problems += [p for judge in judging.scorers for p in check_scorers((judge,), cases)]
    names = [scorer.name for scorer in split.of_cases]
    problems += [
        Problem("scorers", f"{name!r} is a column of a judge already.", "Rename one of them.")
        for name in names
        if name in judging.columns
    ]
    problems += _unusable_names("scorers", names) + _unusable_names("judge", judging.columns)
    labels = tuple(models)
    known = _known(judging, split)
    gating = Gating.of(gates, labels, known, problems, more_metrics=bool(split.of_frames))
    if problems:
        raise InputError(problems)
    first = variants[0].label
    task = Task(
        eval_set,
        variants,
        dict(models),
        baseline if baseline is not None else first,
        judging,
        split,
        gating,
        options,
        hook,
    )
    return task, _warnings(judging, variants, models)


def _unusable_names(where: str, names: Collection[str]) -> list[Problem]:
    """Return the names of scores that a report could not tell from others."""
    told = [f"{name!r} is measured already." for name in names if name in MEASURED]
    told += [
        f"{name!r} has a {QUALIFIER!r}, which separates variant and metric."
        for name in names
        if QUALIFIER in name
    ]
    return [Problem(where, what, "Give it another name.") for what in told]


def _known(judging: Judging, split: SplitScorers) -> list[Metric]:
    """Return the metrics that there will be, as far as they are known before the run."""
    shares = [
        Metric(f"{column}.{label}")
        for column, field in judging.columns.items()
        for label in field.labels
    ]
    scored = [scorer.metric or default_metric(scorer.name) for scorer in split.of_cases]
    measured = [default_metric(name) for name in MEASURED]
    return [*judging.metrics.values(), *shares, *scored, *measured]


def _warnings(
    judging: Judging, variants: tuple[Variant, ...], models: Mapping[str, str]
) -> tuple[str, ...]:
    """Return a note for every judge that is a model under test, and warn of it.

    A model is the same whoever provides it, so that what is before the last slash does not count.
    """
    tested = {*models.values(), *(v.agent.model for v in variants if isinstance(v.agent, LlmAgent))}
    same = {_short(model): model for model in sorted(tested)}
    notes = tuple(
        f"The judge {model} is a model under test{_as(model, same[_short(model)])}: models tend to"
        " prefer their own answers."
        for model in dict.fromkeys(judging.models)
        if _short(model) in same
    )
    for note in notes:
        warnings.warn(note, UserWarning, stacklevel=4)
    return notes


def _short(model: str) -> str:
    return model.rpartition("/")[2].casefold()


def _as(judge: str, model: str) -> str:
    return "" if judge == model else f" (as {model})"
