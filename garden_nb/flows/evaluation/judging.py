"""Judges of a flow: scorers with the columns that they fill."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from garden_nb.core.metrics import Metric
from garden_nb.core.records import Record, Score
from garden_nb.engine.judge import CallableJudge, Judge, ScoreField, ScoreType
from garden_nb.engine.scorers import Scorer
from garden_nb.errors import Problem
from garden_nb.flows.checks import collected

__all__ = ["Judging", "reason_column"]

_ACCEPTED = (
    "Accepted: a Judge, a list of them, or "
    'Judge.from_callable(function, output_type={"accuracy": "binary"}).'
)


def reason_column(column: str) -> str:
    """Return the column with a score's explanation, or with the reason why it is missing."""
    return f"{column}_reason"


@dataclass(frozen=True, slots=True)
class _Seat:
    """One judge with its columns.

    Attributes:
        scorer: The judge as a scorer.
        columns: The score of each column, in order; its own name is the scorer's part.
        judge: The judge itself.
    """

    scorer: Scorer
    columns: Mapping[str, ScoreField]
    judge: Judge | CallableJudge

    def scores(self, record: Record) -> dict[str, Score]:
        """Return the judge's scores of a record by column; a judge that failed gave none."""
        name = self.scorer.name
        whole = record.scores.get(name)
        found = {}
        for column, field in self.columns.items():
            score = record.scores.get(f"{name}.{field.name}", whole)
            if score is not None:
                found[column] = score
        return found


@dataclass(frozen=True, slots=True)
class Judging:
    """The judges of a flow.

    Attributes:
        seats: One per judge.
    """

    seats: tuple[_Seat, ...]

    @classmethod
    def of(cls, judge: Any, frame_columns: Sequence[str], problems: list[Problem]) -> "Judging":
        """Return the judges, adding to `problems` what cannot be used.

        Args:
            judge: A judge or a list of them; None for none.
            frame_columns: The columns of the eval set, which judges do not overwrite.
            problems: The list that takes every problem found.
        """
        given = [] if judge is None else judge if isinstance(judge, list | tuple) else [judge]
        seats = [
            seat
            for number, one in enumerate(given)
            if (seat := _seat(one, number, tuple(frame_columns), problems)) is not None
        ]
        problems += _clashes(seats, frame_columns)
        return cls(tuple(seats))

    @property
    def scorers(self) -> tuple[Scorer, ...]:
        """The judges as scorers."""
        return tuple(seat.scorer for seat in self.seats)

    @property
    def columns(self) -> dict[str, ScoreField]:
        """The score of every column, in order."""
        return {name: field for seat in self.seats for name, field in seat.columns.items()}

    @property
    def score_types(self) -> dict[str, str]:
        """The type of every column."""
        return {name: field.type.value for name, field in self.columns.items()}

    @property
    def metrics(self) -> dict[str, Metric]:
        """What the means of the columns mean; labels have none."""
        return {
            name: replace(metric, name=name)
            for name, field in self.columns.items()
            if (metric := field.metric) is not None
        }

    @property
    def journal_names(self) -> dict[str, str]:
        """The journal's names of the columns of judges with several scores."""
        return {
            column: f"{seat.scorer.name}.{field.name}"
            for seat in self.seats
            for column, field in seat.columns.items()
            if len(seat.columns) > 1
        }

    @property
    def judges(self) -> tuple[Judge | CallableJudge, ...]:
        """The judges themselves."""
        return tuple(seat.judge for seat in self.seats)

    @property
    def models(self) -> tuple[str, ...]:
        """The ids of the judging models."""
        return tuple(judge.model for judge in self.judges if isinstance(judge, Judge))

    def scores(self, record: Record) -> dict[str, Score]:
        """Return the scores of a record by column, other scorers' included under their names."""
        own = tuple(seat.scorer.name for seat in self.seats)
        found = {column: s for seat in self.seats for column, s in seat.scores(record).items()}
        others = {
            name: score
            for name, score in record.scores.items()
            if name not in own and not name.startswith(tuple(f"{judge}." for judge in own))
        }
        return found | others

    def value(self, column: str, score: Score | None) -> float | str | None:
        """Return a score's value as people read it: the label of a categorical one."""
        field = self.columns.get(column)
        if score is None:
            return None
        if field is not None and field.type is ScoreType.CATEGORICAL:
            return field.label_of(score.value)
        return score.value


def _seat(
    judge: Any, number: int, columns: tuple[str, ...], problems: list[Problem]
) -> _Seat | None:
    if not isinstance(judge, Judge | CallableJudge):
        if not callable(judge) or getattr(judge, "output_type", None) is None:
            what = f"got {getattr(judge, '__name__', type(judge).__name__)}."
            problems.append(Problem("judge", what, _ACCEPTED))
            return None
        prefix = str(getattr(judge, "column_prefix", "") or "")
        made = collected(problems, lambda: CallableJudge(judge, judge.output_type, prefix), None)
        return None if made is None else _seat(made, number, columns, problems)
    columns_of = {f"{judge.column_prefix}{field.name}": field for field in judge.fields}
    name = next(iter(columns_of)) if len(columns_of) == 1 else f"judge_{number + 1}"
    return _Seat(judge.scorer_for(name, columns), columns_of, judge)


def _clashes(seats: Sequence[_Seat], frame_columns: Sequence[str]) -> list[Problem]:
    counts = Counter(column for seat in seats for column in seat.columns)
    hint = 'Give a judge column_prefix="…".'
    problems = [
        Problem("judge", f"{n} judges share the column {column!r}.", hint)
        for column, n in counts.items()
        if n > 1
    ]
    taken = [c for column in counts for c in (column, reason_column(column)) if c in frame_columns]
    problems += [
        Problem("judge", f"eval_data has the judge's column {column!r} already.", hint)
        for column in taken
    ]
    reserved = [column for column in counts if column in {"output", "error"}]
    problems += [
        Problem("judge", f"the column {column!r} is the flow's own.", hint) for column in reserved
    ]
    return problems
