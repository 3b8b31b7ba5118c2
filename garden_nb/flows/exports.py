"""What people share of a report: pages, comments, documents, frames, pictures."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from garden_nb.analysis import report as frozen
from garden_nb.analysis.cube import ADJUSTMENTS
from garden_nb.analysis.evidence import Evidence
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.charts import CHARTS, Charts

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MAX_BASELINES", "Exports"]

MAX_BASELINES = 8
"""Above this many variants a saved report carries the current baseline only."""


class Exports:
    """The forms of a report that leave Python, made for the choices that it has."""

    id: str
    _evidence: Evidence
    _spec: frozen.AnalysisSpec

    @property
    @abstractmethod
    def frozen(self) -> frozen.Report:
        """The report as data for the present choices."""

    @property
    @abstractmethod
    def charts(self) -> Charts:
        """Altair charts of the present choices."""

    def payload(self, *, wire: bool = False) -> dict[str, Any]:
        """Return everything a view needs: each choice that works without a kernel, computed.

        Args:
            wire: Whether a kernel listens to the view.
        """
        from garden_nb.present.payload import build_payload  # noqa: PLC0415  # altair

        variants, spec = self._evidence.table.plan.variants, self._spec
        baselines = variants if len(variants) <= MAX_BASELINES else (spec.baseline,)
        policies = ("fail", "drop") if self._evidence.table.any_failed else (spec.on_error,)
        reports = [
            self._evidence.report(replace(spec, baseline=baseline, adjust=adjust, on_error=policy))
            for baseline in baselines  # alike views side by side, which packs them smaller
            for policy in policies
            for adjust in ADJUSTMENTS
        ]
        slices = self._evidence.slices
        return build_payload(reports, self.frozen, self.id, wire=wire, slices=slices)

    def to_html(self, path: str | Path | None = None) -> str:
        """Return (and write to `path`) one self-contained page that works offline."""
        from garden_nb.present.html import to_page  # noqa: PLC0415  # jinja2

        return _written(to_page(self.payload()), path)

    def to_markdown(self, path: str | Path | None = None) -> str:
        """Return (and write to `path`) the report as Markdown, for a comment or a file."""
        from garden_nb.present.markdown import to_markdown  # noqa: PLC0415

        return _written(to_markdown(self.frozen), path)

    def to_text(self) -> str:
        """Return the report as plain text, for a terminal."""
        from garden_nb.present.text import to_text  # noqa: PLC0415

        return to_text(self.frozen)

    def export(self, path: str | Path, *, chart: str = "deltas") -> None:
        """Write the report to `path`, in the form that its ending says.

        Args:
            path: A file.
            chart: Which of `report.charts` a picture (`.png`, `.svg`) is of.

        Raises:
            InputError: The ending is none of `.html`, `.md`, `.json`, `.csv`, `.txt`, `.png`,
                `.svg`, or there is no such chart.
        """
        if chart not in CHARTS:
            what = f"there is no chart {chart!r}."
            raise InputError(Problem("chart", what, did_you_mean(chart, CHARTS)))
        writers: dict[str, Callable[[Path], object]] = {
            ".html": self.to_html,
            ".md": self.to_markdown,
            ".json": self.to_json,
            ".csv": lambda target: _written(self.to_frame().to_csv(index=False), target),
            ".txt": lambda target: _written(f"{self.to_text()}\n", target),
            ".png": lambda target: getattr(self.charts, chart).to_png(target),
            ".svg": lambda target: getattr(self.charts, chart).to_svg(target),
        }
        target = Path(path)
        write = writers.get(target.suffix.lower())
        if write is None:
            what = f"{str(path)!r} has no known ending."
            raise InputError(Problem("path", what, f"Accepted: {', '.join(writers)}."))
        target.parent.mkdir(parents=True, exist_ok=True)
        write(target)

    def to_json(self, path: str | Path | None = None) -> str:
        """Return (and write to `path`) the report as JSON, from which `open` makes it again.

        Absent numbers are null; scores by case are in it, no prompts or outputs. By convention
        the file ends in `.garden.json`; `present/report.schema.json` says what is where.
        """
        from garden_nb.present.document import to_json  # noqa: PLC0415

        return _written(to_json(self.frozen, self._evidence.table), path)

    def to_frame(
        self, kind: Literal["comparisons", "estimates", "cases"] = "comparisons"
    ) -> "pd.DataFrame":
        """Return the report as a tidy pandas frame.

        Args:
            kind: `comparisons`: one row per contender and metric; `estimates`: one row per variant
                and metric; `cases`: one row per trial, a column per score.

        Raises:
            InputError: There is no such kind.
        """
        import pandas as pd  # noqa: PLC0415

        from garden_nb.present import tidy  # noqa: PLC0415

        makers: dict[str, Callable[[], Any]] = {
            "comparisons": lambda: tidy.comparison_rows(self.frozen),
            "estimates": lambda: tidy.estimate_rows(self.frozen),
            "cases": lambda: tidy.case_columns(self._evidence.table),
        }
        if kind not in makers:
            what = f"there is no kind {kind!r}."
            raise InputError(Problem("kind", what, did_you_mean(kind, tuple(makers))))
        return pd.DataFrame(makers[kind]())

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """Return the report for a notebook; the notebook's own display adds the wire."""
        from garden_nb.present.bundle import to_bundle  # noqa: PLC0415

        return to_bundle(self.payload(), self.frozen)


def _written(text: str, path: str | Path | None) -> str:
    if path is not None:
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", errors="replace")
    return text
