"""Where the outputs of cases come from."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from garden_nb.core.records import Record

__all__ = ["CaseSource", "TrialKey"]


class TrialKey(NamedTuple):
    """One trial: a case's id, a variant's label and the repeat's index."""

    case_id: str
    variant: str
    repeat: int


class CaseSource(Protocol):
    """What finds the outputs of trials; trials that it does not know are left out of answers."""

    @property
    def has_texts(self) -> bool:
        """Whether there are outputs at all, and not scores alone."""

    def failures(self) -> Mapping[TrialKey, str]:
        """Return the kind of failure of each trial that failed."""

    def records(self, trials: Sequence[TrialKey]) -> dict[TrialKey, Record]:
        """Return the whole records of a few trials."""

    def answers(self, trials: Sequence[TrialKey]) -> Iterator[tuple[TrialKey, str]]:
        """Yield the outputs of any number of trials, one at a time, as JSON text."""
