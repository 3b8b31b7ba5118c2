"""What a run would have left to do, found out without writing anything."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from garden_nb.engine.plan import Trial, plan_trials
from garden_nb.engine.runner.request import RunRequest
from garden_nb.engine.scorers import Scorer
from garden_nb.engine.store import JournalReader
from garden_nb.engine.store.file import check_file

__all__ = ["Remaining", "remaining"]


@dataclass(frozen=True, slots=True)
class Remaining:
    """What a run would have left to do.

    Attributes:
        calls: Trials to be called, by variant.
        reused: Trials that the journal has an output of, by variant.
        scores: Outputs to be scored, by scorer.
    """

    calls: Mapping[str, int]
    reused: Mapping[str, int]
    scores: Mapping[str, int]


def remaining(request: RunRequest) -> Remaining:
    """Return what a run would have left to do.

    Raises:
        JournalError: The journal cannot be read.
    """
    reader = (
        None if request.fresh or not check_file(request.store) else JournalReader(request.store)
    )
    trials = plan_trials(
        request.cases,
        request.variants,
        repeats=request.repeats,
        scope=_run_id(reader, request.name),
    )
    outputs = {} if reader is None else reader.finished([trial.key for trial in trials])
    reused = Counter(trial.variant.label for trial in trials if trial.key in outputs)
    planned = Counter(trial.variant.label for trial in trials)
    return Remaining(
        calls={label: n - reused[label] for label, n in planned.items()},
        reused={label: reused[label] for label in planned},
        scores={
            scorer.name: len(trials) - _scored(reader, scorer, trials, outputs)
            for scorer in map(Scorer.of, request.scorers)
        },
    )


def _run_id(reader: JournalReader | None, name: str | None) -> str:
    """Return the id of the run that would go on; a new run has none yet."""
    runs = [] if reader is None or name is None else reader.runs()
    return next((run.id for run in runs if run.name == name), "")


def _scored(
    reader: JournalReader | None,
    scorer: Scorer,
    trials: tuple[Trial, ...],
    outputs: Mapping[str, int],
) -> int:
    """Return how many of the outputs that there are have their value from a scorer."""
    if reader is None or not outputs:
        return 0
    scored = reader.scored(scorer.name, scorer.version)
    return sum((outputs.get(trial.key), trial.case.expected_digest) in scored for trial in trials)
