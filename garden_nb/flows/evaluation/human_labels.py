"""People's labels: the columns that hold them, and their values."""

from collections.abc import Mapping
from typing import Any

from garden_nb.engine.judge import ScoreField
from garden_nb.errors import Problem, did_you_mean
from garden_nb.flows.evaluation.eval_set import EvalSet

__all__ = ["human_columns", "human_values"]


def human_columns(
    given: Any, fields: tuple[ScoreField, ...], eval_set: EvalSet, problems: list[Problem]
) -> dict[str, str]:
    """Return the column with people's labels of each score that has one."""
    if given is None or not fields:
        return {}
    if isinstance(given, str) and len(fields) > 1:
        what = f"got {given!r} for {len(fields)} scores."
        example = f'Write {{"{fields[0].name}": {given!r}}}.'
        problems.append(Problem("human_column", what, example))
        return {}
    if not isinstance(given, str | Mapping):
        what = f"got {type(given).__name__}."
        accepted = "Accepted: a column, or one by score, such as "
        example = f'{{"{fields[0].name}": "human"}}.'
        problems.append(Problem("human_column", what, accepted + example))
        return {}
    named = {fields[0].name: given} if isinstance(given, str) else dict(given)
    names, columns = [f.name for f in fields], [str(c) for c in eval_set.frame.columns]
    for score, column in named.items():
        if score not in names:
            accepted = did_you_mean(score, names)
            problems.append(Problem("human_column", f"there is no score {score!r}.", accepted))
        if column not in columns:
            accepted = did_you_mean(column, columns)
            problems.append(Problem("human_column", f"there is no column {column!r}.", accepted))
    sound = all(s in names and c in columns for s, c in named.items())
    return named if sound else {}


def human_values(
    columns: Mapping[str, str],
    fields: tuple[ScoreField, ...],
    eval_set: EvalSet,
    problems: list[Problem],
) -> dict[str, dict[str, float]]:
    """Return people's values by score and case id; a missing label is no value."""
    found: dict[str, dict[str, float]] = {}
    rows = eval_set.rows
    for field in fields:
        column = columns.get(field.name)
        if column is None:
            continue
        scores = {i: field.read(row[column]) for i, row in rows.items() if _given(row[column])}
        wrong = [f"{i}: {s.reason}" for i, s in scores.items() if s.value is None]
        if wrong:
            what = f"{len(wrong)} labels are none ({'; '.join(wrong[:3])})."
            accepted = f"Accepted: {field.accepted}."
            problems.append(Problem(f'human_column "{column}"', what, accepted))
        found[field.name] = {i: s.value for i, s in scores.items() if s.value is not None}
        if not scores:
            problems.append(Problem(f'human_column "{column}"', "it has no label."))
    return found


def _given(value: Any) -> bool:
    return not (value is None or (isinstance(value, float) and value != value))  # noqa: PLR0124
