"""The charts of a report: Altair objects to change, pictures to save."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from garden_nb.analysis import report as frozen
from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.matrix import Policy
from garden_nb.errors import InputError, Problem, did_you_mean

if TYPE_CHECKING:
    from garden_nb.present.plot import Plot

__all__ = ["CHARTS", "Charts"]

CHARTS = ("estimates", "deltas", "tradeoff", "slices", "distribution", "power")
"""The charts that there are."""

_NARROWEST, _WIDEST = 400, 4000


@dataclass(frozen=True)
class Charts:
    """The charts of a report, for the choices that it had when it was asked for them.

    Each is an Altair chart: `.properties(...)`, `.configure_axis(...)` and the rest change it,
    `.save("x.png")`, `.to_svg()` and `.to_png()` need no network.

    Attributes:
        evidence: The trials behind the report.
        spec: The report's choices.
        metric: What the charts of one metric are about; by default the first that fits.
        against: The guardrail of the trade-off; by default cost, else latency, else the first.
        width: Pixels across.
    """

    evidence: Evidence
    spec: frozen.AnalysisSpec
    metric: str | None = None
    against: str | None = None
    width: int = 600

    def of(
        self, *, metric: str | None = None, against: str | None = None, width: int | None = None
    ) -> "Charts":
        """Return the same charts of another metric, against another guardrail, or wider.

        Args:
            metric: A metric's name.
            against: The guardrail of the trade-off.
            width: Pixels across, from 400 to 4000.

        Raises:
            InputError: There is no such metric, or the width is out of range.
        """
        problems: list[Problem] = []
        names = [known.name for known in self.evidence.table.metrics]
        for where, name in (("metric", metric), ("against", against)):
            if name is not None and name not in names:
                hint = did_you_mean(name, names)
                problems.append(Problem(where, f"there is no metric {name!r}.", hint))
        if width is not None and not _NARROWEST <= width <= _WIDEST:
            hint = f"Accepted: {_NARROWEST} to {_WIDEST} pixels."
            problems.append(Problem("width", f"got {width!r}.", hint))
        if problems:
            raise InputError(problems)
        changes: dict[str, Any] = {"metric": metric, "against": against, "width": width}
        return replace(self, **{key: value for key, value in changes.items() if value is not None})

    @property
    def estimates(self) -> "Plot":
        """Every variant's mean of every metric, with its interval and the bounds of gates."""
        from garden_nb.present.charts import estimates_spec  # noqa: PLC0415

        return _plot(estimates_spec(self._report, width=self.width))

    @property
    def deltas(self) -> "Plot":
        """Every difference to the baseline with its plain interval and that of the verdict."""
        from garden_nb.present.charts import delta_spec  # noqa: PLC0415

        return _plot(delta_spec(self._report, width=self.width))

    @property
    def tradeoff(self) -> "Plot":
        """Quality against cost or latency, with both uncertainties and the Pareto front."""
        from garden_nb.present.charts import tradeoff_spec  # noqa: PLC0415

        return _plot(
            tradeoff_spec(self._report, metric=self.metric, against=self.against, width=self.width)
        )

    @property
    def slices(self) -> "Plot":
        """The differences within each category."""
        from garden_nb.present.charts import slices_spec  # noqa: PLC0415

        slices = self.evidence.slices(self.spec)
        return _plot(slices_spec(self._report, slices, metric=self.metric, width=self.width))

    @property
    def distribution(self) -> "Plot":
        """How the case scores of each contender are spread, over those of the baseline."""
        from garden_nb.present.charts import distribution_spec  # noqa: PLC0415
        from garden_nb.present.charts.chosen import spread_of  # noqa: PLC0415

        metric = spread_of(self._report, self.metric, "distribution")
        policy = Policy(self.spec.on_error, self.spec.missing)
        matrix = self.evidence.cube(policy, self.spec.method).matrices[metric.name]
        return _plot(distribution_spec(self._report, matrix, width=self.width))

    @property
    def power(self) -> "Plot":
        """The smallest difference that is shown, against the number of cases."""
        from garden_nb.present.charts import power_spec  # noqa: PLC0415

        return _plot(power_spec(self._report, metric=self.metric, width=self.width))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Say which charts there are, and which one may have been meant."""
            if hasattr(type(self), name):  # a fault inside of a property: say that
                return object.__getattribute__(self, name)
            hint = "" if name[:1] == "_" else f" {did_you_mean(name, CHARTS)}"
            what = f"report.charts.{name} does not exist.{hint}"
            raise AttributeError(what, name=name, obj=self)

    @property
    def _report(self) -> frozen.Report:
        return self.evidence.report(self.spec)

    def __repr__(self) -> str:
        """Return which charts there are."""
        return f"<Charts: {', '.join(CHARTS)}; .of(metric=, against=, width=) for others>"


def _plot(spec: dict[str, Any]) -> "Plot":
    from garden_nb.present.plot import to_plot  # noqa: PLC0415  # altair

    return to_plot(spec)
