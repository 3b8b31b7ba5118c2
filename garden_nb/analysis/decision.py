"""The decision: what a report advises, in words."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Action", "Decision"]


class Action(StrEnum):
    """What the report advises."""

    KEEP = "keep"
    SWITCH = "switch"
    UNDECIDED = "undecided"
    INTERIM = "interim"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Decision:
    """What the report advises.

    Attributes:
        action: Keep the baseline, switch to a contender, undecided, interim (no verdict yet), or
            nothing (nothing to compare).
        variant: The variant to keep or to switch to.
        headline: The advice as one sentence.
        reasons: One sentence per contender, in the order of the variants, each beginning with
            the contender's name.
        context: Short facts to read beside the advice: final or interim, cases x runs, baseline
            as planned or changed, failures and whether they matter, correction, seed.
    """

    action: Action
    variant: str | None
    headline: str
    reasons: tuple[tuple[str, str, str], ...]
    context: tuple[str, ...]
