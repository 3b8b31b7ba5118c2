"""A gate: one requirement on one metric, and what it decided."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["COUNTS", "OPTIONS", "RULES", "Gate", "GateResult", "GateVerdict"]

RULES = (
    *("min", "max", "min_delta", "max_delta", "min_delta_pct", "max_delta_pct"),
    "margin",
)
COUNTS = ("regressions", "case_regressions")
"""What is counted rather than measured: metrics shown worse, cases that got worse."""
OPTIONS = ("use", "min_cases", "on_missing", "severity")
SLACK = 1e-12
"""Bounds are inclusive up to floating-point noise."""


class GateVerdict(StrEnum):
    """What a gate decided; people read pass, fail, unclear, skipped."""

    PASS = "pass"
    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"
    SKIPPED = "skipped"

    @property
    def word(self) -> str:
        """The word that people read."""
        return "unclear" if self is GateVerdict.INCONCLUSIVE else self.value


@dataclass(frozen=True, slots=True)
class Gate:
    """One requirement.

    Attributes:
        metric: The metric it is about, or `regressions` (metrics on which a contender is shown
            worse) or `case_regressions` (cases that got worse on the first success metric).
        rule: `min`, `max` (the variant's own mean), `min_delta`, `max_delta` (contender -
            baseline), `min_delta_pct`, `max_delta_pct` (the same in percent of the baseline), or
            `margin`: non-inferiority, the whole interval of the difference stays within the
            margin on the bad side.
        bound: The bound, inclusive.
        variant: The variant it is about, or None for every variant.
        use: What is held to the bound: the mean or difference itself (`point`), or its whole
            interval (`ci`), which leaves the gate unclear where the bound lies inside it.
        min_cases: With fewer cases the gate is unclear.
        on_missing: Without a value the gate fails (`fail`) or says nothing (`skip`).
        severity: Whether a failure counts (`fail`), or is only shown (`warn`).
    """

    metric: str
    rule: str
    bound: float
    variant: str | None = None
    use: str = "point"
    min_cases: int = 0
    on_missing: str = "fail"
    severity: str = "fail"

    @property
    def key(self) -> str:
        """The gate's name as it is written: `metric` or `label:metric`."""
        return self.metric if self.variant is None else f"{self.variant}:{self.metric}"

    @property
    def needs_baseline(self) -> bool:
        """Whether what is compared depends on the baseline."""
        return "delta" in self.rule or self.rule == "margin" or self.metric in COUNTS

    @property
    def options(self) -> dict[str, str | int]:
        """The options that are not the default ones; a margin is always held to the interval."""
        given: dict[str, str | int] = {
            "use": self.use,
            "min_cases": self.min_cases,
            "on_missing": self.on_missing,
            "severity": self.severity,
        }
        usual = {"use": "ci" if self.rule == "margin" else "point", "min_cases": 0}
        usual |= {"on_missing": "fail", "severity": "fail"}
        return {name: value for name, value in given.items() if value != usual[name]}

    def side(self, higher_is_better: bool = True) -> tuple[bool, float]:
        """Return whether the gate sets a floor, and where.

        Args:
            higher_is_better: Whether more of the metric is better, which a margin depends on.
        """
        if self.rule == "margin":
            return higher_is_better, -self.bound if higher_is_better else self.bound
        return self.rule.startswith("min"), self.bound

    def passes(self, value: float, higher_is_better: bool = True) -> bool:
        """Return whether `value` respects the bound."""
        floor, bound = self.side(higher_is_better)
        return value >= bound - SLACK if floor else value <= bound + SLACK


@dataclass(frozen=True, slots=True)
class GateResult:
    """What one gate decided.

    Attributes:
        gate: The gate.
        verdict: What it decided over all variants that it is about.
        checked: For each variant: label, the value compared (None without data), passed or not;
            what was skipped counts as passed.
        reason: One line for people.
        unclear: The variants about which it decides nothing.
    """

    gate: Gate
    verdict: GateVerdict
    checked: tuple[tuple[str, float | None, bool], ...]
    reason: str
    unclear: tuple[str, ...] = ()

    @property
    def blocking(self) -> bool:
        """Whether the gate stands in the way: it failed or is unclear, and that counts."""
        open_ones = {GateVerdict.FAIL, GateVerdict.INCONCLUSIVE}
        return self.verdict in open_ones and self.gate.severity == "fail"

    @property
    def failing(self) -> frozenset[str]:
        """The variants that fail it."""
        failed = {label for label, _, passed in self.checked if not passed}
        return frozenset(failed - set(self.unclear))
