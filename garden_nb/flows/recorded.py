"""Records from a frame: results that were measured elsewhere."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from garden_nb.analysis.table import Plan
from garden_nb.core.frames import frame_rows, identifier
from garden_nb.core.metrics import parse_metrics
from garden_nb.core.records import Record, Score
from garden_nb.errors import InputError, Problem, did_you_mean

__all__ = ["RecordColumns", "read_records"]

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class RecordColumns:
    """Which column of a frame holds what.

    Attributes:
        case: The case ids, by which results are paired.
        variant: The variants' labels.
        scores: The measured values, one metric each.
        repeat: The repeat's number, or None where each case was tried once.
        category: The slices, or None.
        cluster: The groups of cases that are not independent, or None.
    """

    case: str
    variant: str
    scores: Sequence[str]
    repeat: str | None = None
    category: str | None = None
    cluster: str | None = None

    def named(self) -> list[tuple[str, str]]:
        """Return role and column of each column that is named."""
        single = [(role, getattr(self, role)) for role in ("case", "variant", *_OPTIONAL)]
        return [(r, c) for r, c in single if c is not None] + [("scores", c) for c in self.scores]


_OPTIONAL = ("repeat", "category", "cluster")


def read_records(
    frame: Any, columns: RecordColumns, baseline: str | None, metrics: Mapping[str, Any] | None
) -> tuple[list[Record], Plan]:
    """Return the records of a frame with one row per trial, and the plan they fulfil.

    A column whose values are all 0 or 1 is binary. Cells that are missing or no finite numbers
    are missing scores.

    Raises:
        InputError: Missing columns, ids or labels, two rows for one trial, values that are no
            numbers, an unknown baseline; all of them are listed.
    """
    names, rows = frame_rows(frame)
    problems = [
        Problem(role, f"there is no column {column!r}.", did_you_mean(column, names))
        for role, column in columns.named()
        if column not in names
    ]
    declared = parse_metrics(metrics, columns.scores, problems)
    if not rows:
        problems.append(Problem("frame", "there are no rows."))
    if not columns.scores:
        problems.append(Problem("scores", "there are none.", "Name at least one column."))
    if problems:
        raise InputError(problems)
    records = _records(rows, columns, problems)
    labels = tuple(dict.fromkeys(record.variant for record in records))
    if baseline is not None and baseline not in labels:
        what = f"there is no variant {baseline!r}."
        problems.append(Problem("baseline", what, did_you_mean(baseline, labels)))
    if problems:
        raise InputError(problems)
    case_ids = tuple(dict.fromkeys(record.case_id for record in records))
    by_case = {
        role: _by_case(rows, columns.case, getattr(columns, role), case_ids, problems)
        for role in ("category", "cluster")
    }
    if problems:
        raise InputError(problems)
    plan = Plan(
        case_ids=case_ids,
        variants=labels,
        baseline=baseline if baseline is not None else labels[0],
        repeats=1 + max(record.repeat for record in records),
        metrics=declared,
        categories=by_case["category"],
        clusters=by_case["cluster"],
        recorded=True,
    )
    return records, plan


def _records(
    rows: list[dict[str, Any]], columns: RecordColumns, problems: list[Problem]
) -> list[Record]:
    binary = {name: _all_truth([row[name] for row in rows]) for name in columns.scores}
    repeats = _repeats(rows, columns)
    records = []
    for number, row in enumerate(rows):
        case_id, label = identifier(row[columns.case]), identifier(row[columns.variant])
        if case_id is None or label is None:
            what = f"row {number} has no {'case' if case_id is None else 'variant'}."
            problems.append(Problem("frame", what))
            continue
        scores = {}
        for name in columns.scores:
            value, reason = _number(row[name])
            if value is None and reason.startswith("got"):
                problems.append(Problem(f'column "{name}"', f"row {number}: {reason}."))
            scores[name] = Score(value, reason, binary=binary[name])
        records.append(Record(case_id, label, repeats[number], scores=scores))
    _refuse_twins(records, columns, problems)
    if len(problems) > 2 * _SHOWN:
        more = len(problems) - 2 * _SHOWN
        problems[2 * _SHOWN :] = [Problem("frame", f"and {more} more problems like these.")]
    return records


def _repeats(rows: list[dict[str, Any]], columns: RecordColumns) -> list[int]:
    """Return the index of each row's repeat: the rank of its number within the frame."""
    if columns.repeat is None:
        return [0] * len(rows)
    numbers = [identifier(row[columns.repeat]) or "" for row in rows]
    order = {number: i for i, number in enumerate(sorted(set(numbers), key=_natural))}
    return [order[number] for number in numbers]


def _natural(text: str) -> tuple[float, str]:
    try:
        return float(text), text
    except ValueError:
        return float("inf"), text


def _refuse_twins(
    records: Sequence[Record], columns: RecordColumns, problems: list[Problem]
) -> None:
    counts = Counter((r.case_id, r.variant, r.repeat) for r in records)
    twins = [key for key, count in counts.items() if count > 1]
    if twins:
        shown = ", ".join(f"{case!r} under {variant!r}" for case, variant, _ in twins[:_SHOWN])
        hint = "Average them, or name the column of repeats: repeat=..."
        if columns.repeat is not None:
            hint = "Each (case, variant, repeat) stands once."
        what = f"{len(twins)} trials have more than one row: {shown}."
        problems.append(Problem("frame", what, hint))


def _number(value: Any) -> tuple[float | None, str]:
    """Return a finite number, or None with the reason."""
    if value is None or type(value).__name__ in {"NAType", "NaTType"}:
        return None, "missing"
    if isinstance(value, str | bytes):
        return None, f"got {value!r}, which is no number"
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None, f"got {type(value).__name__}, which is no number"
    return (number, "") if abs(number) < float("inf") else (None, "not finite")


def _all_truth(values: Sequence[Any]) -> bool:
    numbers = [_number(value)[0] for value in values]
    return all(number in {0.0, 1.0} for number in numbers if number is not None)


def _by_case(
    rows: list[dict[str, Any]],
    case: str,
    column: str | None,
    case_ids: tuple[str, ...],
    problems: list[Problem],
) -> tuple[str | None, ...]:
    """Return one value per case, adding to `problems` the cases that have several."""
    if column is None:
        return ()
    found: dict[str | None, str | None] = {}
    torn = set()
    for row in rows:
        key, value = identifier(row[case]), identifier(row[column])
        if found.setdefault(key, value) != value:
            torn.add(key)
    if torn:
        shown = ", ".join(repr(key) for key in sorted(map(str, torn))[:_SHOWN])
        what = f"{len(torn)} cases have more than one value: {shown}."
        problems.append(Problem(f'column "{column}"', what, "A case has one in all its rows."))
    return tuple(found[case_id] for case_id in case_ids)
