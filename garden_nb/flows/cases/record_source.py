"""Outputs and scores that are in memory already."""

import json
from collections.abc import Iterable, Iterator, Sequence

from garden_nb.core.records import Record
from garden_nb.flows.cases.case_source import TrialKey

__all__ = ["RecordSource"]


class RecordSource:
    """The outputs of records in memory; those that were measured elsewhere have scores only.

    Args:
        records: The records, one per trial.
    """

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = {
            TrialKey(record.case_id, record.variant, record.repeat): record for record in records
        }

    @property
    def has_texts(self) -> bool:
        """Whether some record has an output."""
        return any(record.output is not None for record in self._records.values())

    def failures(self) -> dict[TrialKey, str]:
        """Return the kind of failure of each trial that failed."""
        return {
            key: record.failure.kind
            for key, record in self._records.items()
            if record.failure is not None
        }

    def records(self, trials: Sequence[TrialKey]) -> dict[TrialKey, Record]:
        """Return the records of a few trials."""
        return {key: self._records[key] for key in trials if key in self._records}

    def answers(self, trials: Sequence[TrialKey]) -> Iterator[tuple[TrialKey, str]]:
        """Yield the outputs of trials as JSON text."""
        for key, record in self.records(trials).items():
            if record.output is not None:
                yield key, json.dumps(record.output.value, default=str)
