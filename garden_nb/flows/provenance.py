"""Where a report's numbers come from: digests and versions, to replay or compare runs."""

import platform
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from garden_nb.analysis.table import Plan
from garden_nb.core.cases import CaseSet
from garden_nb.core.digest import digest
from garden_nb.engine.runner import RunRequest

__all__ = ["about_run", "provenance_of"]

_LIBRARIES = ("garden-nb", "numpy", "scipy")


def provenance_of(request: RunRequest) -> dict[str, str]:
    """Return the digests of eval set, variants and scorers, the seed, and library versions."""
    variants = [(v.label, v.version, v.fingerprint) for v in request.variants]
    scorers = [(scorer.name, scorer.version) for scorer in request.scorers]
    versions = {name: version(name) for name in _LIBRARIES}
    return {
        "eval_set": request.cases.digest,
        "variants": digest(variants),
        "scorers": digest(scorers),
        "seed": str(request.seed),
        "python": platform.python_version(),
        **versions,
    }


def about_run(
    plan: Plan,
    cases: CaseSet,
    gates: Mapping[str, Any] | None,
    spec: str | None,
    agents: Mapping[str, str],
) -> dict[str, Any]:
    """Return what the journal keeps with a run, so that its report can be made again.

    Args:
        plan: What the run sets out to do.
        cases: The eval set.
        gates: The requirements as they were given.
        spec: The garden as YAML, where it is made of models and a file alone.
        agents: The digests of its agents' code, by label.
    """
    fields = asdict(plan)
    fields["metrics"] = {name: asdict(metric) for name, metric in (plan.metrics or {}).items()}
    expected = {case.id: case.expected_digest for case in cases}
    return {
        "plan": fields,
        "expected": expected,
        "gates": dict(gates or {}),
        "spec": spec,
        "agents": dict(agents),
    }
