"""A scorer that measures how long an output is."""

from typing import Any

from garden_nb.core.metrics import Direction, Metric, Role
from garden_nb.engine.scorers.answer_text import answer_text
from garden_nb.engine.scorers.measured_as import measured_as

__all__ = ["length"]


@measured_as(
    Metric("length", direction=Direction.LOWER_IS_BETTER, role=Role.GUARDRAIL, unit="characters")
)
def length(output: Any) -> int:
    """Return the number of characters of the output, white space around it left out.

    >>> length(" four "), length(["a"])
    (4, 5)
    """
    return len(answer_text(output).strip())
