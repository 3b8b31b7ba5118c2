"""A run that another process left in the journal."""

from collections.abc import Mapping

from garden_nb.core.records import Record
from garden_nb.engine.plan import plan_trials
from garden_nb.engine.runner.request import RunRequest
from garden_nb.engine.runner.stored_records import records_of
from garden_nb.engine.store import JournalReader, RunRow
from garden_nb.engine.store.file import check_file

__all__ = ["KeptRun"]


class KeptRun:
    """The run that a request would go on with, as its journal has it; nothing is called.

    Attributes:
        id: Its id in the journal.
        name: Its name.
        unusable: Variants of which no call could work, and why.
        reason: Why it was cut short; empty otherwise.
        decided: Variants that needed not be called to the end, and why.
        about: What was kept with it.
    """

    def __init__(self, row: RunRow, request: RunRequest) -> None:
        self.id, self.name = row.id, row.name
        self.unusable: Mapping[str, str] = row.about.get("stopped", {})
        self.decided: Mapping[str, str] = row.about.get("early", {})
        self.reason = str(row.about.get("halted", ""))
        self.about = row.about
        self._request = request

    @classmethod
    def find(cls, request: RunRequest) -> "KeptRun | None":
        """Return the newest run of the request's name; None where there is none.

        Raises:
            JournalError: The journal cannot be read.
        """
        if request.name is None or not check_file(request.store):
            return None
        rows = JournalReader(request.store).runs()
        return next((cls(row, request) for row in rows if row.name == request.name), None)

    def records(self, *, texts: bool = True) -> list[Record]:
        """Return the records of trials that are still planned, in the order of the plan.

        Args:
            texts: Whether to read what the agents answered, or only what it took.
        """
        request = self._request
        trials = plan_trials(
            request.cases, request.variants, repeats=request.repeats, scope=self.id
        )
        reader = JournalReader(request.store)
        return records_of(reader, self.id, request, trials, texts=texts)
