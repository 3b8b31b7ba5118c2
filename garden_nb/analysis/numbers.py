"""Numbers for people: units, sensible digits, and no rounding that contradicts a verdict."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeGuard

from garden_nb.core.metrics import Kind, Metric

__all__ = [
    "MISSING",
    "Scale",
    "format_count",
    "format_p",
    "format_plain",
    "format_ratio",
    "percent_scale",
]

MISSING = "–"
_MINUS = "−"
_EXTRA_DIGITS = 2
_MOST_DECIMALS = 9
_LARGEST = 1e15
_SECONDS_FROM_MS = 500.0


@dataclass(frozen=True, slots=True)
class Scale:
    """How the values of one metric are written.

    Attributes:
        factor: What a value is multiplied with before it is written.
        prefix: Written before a number (`$`).
        suffix: Written after a value (` %`, ` ms`).
        delta_suffix: Written after a delta; differences of shares are points, not per cent.
        decimals: Decimals of values.
        unit: The unit in words, for headings; empty where there is none.
        share: Whether values are shares of one.
    """

    factor: float = 1.0
    prefix: str = ""
    suffix: str = ""
    delta_suffix: str = ""
    decimals: int = 2
    unit: str = ""
    share: bool = False

    @classmethod
    def of(cls, metric: Metric, values: Iterable[float | None] = ()) -> "Scale":
        """Return one scale for all `values` of a metric, so that a column has one unit.

        >>> Scale.of(Metric("latency_ms", unit="ms"), [812, 240]).value(812)
        '0.81 s'
        """
        if _is_share(metric):
            return cls(100.0, suffix=" %", decimals=1, unit="points", share=True)
        size = max((abs(value) for value in values if _is_number(value)), default=0.0)
        if metric.unit in ("ms", "s"):
            in_ms = 1.0 if metric.unit == "ms" else 1000.0
            unit = "s" if size * in_ms >= _SECONDS_FROM_MS else "ms"
            factor = in_ms / 1000.0 if unit == "s" else in_ms
            return cls(factor, "", f" {unit}", f" {unit}", _decimals(size * factor), unit)
        if metric.unit == "usd":
            return cls(prefix="$", decimals=_decimals(size), unit="USD")
        small = 2 if metric.unit else 3
        return cls(decimals=_decimals(size, small), unit=metric.unit)

    def value(self, value: float | None) -> str:
        """Return a value with its unit; a share short of 0 % or 100 % never prints as either."""
        if not _is_number(value):
            return MISSING
        scaled = round(value * 100.0, 10) if self.share else value * self.factor
        (text,) = _written([scaled], self.decimals, (0.0, 100.0) if self.share else (0.0,))
        return f"{_prefixed(text, self.prefix)}{self.suffix}"

    def estimate(self, value: float | None, low: float | None, high: float | None) -> str:
        """Return `value [low, high]`, the ends with the value's unit."""
        if value is None or low is None or high is None:
            return self.value(value)
        return f"{self.value(value)} [{self.value(low)}, {self.value(high)}]"

    def delta(self, delta: float | None) -> str:
        """Return a difference with its sign and unit."""
        if not _is_number(delta):
            return MISSING
        (text,) = _written([delta * self.factor], self.decimals, signed=True)
        return f"{_prefixed(text, self.prefix)}{self.delta_suffix}"

    def size(self, difference: float) -> str:
        """Return the size of a difference in words, as `6.2 points`."""
        (text,) = _written([abs(difference) * self.factor], self.decimals, (0.0,))
        unit = " points" if self.share else self.delta_suffix
        return f"{_prefixed(text, self.prefix)}{unit}"

    def interval(self, delta: float | None, low: float | None, high: float | None) -> str:
        """Return `delta [low, high]`; an interval that excludes 0 never prints 0 as its end.

        >>> Scale.of(Metric("ok", Kind.BINARY)).interval(-0.065, -0.123, -0.0004)
        '−6.50 [−12.30, −0.04]'
        """
        if not (_is_number(delta) and _is_number(low) and _is_number(high)):
            return self.delta(delta)
        scaled = [number * self.factor for number in (delta, low, high)]
        width = scaled[2] - scaled[1] or abs(scaled[0])
        decimals = 1 if self.share and width >= 1 else _decimals(width)
        marks = (0.0,) if low > 0 or high < 0 else ()
        first, start, end = _written(scaled, decimals, marks, signed=True)
        return f"{_prefixed(first, self.prefix)}{self.delta_suffix} [{start}, {end}]"

    def ends(self, low: float, high: float) -> str:
        """Return the ends of an interval in words, as `−9.0 to +3.9 points`."""
        marks = (0.0,) if low > 0 or high < 0 else ()
        scaled = [low * self.factor, high * self.factor]
        width = scaled[1] - scaled[0]
        decimals = 1 if self.share and width >= 1 else _decimals(width)
        start, end = _written(scaled, decimals, marks, signed=True)
        unit = " points" if self.share else self.delta_suffix
        return f"{_prefixed(start, self.prefix)} to {_prefixed(end, self.prefix)}{unit}"


def percent_scale(value: float) -> Scale:
    """Return how a change in percent is written, with three significant digits.

    >>> percent_scale(-12.34).delta(-12.34)
    '−12.3 %'
    """
    return Scale(suffix=" %", delta_suffix=" %", decimals=_decimals(abs(value), 3))


def format_ratio(ratio: float | None, low: float | None, high: float | None) -> str:
    """Return `×ratio [low, high]`; an interval that excludes 1 never prints 1 as its end.

    >>> format_ratio(0.39, 0.37, 0.41)
    '×0.39 [0.37, 0.41]'
    """
    if not _is_number(ratio):
        return MISSING
    if not (_is_number(low) and _is_number(high)):
        return f"×{_written([ratio], _decimals(ratio), (0.0,))[0]}"
    marks = (0.0, 1.0) if low > 1 or high < 1 else (0.0,)
    first, start, end = _written([ratio, low, high], _decimals(ratio), marks)
    return f"×{first} [{start}, {end}]"


def format_p(p: float | None, alpha: float = 0.05) -> str:
    """Return a p-value on its side of `alpha`; none prints as 0.

    >>> format_p(0.0094), format_p(0.49), format_p(1e-9), format_p(0.04999)
    ('0.009', '0.49', '<0.001', '0.04999')
    """
    if not _is_number(p):
        return MISSING
    floor = min(0.001, alpha)
    if p < floor:
        return f"<{format_plain(floor)}"
    for digits in range(2 if p >= 0.1 else max(3, _decimals(p, 1)), _MOST_DECIMALS):
        text = f"{p:.{digits}f}"
        if (float(text) < alpha) == (p < alpha):
            return text
    return f"{'<' if p < alpha else ''}{format_plain(alpha)}"


def format_plain(number: float) -> str:
    """Return a number as it was typed, with two decimals at least where it has any.

    >>> format_plain(0.6), format_plain(900.0), format_plain(-0.025)
    ('0.60', '900', '−0.025')
    """
    if not math.isfinite(number):
        return MISSING
    text = repr(abs(float(number)))
    if "e" not in text:
        whole, _, fraction = text.partition(".")
        text = whole if fraction == "0" else f"{whole}.{fraction:0<2}"
    return f"{_MINUS if number < 0 else ''}{text}".replace("e-", f"e{_MINUS}")


def format_count(count: int, noun: str, nouns: str = "") -> str:
    """Return a count with its noun.

    >>> format_count(1, "case"), format_count(1200, "case")
    ('1 case', '1,200 cases')
    """
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def _is_share(metric: Metric) -> bool:
    return metric.kind is Kind.BINARY or (
        metric.kind is Kind.BOUNDED and (metric.low, metric.high) == (0.0, 1.0)
    )


def _is_number(number: float | None) -> TypeGuard[float]:
    return number is not None and math.isfinite(number)


def _decimals(size: float, small: int = 2) -> int:
    """Decimals that leave three significant digits from 1 on, and `small` many below 1."""
    if size <= 0 or not math.isfinite(size):
        return 2
    digits = 3 if size >= 1 else small
    return max(0, digits - 1 - math.floor(math.log10(size)))


def _written(
    numbers: list[float], decimals: int, marks: tuple[float, ...] = (), *, signed: bool = False
) -> list[str]:
    """Write numbers with common decimals, so that none that differs from a mark prints as it."""
    for digits in range(decimals, decimals + _EXTRA_DIGITS + 1):
        if not any(_collides(number, digits, marks) for number in numbers):
            return [_text(number, digits, signed=signed) for number in numbers]
    return [_text(n, _own_digits(n, decimals, marks), signed=signed) for n in numbers]


def _own_digits(number: float, decimals: int, marks: tuple[float, ...]) -> int:
    digits = decimals
    while digits < 17 and _collides(number, digits, marks):
        digits += 1
    return digits


def _collides(number: float, digits: int, marks: tuple[float, ...]) -> bool:
    return round(number, digits) in marks and number not in marks


def _text(number: float, digits: int, *, signed: bool) -> str:
    size = abs(number)
    tiny = 0 < size < 10.0**-_MOST_DECIMALS and digits > _MOST_DECIMALS
    text = f"{size:.1e}" if tiny or size >= _LARGEST else f"{size:,.{digits}f}"
    if not text.strip("0.,"):
        return text
    sign = _MINUS if number < 0 else "+" if signed else ""
    return f"{sign}{text}".replace("e-", f"e{_MINUS}")


def _prefixed(text: str, prefix: str) -> str:
    """Put a currency sign behind the sign of the number."""
    return f"{text[0]}{prefix}{text[1:]}" if text[0] in f"{_MINUS}+" else f"{prefix}{text}"
