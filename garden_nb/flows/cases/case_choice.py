"""What people choose among the cases of a run."""

from dataclasses import dataclass, field

from garden_nb.analysis.flips import FlipKind
from garden_nb.analysis.matrix import Policy

__all__ = ["KINDS", "CaseChoice"]

KINDS: dict[str, tuple[FlipKind, ...]] = {
    "all": tuple(FlipKind),
    "changed": (FlipKind.REGRESSION, FlipKind.FIX),
    **{kind.value: (kind,) for kind in FlipKind},
}
"""The kinds of cases that can be chosen, and what they stand for."""


@dataclass(frozen=True, slots=True)
class CaseChoice:
    """Which cases to show, and under which two variants.

    Attributes:
        baseline: The reference.
        contender: The other variant.
        metric: The name of the metric that tells how cases fare.
        kind: One of `KINDS`.
        slice: The category, or None for all cases.
        failure: The kind of failure that a trial of either variant has, or None for all cases.
        query: Text that the case's id, inputs, expected answer or one of the outputs has, in
            upper or lower case; empty for all cases.
        policy: What failed and absent trials count as.
    """

    baseline: str
    contender: str
    metric: str
    kind: str = "all"
    slice: str | None = None
    failure: str | None = None
    query: str = ""
    policy: Policy = field(default_factory=Policy)
