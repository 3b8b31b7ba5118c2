"""A spec as the arguments of a garden."""

from collections.abc import Mapping
from typing import Any

from garden_nb.core.spec import GardenSpec
from garden_nb.flows.scoring import scorers_of_spec
from garden_nb.flows.variants import variants_of_spec

__all__ = ["SETTINGS", "arguments_of"]

SETTINGS = (
    *("baseline", "prompt", "question", "expected", "case_id", "category", "cluster", "repeats"),
    *("concurrency", "timeout_s", "retries", "deadline_s", "limits", "max_cost_usd", "early_stop"),
    *("seed", "store", "name", "fresh"),
)
"""The arguments that a spec has under the same name."""


def arguments_of(spec: GardenSpec, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of `Garden` for a spec, but the cases.

    Args:
        spec: What was written.
        namespace: The notebook's variables, for agents and scorers that are named.
    """
    settings = {name: getattr(spec, name) for name in SETTINGS}
    return {
        **settings,
        "variants": variants_of_spec(spec, namespace),
        "scorers": scorers_of_spec(spec, namespace),
        "judge": list(spec.judges) or None,
        "gates": dict(spec.gates) or None,
    }
