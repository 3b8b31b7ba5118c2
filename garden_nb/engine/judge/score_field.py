"""One score of a judge: its type, and which values it takes."""

import math
import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any

from garden_nb.core.metrics import Kind, Metric
from garden_nb.core.records import Score

__all__ = ["ScoreField", "ScoreType"]

_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")
_TRUTH = {"true": 1.0, "false": 0.0}
_SHOWN = 60


class ScoreType(StrEnum):
    """What values a score takes."""

    BINARY = "binary"
    """Yes or no."""
    ORDINAL = "ordinal"
    """Whole numbers on a scale."""
    NUMERIC = "numeric"
    """Any numbers, within the scale where there is one."""
    CATEGORICAL = "categorical"
    """One of some labels, none better than another."""


@dataclass(frozen=True, slots=True)
class ScoreField:
    """One score of a judge.

    Attributes:
        name: Its name, which is its column's.
        type: What values it takes.
        low: The lowest value, None where there is none.
        high: The highest value, None where there is none.
        labels: The labels of a categorical score.
        told: What its name stands for, in words; empty where the name says it.
    """

    name: str
    type: ScoreType
    low: float | None = None
    high: float | None = None
    labels: tuple[str, ...] = ()
    told: str = ""

    @property
    def metric(self) -> Metric | None:
        """What the mean of its values means; None for labels, which have no mean."""
        if self.type is ScoreType.CATEGORICAL:
            return None
        if self.type is ScoreType.BINARY:
            return Metric(self.name, Kind.BINARY, low=0.0, high=1.0)
        if self.low is None or self.high is None:
            return Metric(self.name)
        return Metric(self.name, Kind.BOUNDED, low=self.low, high=self.high)

    def label_of(self, value: float | None) -> str | None:
        """Return the label that a stored value stands for."""
        return None if value is None else self.labels[int(value)]

    def read(self, given: Any, reason: str = "", *, lenient: bool = False) -> Score:
        """Return a judge's value as a score; one that is not accepted is missing, with the reason.

        A label is stored as its place among the labels.

        Args:
            given: The value.
            reason: The judge's explanation.
            lenient: Whether text may stand for numbers and truth values, as models write them.
        """
        given = given.item() if getattr(given, "ndim", None) == 0 else given  # NumPy scalars
        given = given.value if isinstance(given, Enum) else given
        if isinstance(given, Score):
            return given if given.value is None else self.read(given.value, given.reason)
        if self.type is ScoreType.CATEGORICAL:
            return self._label(given, reason)
        value = _number(given, lenient=lenient, truth=self.type is ScoreType.BINARY)
        if value is None or not self._takes(value):
            return Score(None, self._fault(given))
        return Score(value, reason, binary=self.type is ScoreType.BINARY)

    @property
    def accepted(self) -> str:
        """The values that are accepted, in words."""
        if self.type is ScoreType.BINARY:
            return "true or false"
        if self.type is ScoreType.CATEGORICAL:
            return "one of " + ", ".join(repr(label) for label in self.labels)
        kind = "a whole number" if self.type is ScoreType.ORDINAL else "a number"
        if self.low is None or self.high is None:
            return kind
        return f"{kind} from {self.low:g} to {self.high:g}"

    def _takes(self, value: float) -> bool:
        if self.type is ScoreType.BINARY:
            return value in (0.0, 1.0)
        if self.type is ScoreType.ORDINAL and not value.is_integer():
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def _label(self, given: Any, reason: str) -> Score:
        said = str(given).strip().casefold() if isinstance(given, str) else None
        for place, label in enumerate(self.labels):
            if given == label or said == label.casefold():
                return Score(float(place), reason)
        return Score(None, self._fault(given))

    def _fault(self, given: Any) -> str:
        if given is None:
            return f"{self.name} is missing"
        shown = repr(given)
        shown = shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
        return f"{self.name} is {shown}, not {self.accepted}"


def _number(given: Any, *, lenient: bool, truth: bool) -> float | None:
    """Return a value as a finite number, or None where it is none."""
    if isinstance(given, str) and lenient:
        said = given.strip().casefold()
        if truth and said in _TRUTH:
            return _TRUTH[said]
        return float(said) if _NUMBER.fullmatch(said) else None
    if isinstance(given, bool):
        return float(given) if truth else None
    if isinstance(given, int | float) and abs(given) < 1e300 and math.isfinite(given):
        return float(given)
    return None
