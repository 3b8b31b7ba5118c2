"""Rows: what the cube says of each contender on each metric."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from garden_nb.analysis.comparison import Comparison, Status
from garden_nb.analysis.cube import Adjustment, Cube, Judged
from garden_nb.analysis.margins import Margins, margin_of
from garden_nb.analysis.pairs import Pairs
from garden_nb.core.metrics import Metric, Role
from garden_nb.stats.pair_result import MIN_PAIRS
from garden_nb.stats.paired.mcnemar import mcnemar_p

__all__ = ["Reading", "compare_rows"]

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Reading:
    """How a cube is read.

    Attributes:
        baseline: The reference.
        adjust: The correction over the family.
        alpha: The level of the verdicts.
        margin: Differences of success metrics up to this size count as equivalent, or None.
        interim: Whether trials are missing, or somebody looked before the end; then only what
            holds whenever one looks is judged.
        margins: Margins by metric.
    """

    baseline: str
    adjust: Adjustment
    alpha: float
    margin: float | None = None
    interim: bool = False
    margins: Margins = ()


def compare_rows(
    cube: Cube, reading: Reading, metrics: Sequence[Metric] | None = None
) -> list[Comparison]:
    """Return one row per contender and metric, success metrics first.

    Args:
        cube: Every pair on every metric.
        reading: How it is read.
        metrics: The metrics of the rows, judged in the family of all; None for all.
    """
    plan = cube.table.plan
    base = plan.variants.index(reading.baseline)
    places = [(base, j) for j in range(len(plan.variants)) if j != base]
    judged = cube.judged(reading.baseline, reading.adjust, reading.alpha)
    early = cube.early(reading.baseline) if reading.interim else None
    rows = []
    for metric in cube.table.metrics if metrics is None else metrics:
        pairs = cube.pairs[metric.name]
        frame = _Frame(pairs, reading, plan.variants)
        if metric.role is Role.SUCCESS and early is not None:
            layer = cube.success.index(metric.name)
            rows += [frame.interim(place, float(early[(layer, *place)])) for place in places]
        elif metric.role is Role.SUCCESS:
            layer = cube.success.index(metric.name)
            rows += [frame.success(place, judged, layer) for place in places]
        else:
            rows += [frame.guardrail(place) for place in places]
    return rows


class _Frame:
    """Reads the rows of one metric."""

    def __init__(self, pairs: Pairs, reading: Reading, variants: tuple[str, ...]) -> None:
        self._pairs = pairs
        self._reading = reading
        self._variants = variants
        self._margin = margin_of(pairs.metric, reading.margin, reading.margins)
        self._bounds, self._log_bounds = pairs.plain_bounds(reading.alpha)

    def success(self, place: Place, judged: Judged, layer: int) -> Comparison:
        """Return the row of a success metric, judged in its family."""
        pairs, at = self._pairs, (layer, *place)
        p_adj, low, high, tail = (
            _known(part[at]) for part in (judged.p_adj, judged.low, judged.high, judged.tail)
        )
        return self._row(
            place,
            ci_adj_low=low,
            ci_adj_high=high,
            p_adj=p_adj,
            tail=tail,
            gained=_count(pairs.gained[place]),
            lost=_count(pairs.lost[place]),
            status=self._judged_status(place, p_adj, (low, high), tail or 0.0),
        )

    def interim(self, place: Place, p_any: float) -> Comparison:
        """Return the row of a success metric while trials are missing.

        There is a verdict only where the anytime-valid p-value allows one.
        """
        pairs = self._pairs
        shown = p_any < self._reading.alpha
        status = self._direction(float(pairs.delta[place])) if shown else Status.INCONCLUSIVE
        found = self._row(
            place,
            gained=_count(pairs.gained[place]),
            lost=_count(pairs.lost[place]),
            status=status if pairs.n[place] else Status.NO_DATA,
        )
        return replace(found, p_adj=p_any, method="e_value") if shown else found

    def guardrail(self, place: Place) -> Comparison:
        """Return the row of a guardrail, judged alone, by the ratio where there is one."""
        pairs = self._pairs
        logged = pairs.method[place] == "log_ratio"
        ends = self._log_bounds if logged else self._bounds
        center = pairs.log_ratio if logged else pairs.delta
        ratio, ratio_low, ratio_high = (
            math.exp(part[place]) if logged and not math.isnan(part[place]) else None
            for part in (pairs.log_ratio, *self._log_bounds)
        )
        status = self._plain_status(place, float(center[place]), (ends[0][place], ends[1][place]))
        low, high = (end[place] for end in self._bounds)
        within = self._margin is not None and -self._margin < low and high < self._margin
        if within and status is Status.INCONCLUSIVE and not pairs.skewed[place]:
            status = Status.EQUIVALENT
        if self._reading.interim and status is not Status.NO_DATA:
            status = Status.INCONCLUSIVE
        return self._row(
            place, status=status, ratio=ratio, ratio_low=ratio_low, ratio_high=ratio_high
        )

    def _row(self, place: Place, **own: object) -> Comparison:
        pairs = self._pairs
        return Comparison(
            variant=self._variants[place[1]],
            baseline=self._variants[place[0]],
            metric=pairs.metric.name,
            role=pairs.metric.role.value,
            n_pairs=int(pairs.n[place]),
            method=str(pairs.method[place]),
            baseline_value=_known(pairs.baseline_mean[place]),
            value=_known(pairs.contender_mean[place]),
            delta=_known(pairs.delta[place]),
            se=_known(pairs.se[place]),
            ci_low=_known(self._bounds[0][place]),
            ci_high=_known(self._bounds[1][place]),
            p_value=_known(pairs.p[place]),
            heavy_tail=bool(pairs.heavy[place]),
            odd_cases=_count(pairs.odd[place]),
            n_clusters=pairs.n_clusters,
            **own,  # type: ignore[arg-type]
        )

    def _judged_status(
        self,
        place: Place,
        p_adj: float | None,
        ends: tuple[float | None, float | None],
        tail: float,
    ) -> Status:
        pairs, reading = self._pairs, self._reading
        early = self._early_status(place)
        if early is not None:
            return early
        low, high = ends
        if p_adj is None or low is None or high is None:
            return Status.NOT_TESTABLE
        if p_adj < reading.alpha:
            return self._direction(float(pairs.delta[place]))
        if self._margin is not None and -self._margin < low and high < self._margin:
            return Status.EQUIVALENT
        if pairs.method[place] == "tango":
            discordant = int(pairs.gained[place] + pairs.lost[place])
            if mcnemar_p(discordant, 0) >= tail:
                return Status.NOT_TESTABLE
        return Status.INCONCLUSIVE

    def _plain_status(self, place: Place, center: float, ends: tuple[float, float]) -> Status:
        early = self._early_status(place)
        if early is not None:
            return early
        if ends[0] > 0 or ends[1] < 0:
            return self._direction(center)
        return Status.INCONCLUSIVE

    def _early_status(self, place: Place) -> Status | None:
        """Return the status that follows from the number of pairs alone."""
        n = self._pairs.n[place]
        if n == 0:
            return Status.NO_DATA
        return Status.NOT_TESTABLE if n < MIN_PAIRS else None

    def _direction(self, delta: float) -> Status:
        good = (delta > 0) == self._pairs.metric.higher_is_better
        return Status.IMPROVEMENT if good else Status.REGRESSION


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _count(value: int) -> int | None:
    return None if value < 0 else int(value)
