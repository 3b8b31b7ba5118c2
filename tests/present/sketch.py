"""Reports built by hand: the presentation needs no statistics to be tested."""

from dataclasses import replace

from garden_nb.analysis.comparison import Comparison, Estimate, Status
from garden_nb.analysis.decision import Action, Contender, Decision
from garden_nb.analysis.gates import Gate, GateResult, GateVerdict, Gauged
from garden_nb.analysis.measured_of import measured_of
from garden_nb.analysis.report import AnalysisSpec, Report, VariantCounts
from garden_nb.core.metrics import Direction, Kind, Metric, Role

ACCURACY = Metric("accuracy", Kind.BINARY, low=0.0, high=1.0)
LATENCY = Metric("latency_ms", direction=Direction.LOWER_IS_BETTER, role=Role.GUARDRAIL, unit="ms")
COST = Metric("cost_usd", direction=Direction.LOWER_IS_BETTER, role=Role.GUARDRAIL, unit="usd")

FLASH, LITE, MINI = "gemini-2.5-flash", "gemini-2.5-flash-lite", "gpt-4o-mini"


def _estimates(metric: Metric, values: dict[str, float], method: str) -> list[Estimate]:
    spread = 0.06 if metric is ACCURACY else 0.1
    return [
        Estimate(
            variant=variant,
            metric=metric,
            value=value,
            ci_low=value * (1 - spread),
            ci_high=value * (1 + spread),
            n_cases=200,
            n_failed=2 if variant == LITE else 0,
            n_missing=0,
            method=method,
        )
        for variant, value in values.items()
    ]


def _guardrail(
    metric: Metric, variant: str, values: tuple[float, float], ratio: tuple[float, float, float]
) -> Comparison:
    base, value = values
    better = ratio[2] < 1
    return Comparison(
        variant=variant,
        baseline=FLASH,
        metric=metric.name,
        role="guardrail",
        status=Status.IMPROVEMENT if better else Status.INCONCLUSIVE,
        n_pairs=200,
        method="log_ratio",
        baseline_value=base,
        value=value,
        delta=value - base,
        ci_low=(value - base) - abs(value - base) * 0.2,
        ci_high=(value - base) + abs(value - base) * 0.2,
        p_value=1e-9 if better else 0.34,
        ratio=ratio[0],
        ratio_low=ratio[1],
        ratio_high=ratio[2],
    )


WORSE = Comparison(
    variant=LITE,
    baseline=FLASH,
    metric="accuracy",
    role="success",
    status=Status.REGRESSION,
    n_pairs=200,
    method="tango",
    baseline_value=0.785,
    value=0.72,
    delta=-0.065,
    ci_low=-0.115,
    ci_high=-0.022,
    ci_adj_low=-0.123,
    ci_adj_high=-0.015,
    p_value=0.0046,
    p_adj=0.0092,
    gained=4,
    lost=17,
    mde=0.062,
    notes=("The two differ on 21 of 200 cases.",),
)
UNCLEAR = replace(
    WORSE,
    variant=MINI,
    status=Status.INCONCLUSIVE,
    value=0.77,
    delta=-0.015,
    ci_low=-0.062,
    ci_high=0.03,
    ci_adj_low=-0.062,
    ci_adj_high=0.03,
    p_value=0.49,
    p_adj=0.49,
    gained=8,
    lost=11,
    more_cases=100,
    outlook="a drop of 5 points is not excluded; about 100 more cases would settle it",
    notes=(),
)
GATES = (
    GateResult(
        Gate("accuracy", "min", 0.7),
        GateVerdict.PASS,
        ((FLASH, 0.785, True), (LITE, 0.72, True), (MINI, 0.77, True)),
        "every variant; lowest 0.72",
    ),
    GateResult(
        Gate("latency_ms", "max_delta_pct", 2.0, MINI),
        GateVerdict.FAIL,
        ((MINI, 3.7, False),),
        "gpt-4o-mini has 3.7",
    ),
)


def build() -> Report:
    """Return the report of the sketch: three variants, one success metric, two guardrails."""
    report = _report()
    measured = measured_of(report.estimates, report.comparisons)
    gauged = (
        Gauged(
            metric,
            report.scale(metric.name),
            {label: found for (label, name), found in measured.items() if name == metric.name},
        )
        for metric in report.metrics
    )
    return replace(report, gauged=tuple(gauged))


def _report() -> Report:
    return Report(
        spec=AnalysisSpec(FLASH, FLASH, gates=tuple(result.gate for result in GATES)),
        variants=(FLASH, LITE, MINI),
        metrics=(ACCURACY, LATENCY, COST),
        estimates=(
            *_estimates(ACCURACY, {FLASH: 0.785, LITE: 0.72, MINI: 0.77}, "wilson"),
            *_estimates(LATENCY, {FLASH: 812.0, LITE: 521.0, MINI: 842.0}, "t"),
            *_estimates(COST, {FLASH: 0.00041, LITE: 0.00016, MINI: 0.00025}, "t"),
        ),
        comparisons=(
            WORSE,
            UNCLEAR,
            _guardrail(LATENCY, LITE, (812.0, 521.0), (0.64, 0.60, 0.69)),
            _guardrail(LATENCY, MINI, (812.0, 842.0), (1.03, 0.97, 1.10)),
            _guardrail(COST, LITE, (0.00041, 0.00016), (0.39, 0.37, 0.41)),
            _guardrail(COST, MINI, (0.00041, 0.00025), (0.62, 0.58, 0.66)),
        ),
        best_sets={"accuracy": (FLASH, MINI)},
        gates=GATES,
        decision=Decision(
            Action.KEEP,
            (FLASH,),
            f"Keep {FLASH}.",
            (
                Contender(LITE, Status.REGRESSION, "on accuracy (17 cases lost, 4 gained)"),
                Contender(MINI, Status.INCONCLUSIVE, UNCLEAR.outlook),
            ),
        ),
        counts=(
            VariantCounts(FLASH, 200, 200, 0, 0),
            VariantCounts(LITE, 200, 200, 2, 0),
            VariantCounts(MINI, 200, 200, 0, 0),
        ),
        n_cases=200,
        repeats=1,
        family_size=2,
        name="qa",
        provenance={"garden_nb": "0.1.0", "eval set": "3f9c2a7e"},
    )


def rename(report: Report, names: dict[str, str]) -> Report:
    """Return `report` with other labels for its variants, everywhere."""

    def new(text: str) -> str:
        for old, name in names.items():
            if text == old:
                return name
        return text

    decision = replace(
        report.decision,
        variants=tuple(map(new, report.decision.variants)),
        headline=f"Keep {new(FLASH)}.",
        contenders=tuple(replace(c, variant=new(c.variant)) for c in report.decision.contenders),
    )
    return replace(
        report,
        spec=replace(
            report.spec,
            baseline=new(report.spec.baseline),
            planned_baseline=new(report.spec.planned_baseline),
        ),
        variants=tuple(map(new, report.variants)),
        estimates=tuple(replace(row, variant=new(row.variant)) for row in report.estimates),
        comparisons=tuple(
            replace(row, variant=new(row.variant), baseline=new(row.baseline))
            for row in report.comparisons
        ),
        best_sets={name: tuple(map(new, best)) for name, best in report.best_sets.items()},
        decision=decision,
        counts=tuple(replace(count, variant=new(count.variant)) for count in report.counts),
    )


def family() -> list[Report]:
    """Return the report of the sketch for both baselines and corrections, as a run makes them."""
    planned = build()
    swapped = rename(planned, {FLASH: LITE, LITE: FLASH})
    swapped = replace(
        swapped,
        variants=planned.variants,
        spec=replace(swapped.spec, planned_baseline=FLASH),
        estimates=planned.estimates,
        counts=planned.counts,
    )
    return [
        replace(report, spec=replace(report.spec, adjust=adjust))
        for report in (planned, swapped)
        for adjust in ("holm", None)
    ]
