"""Failure modes: in which way each variant fails, by rule first, then by a classifier."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.digest import digest
from garden_nb.core.records import Output, Record
from garden_nb.core.variants import Variant
from garden_nb.engine.classifier import FailureClassifier
from garden_nb.engine.failure_rules import RULED_MODES, failure_rule
from garden_nb.engine.runner import RunRequest
from garden_nb.flows.evaluation.flow_options import FlowOptions
from garden_nb.flows.evaluation.labels import qualified
from garden_nb.flows.evaluation.report_rows import FailureModeSummary, RecordResult
from garden_nb.flows.evaluation.session import Session

__all__ = ["Failures", "classify_failures", "mode_summaries"]

Place = tuple[str, str]
"""A variant's label and a case's id."""
_NONE = "none"


@dataclass(frozen=True, slots=True)
class Failures:
    """In which way records fail.

    Attributes:
        modes: The mode by label and case id; records that fail in no known way are left out.
        unset: Records that were chosen and have no mode.
        notes: What people should know of the classification.
    """

    modes: Mapping[Place, str]
    unset: tuple[Place, ...]
    notes: tuple[str, ...]


def classify_failures(
    rows: Mapping[Place, tuple[RecordResult, Record]],
    binary: Sequence[str],
    options: FlowOptions,
    session: Session,
    judge: Any = None,
) -> Failures:
    """Return the failure mode of every record that fails.

    What an output or an error says of itself needs no model; the rest goes to the classifier
    where there is a taxonomy. A record whose classification fails or is late has no mode.

    Args:
        rows: The records by label and case id.
        binary: The names of pass/fail scores; a 0 is a failure.
        options: Taxonomy, filter, deadline, concurrency, classifier.
        session: Runs the classifier.
        judge: The first judging model, whose model classifies where nothing else was named.
    """
    ruled = {place: failure_rule(record) for place, (_, record) in rows.items()}
    chosen, broken = _chosen(rows, ruled, binary, options.failure_filter_fn)
    modes = {place: mode for place in chosen if (mode := ruled[place]) is not None}
    left = [place for place in chosen if place not in modes]
    agent, notes = _classifier(options, rows, judge)
    if left and agent is not None:
        taxonomy = options.failure_taxonomy or {}
        found = _classified(left, rows, agent, options, session)
        modes |= {place: mode for place, mode in found.items() if mode in taxonomy}
    unset = tuple(place for place in chosen if place not in modes)
    if unset and options.failure_taxonomy:
        notes = (*notes, f"{len(unset)} failing records have no failure mode.")
    return Failures(modes, unset, (*broken, *notes))


def _chosen(
    rows: Mapping[Place, tuple[RecordResult, Record]],
    ruled: Mapping[Place, str | None],
    binary: Sequence[str],
    choose: Callable[[RecordResult], bool] | None,
) -> tuple[list[Place], tuple[str, ...]]:
    """Return the records that fail, and a note where the user's filter broke on some.

    A broken filter loses its own record only: answers that were paid for are not thrown away.
    """
    chosen, faults = [], []
    for place, (shown, _) in rows.items():
        try:
            fails = choose(shown) if choose else _fails(shown, ruled[place], binary)
        except Exception as error:  # noqa: BLE001  # a user's function; it is named in the note
            faults.append(f"{type(error).__name__}: {error}")
            continue
        if fails:
            chosen.append(place)
    told = f"failure_filter_fn raised on {len(faults)} records ({', '.join(dict.fromkeys(faults))})"
    return chosen, (f"{told}; they have no failure mode.",) if faults else ()


def _fails(shown: RecordResult, ruled: str | None, binary: Sequence[str]) -> bool:
    if shown.error is not None:
        return True
    graded = [shown.scores[name] for name in binary if shown.scores.get(name) is not None]
    return 0.0 in graded if graded else ruled is not None


def _classifier(
    options: FlowOptions, rows: Mapping[Place, tuple[RecordResult, Record]], judge: Any
) -> tuple[Any, tuple[str, ...]]:
    """Return what classifies as an agent, or None where nothing does."""
    taxonomy, given = options.failure_taxonomy, options.failure_classifier
    if taxonomy is None:
        return None, ()
    if callable(given):
        return _Asked(
            given, {_id(place): shown for place, (shown, _) in rows.items()}, taxonomy
        ), ()
    if given is None and judge is not None:
        settings = {"api_base": judge.api_base, "api_key": judge.api_key}
        return FailureClassifier(model=judge.model, taxonomy=taxonomy, **settings), ()
    if given is not None:
        return FailureClassifier(model=str(given), taxonomy=taxonomy), ()
    note = (
        "Failures were classified by rule only: no judge is a model. "
        'Pass failure_classifier="provider/model", or a function of record and taxonomy.'
    )
    return None, (note,)


class _Asked:
    """A user's function as the engine calls it."""

    def __init__(
        self, function: Any, shown: Mapping[str, RecordResult], taxonomy: Mapping[str, str]
    ) -> None:
        self._function = function
        self._shown = shown
        self._taxonomy = taxonomy

    def __call__(self, case: Case) -> Any:
        mode = self._function(self._shown[case.id], dict(self._taxonomy))
        return Output(_NONE) if mode is None else mode


def _id(place: Place) -> str:
    return digest("failure", place)[:16]


def _classified(
    left: Sequence[Place],
    rows: Mapping[Place, tuple[RecordResult, Record]],
    agent: Any,
    options: FlowOptions,
    session: Session,
) -> dict[Place, str]:
    """Return the modes that a classifier names, as a run of the engine: timed, retried, kept."""
    by_id = {_id(place): place for place in left}
    cases = tuple(Case(key, _pieces(rows[place][0])) for key, place in by_id.items())
    variant = Variant("classifier", agent)
    if isinstance(agent, FailureClassifier):
        variant = replace(variant, fingerprint=agent.fingerprint, settings=agent.settings)
    request = RunRequest(
        cases=CaseSet(cases),
        variants=(variant,),
        concurrency=options.failure_concurrency or 1,
        timeout_s=options.failure_timeout_s,
        deadline_s=options.failure_timeout_s,
    )
    records = session.run(request, "/failures", is_needed=False)
    return {by_id[r.case_id]: str(r.output.value) for r in records if r.output is not None}


def _pieces(shown: RecordResult) -> dict[str, Any]:
    judged = {name: value for name, value in shown.scores.items() if value is not None}
    return {
        "question": shown.question,
        "expected": shown.expected,
        "answer": shown.output,
        "error": shown.error,
        "judged": {"scores": judged, "reasons": dict(shown.reasons)} if judged else None,
    }


def mode_summaries(
    modes: Mapping[Place, str],
    label: str,
    n_tried: int,
    taxonomy: Mapping[str, str] | None,
    shown_label: str | None,
) -> list[FailureModeSummary]:
    """Return how often one variant failed in which way, the most frequent way first.

    Args:
        modes: The mode by label and case id.
        label: The variant.
        n_tried: Cases that it was tried on.
        taxonomy: What modes mean.
        shown_label: The label by which modes are named, or None.
    """
    ids: dict[str, list[str]] = {}
    for (owner, case_id), mode in modes.items():
        if owner == label:
            ids.setdefault(mode, []).append(case_id)
    told = {**RULED_MODES, **(taxonomy or {})}
    ordered = sorted(ids, key=lambda mode: (-len(ids[mode]), mode))
    return [
        FailureModeSummary(
            failure_mode=qualified(shown_label, mode),
            count=len(ids[mode]),
            sample_size=n_tried,
            record_ids=tuple(sorted(ids[mode])),
            description=told.get(mode, ""),
        )
        for mode in ordered
    ]
