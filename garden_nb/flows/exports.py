"""What people share of a report: pages, comments, documents, frames, pictures."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from garden_nb.analysis.cube import ADJUSTMENTS
from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.report import Report as Frozen
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.charts import CHARTS, Charts

if TYPE_CHECKING:
    import pandas as pd

    from garden_nb.flows.report import Report
    from garden_nb.present.beside import Beside
    from garden_nb.present.flips import ChangedCases

__all__ = ["MAX_BASELINES", "Exports"]

MAX_BASELINES = 8
"""Above this many variants a saved report carries the current baseline only."""

_MOST_KINDS = 5


class Exports:
    """The forms of a report that leave Python, made for the choices that it has."""

    id: str
    _evidence: Evidence
    _spec: AnalysisSpec
    _last_changed: "tuple[object, dict[str, list[ChangedCases]]] | None" = None

    @property
    @abstractmethod
    def frozen(self) -> Frozen:
        """The report as data for the present choices."""

    @property
    @abstractmethod
    def charts(self) -> Charts:
        """Altair charts of the present choices."""

    @property
    @abstractmethod
    def failures(self) -> dict[str, dict[str, int]]:
        """By variant, how many trials failed in which way."""

    def payload(
        self,
        *,
        wire: bool = False,
        texts: bool = True,
        whole: bool = True,
        baseline: str | None = None,
    ) -> dict[str, Any]:
        """Return everything a view needs: each choice that works without a kernel, computed.

        Args:
            wire: Whether a kernel listens to the view.
            texts: Whether to keep prompts, outputs and explanations of the cases that changed.
            whole: False gives the present choice alone and no picture, which is quick.
            baseline: The baseline to choose; by default the report's own.
        """
        from garden_nb.present.payload import build_payload  # noqa: PLC0415  # altair

        variants, spec = self._evidence.table.plan.variants, self._spec
        spec = replace(spec, baseline=spec.baseline if baseline is None else baseline)
        alone = len(variants) > MAX_BASELINES
        baselines = (spec.baseline,) if alone else variants
        policies = ("fail", "drop") if self._evidence.table.any_failed else (spec.on_error,)
        choices = [
            replace(spec, baseline=baseline, adjust=adjust, on_error=policy)
            for baseline in baselines  # alike views side by side, which packs them smaller
            for policy in policies
            for adjust in ADJUSTMENTS
        ]
        beside = self._beside(baselines, texts=texts)
        if alone:
            fact = f"{len(variants)} variants: another baseline needs a kernel"
            beside = replace(beside, facts=[*beside.facts, fact])
        return build_payload(
            [self._told(each, texts) for each in choices] if whole else [],
            self._told(spec, texts),
            self.id,
            wire=wire,
            beside=replace(beside, to_come=() if whole else choices),
        )

    def to_html(self, path: str | Path | None = None, *, texts: bool = True) -> str:
        """Return (and write to `path`) one self-contained page that works offline.

        Args:
            path: A file, or None.
            texts: False leaves prompts, outputs and explanations out, for sharing outside; names,
                ids, categories and scores stay.
        """
        from garden_nb.present.html import to_page  # noqa: PLC0415  # jinja2

        return _written(to_page(self.payload(texts=texts)), path)

    def to_markdown(self, path: str | Path | None = None) -> str:
        """Return (and write to `path`) the report as Markdown, for a comment or a file.

        Cases that changed are named by their ids; no prompt, output or explanation is in it.
        """
        from garden_nb.present.markdown import to_markdown  # noqa: PLC0415

        beside = self._beside((self._spec.baseline,), texts=False)
        return _written(to_markdown(self._told(self._spec, texts=False), beside), path)

    def _told(self, spec: AnalysisSpec, texts: bool) -> Frozen:
        """Return a report for sharing: without texts, reasons are told by their kind alone."""
        report = self._evidence.report(spec)
        if texts or not report.unscored:
            return report
        from garden_nb.present.reasons import short_reason  # noqa: PLC0415

        unscored = {
            name: found._replace(reason=short_reason(found.reason, strict=True))
            for name, found in report.unscored.items()
        }
        return replace(report, unscored=unscored)

    def _facts(self) -> list[str]:
        """Return what the context of every view says beside what the numbers tell."""
        kinds: Counter[str] = Counter()
        for counts in self.failures.values():
            kinds.update(counts)
        if not kinds:
            return []
        most = ", ".join(f"{kind} {count:,}" for kind, count in kinds.most_common(_MOST_KINDS))
        rest = kinds.total() - sum(count for _, count in kinds.most_common(_MOST_KINDS))
        return [f"failures: {most}{f', others {rest:,}' if rest else ''}"]

    def _beside(self, baselines: Sequence[str], *, texts: bool) -> "Beside":
        """Return what is shown beside the numbers, with the cases that changed against some."""
        from garden_nb.flows.cases.changed_sections import (  # noqa: PLC0415  # which knows reports
            changed_sections,
        )
        from garden_nb.present.beside import Beside  # noqa: PLC0415

        spec = self._spec
        key = (tuple(baselines), texts, spec.metrics, spec.on_error, spec.missing)
        if self._last_changed is None or self._last_changed[0] != key:
            report = cast("Report", self)
            changed = changed_sections(report, baselines, texts=texts) if baselines else {}
            self._last_changed = (key, changed)
        return Beside(self._evidence.slices, self._last_changed[1], self._facts())

    def to_text(self) -> str:
        """Return the report as plain text, for a terminal."""
        from garden_nb.present.text import to_text  # noqa: PLC0415

        return to_text(self._told(self._spec, texts=False), self._beside((), texts=False))

    def export(self, path: str | Path, *, chart: str = "deltas", texts: bool = True) -> None:
        """Write the report to `path`, in the form that its ending says.

        Args:
            path: A file.
            chart: Which of `report.charts` a picture (`.png`, `.svg`) is of.
            texts: False leaves prompts, outputs and explanations out, for sharing outside.

        Raises:
            InputError: The ending is none of `.html`, `.md`, `.json`, `.csv`, `.txt`, `.png`,
                `.svg`, or there is no such chart.
        """
        if chart not in CHARTS:
            what = f"there is no chart {chart!r}."
            raise InputError(Problem("chart", what, did_you_mean(chart, CHARTS)))
        writers: dict[str, Callable[[Path], object]] = {
            ".html": lambda target: self.to_html(target, texts=texts),
            ".md": self.to_markdown,
            ".json": lambda target: self.to_json(target, texts=texts),
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

    def to_json(
        self, path: str | Path | None = None, *, texts: bool = True, view: bool = True
    ) -> str:
        """Return (and write to `path`) the report as JSON, from which `open` makes it again.

        Absent numbers are null; scores by case are in it. By convention the file ends in
        `.garden.json`; `present/report.schema.json` says what is where.

        Args:
            path: A file, or None.
            texts: False leaves prompts, outputs and explanations out, for sharing outside.
            view: Whether to keep what JupyterLab shows when the file is opened there.
        """
        from garden_nb.present.document import to_json  # noqa: PLC0415
        from garden_nb.present.payload import fold  # noqa: PLC0415  # altair

        shown = fold(self.payload(texts=texts)) if view else None
        report = self._told(self._spec, texts)
        text = to_json(report, self._evidence.table, failures=self.failures, view=shown)
        return _written(text, path)

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
