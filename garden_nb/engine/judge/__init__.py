"""Judges: models and functions that score an output.

Why: many answers have no single right form. A judge is a scorer like any other, but it costs
money, breaks its own format, hedges, and reads whatever the model under test wrote. So its
answer is checked against the scale and never guessed; what it judges is marked as material; and
what it consumes is kept apart from what the agents consume.
"""

from garden_nb.engine.judge.callable_judge import CallableJudge
from garden_nb.engine.judge.judge import Judge
from garden_nb.engine.judge.output_type import parse_output_type, written_output_type
from garden_nb.engine.judge.score_field import ScoreField, ScoreType

__all__ = [
    "CallableJudge",
    "Judge",
    "ScoreField",
    "ScoreType",
    "parse_output_type",
    "written_output_type",
]
