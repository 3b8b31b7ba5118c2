"""The plan of a run: what its report is about."""

from garden_nb.analysis.table import Plan
from garden_nb.engine.runner import RunRequest

__all__ = ["plan_of"]


def plan_of(request: RunRequest, baseline: str) -> Plan:
    """Return the plan of a run, as it is fixed before the first trial.

    Args:
        request: The run.
        baseline: The planned baseline.
    """
    cases, scorers = request.cases, request.scorers
    return Plan(
        case_ids=tuple(case.id for case in cases),
        variants=tuple(variant.label for variant in request.variants),
        baseline=baseline,
        repeats=request.repeats,
        categories=tuple(case.category for case in cases),
        clusters=tuple(case.cluster for case in cases),
        seed=request.seed,
        scores=tuple(scorer.name for scorer in scorers),
        metrics={s.name: s.metric for s in scorers if s.metric is not None},
    )
