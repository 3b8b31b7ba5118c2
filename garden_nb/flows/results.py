"""Where a garden's results are: in the journal of a run, or in a frame from elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.table import Plan
from garden_nb.core.records import Record
from garden_nb.engine.runner import KeptRun, Run, RunRequest
from garden_nb.errors import InputError, Problem
from garden_nb.flows.cases.case_source import CaseSource
from garden_nb.flows.cases.journal_source import JournalSource
from garden_nb.flows.cases.record_source import RecordSource
from garden_nb.flows.provenance import provenance_of

__all__ = ["RecordedResults", "Results", "RunResults", "kept_run", "was_watched"]


class Results(Protocol):
    """Results as far as they are there."""

    def evidence(self, baseline: str | None) -> Evidence:
        """Return what is judged; a baseline that nobody has planned is planned by naming it."""
        ...

    def source(self) -> CaseSource:
        """Return where the outputs are."""
        ...


@dataclass(frozen=True, slots=True)
class RecordedResults:
    """Results that were measured elsewhere.

    Attributes:
        records: The results.
        plan: What was measured.
        planned: Whether the plan's baseline was named by its user.
    """

    records: Sequence[Record]
    plan: Plan
    planned: bool

    def evidence(self, baseline: str | None) -> Evidence:
        """Return the results, to be judged."""
        plan = self.plan
        if not self.planned and baseline in plan.variants:
            plan = replace(plan, baseline=baseline)
        return Evidence(self.records, plan)

    def source(self) -> CaseSource:
        """Return the results as a source; there are scores only."""
        return RecordSource(self.records)


def kept_run(request: RunRequest, where: str) -> KeptRun:
    """Return the run that a request would go on with.

    Args:
        request: The run.
        where: What asks for it.

    Raises:
        InputError: There is none.
    """
    kept = KeptRun.find(request)
    if kept is None:
        named = f"there is no run {request.name!r} in {request.store}."
        what = "nothing has been run yet." if request.name is None else named
        raise InputError(Problem(where, what, "Call run() first."))
    return kept


def was_watched(kept: KeptRun | None) -> bool:
    """Return whether a rule looked on while a run went on, which its later reports cannot undo."""
    return kept is not None and bool(kept.about.get("plan", {}).get("early_stop"))


@dataclass(frozen=True, slots=True)
class RunResults:
    """Results that a run has put into its journal, which is read anew each time.

    Attributes:
        run: The run, going on or over, of this process or another.
        request: What was asked for.
        plan: The same for whoever judges.
    """

    run: Run | KeptRun
    request: RunRequest
    plan: Plan

    def evidence(self, baseline: str | None) -> Evidence:  # noqa: ARG002  # runs have a planned one
        """Return what there is by now, to be judged."""
        early, halted = dict(self.run.decided), self.run.reason
        plan = replace(self.plan, name=self.run.name, early=early, halted=halted)
        plan = plan.without(self.run.unusable)
        return Evidence(self.run.records(texts=False), plan, provenance_of(self.request))

    def source(self) -> CaseSource:
        """Return the journal, from which outputs are read when they are shown."""
        cases = self.request.cases.by_id
        names = [*cases, *self.plan.variants]
        store = self.request.store.absolute()
        return JournalSource(store, self.run.id, names, lambda id_: cases[id_].expected_digest)
