"""Gates on charts: where a bound stands on each row, and what to call it."""

from collections.abc import Iterator
from dataclasses import dataclass

from garden_nb.analysis.gates import Gate, GateResult
from garden_nb.analysis.numbers import Scale, format_plain
from garden_nb.analysis.report import Report
from garden_nb.core.metrics import Metric
from garden_nb.present.charts.canvas import Spec, short
from garden_nb.present.marks import INK
from garden_nb.present.words import label

__all__ = ["GateLines", "delta_gates", "mean_gates"]


@dataclass(frozen=True, slots=True)
class GateLines:
    """The bounds of one metric's gates.

    Attributes:
        marks: Pairs of a variant and where the bound stands on its row, in the unit written.
        words: One text per gate.
    """

    marks: tuple[tuple[str, float], ...] = ()
    words: tuple[str, ...] = ()

    def layer(self, y: Spec, x: Spec, names: dict[str, str]) -> list[Spec]:
        """Return the dashed lines, as high as their rows; none without gates."""
        values = [{"name": names[variant], "gate": at} for variant, at in self.marks]
        if not values:
            return []
        mark = {"type": "rule", "color": INK, "strokeWidth": 1.5, "strokeDash": [4, 3]}
        ends = {"y": y | {"bandPosition": 0}, "y2": {"field": "name", "bandPosition": 1}}
        encoding = ends | {"x": x | {"field": "gate"}}
        return [{"data": {"values": values}, "mark": mark, "encoding": encoding}]


def mean_gates(report: Report, metric: Metric, scale: Scale) -> GateLines:
    """Return the bounds of `min` and `max` gates, which variants' own means are held to."""
    results = [r for r in _of(report, metric) if not r.gate.needs_baseline]
    marks = [
        (variant, short(result.gate.bound * scale.factor))
        for result in results
        for variant, _, _ in result.checked
        if variant in report.variants
    ]
    return GateLines(tuple(marks), tuple(_words(r, scale.value(r.gate.bound)) for r in results))


def delta_gates(report: Report, metric: Metric, scale: Scale) -> GateLines:
    """Return the bounds of gates on differences; percentages are of each row's own baseline."""
    bases = {r.variant: r.baseline_value for r in report.comparisons if r.metric == metric.name}
    results = [r for r in _of(report, metric) if r.gate.needs_baseline]
    marks = []
    for result in results:
        for variant, _, _ in result.checked:
            base = bases.get(variant)
            share = abs(base) / 100.0 if base is not None else None
            size = share if result.gate.rule.endswith("_pct") else 1.0
            if variant in bases and size is not None:
                marks.append((variant, short(result.gate.bound * size * scale.factor)))
    return GateLines(tuple(marks), tuple(_words(r, _difference(r.gate, scale)) for r in results))


def _of(report: Report, metric: Metric) -> Iterator[GateResult]:
    return (result for result in report.gates if result.gate.metric == metric.name)


def _difference(gate: Gate, scale: Scale) -> str:
    if gate.rule.endswith("_pct"):
        return f"{format_plain(gate.bound)} %"
    return f"{scale.delta(gate.bound)}{' points' if scale.share else ''}"


def _words(result: GateResult, bound: str) -> str:
    gate = result.gate
    whose = "" if gate.variant is None else f" of {label(gate.variant)}"
    sign = "≥" if gate.rule.startswith("min") else "≤"
    return f"gate{whose} {sign} {bound} ({result.verdict.word})"
