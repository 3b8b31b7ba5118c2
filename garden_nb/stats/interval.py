"""An interval that unpacks as `(low, high)`."""

from typing import NamedTuple

__all__ = ["Interval"]


class Interval(NamedTuple):
    """A confidence interval; both ends are NaN where there were no data.

    Attributes:
        low: The lower end, in the unit of the estimate.
        high: The upper end, in the unit of the estimate.
    """

    low: float
    high: float
