"""Plots: Altair charts that need no network to be shown or saved.

Imported where a chart is asked for, never before: Altair takes two seconds.
"""

import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import altair as alt

from garden_nb.present.dark import in_dark
from garden_nb.present.picture import to_png
from garden_nb.present.svg import to_svg

__all__ = ["ConcatPlot", "LayerPlot", "Plot", "VConcatPlot", "to_plot"]

_MADE = "garden_nb"
_VERSION_5 = "application/vnd.vegalite.v5+json"
_SCHEMA_5 = "https://vega.github.io/schema/vega-lite/v5.json"
_SCREEN = 2.0


class Plot:
    """What a chart of a report can do beside what every Altair chart can.

    Charts stay Altair's: `.properties(title="mine")`, `.configure_axis(...)` and the rest return
    one that can do the same.
    """

    def to_svg(self, path: str | Path | None = None, *, dark: bool = False) -> str:
        """Return (and write to `path`) the chart as an SVG picture.

        Args:
            path: A file, or None.
            dark: Whether it is for dark paper.
        """
        svg = to_svg(self._drawn(dark=dark))
        if path is not None:
            Path(path).write_text(svg, encoding="utf-8")
        return svg

    def to_png(
        self, path: str | Path | None = None, *, scale: float = _SCREEN, dark: bool = False
    ) -> bytes:
        """Return (and write to `path`) the chart as a PNG picture.

        Args:
            path: A file, or None.
            scale: Pixels of the picture per pixel of the chart.
            dark: Whether it is for dark paper.
        """
        png = to_png(self._drawn(dark=dark), scale=scale)
        if path is not None:
            Path(path).write_bytes(png)
        return png

    def save(self, fp: Any, format: Any = None, *args: Any, **options: Any) -> None:  # noqa: A002
        """Write the chart to a file as Altair does, but a page without addresses of others.

        Args:
            fp: A path or an open file.
            format: `png`, `svg`, `pdf`, `html` or `json`; by default what the path ends in.
            *args: As in Altair.
            **options: As in Altair.
        """
        kind = format or str(fp).rpartition(".")[2].lower()
        if kind == "html":
            options.setdefault("inline", True)
        elif kind == "png":
            options.setdefault("scale_factor", _SCREEN)
        altair: Any = super()
        altair.save(fp, format, *args, **options)

    @property
    def _spec(self) -> dict[str, Any]:
        chart: Any = self
        return dict(chart.to_dict(validate=False))

    def _drawn(self, *, dark: bool = False) -> dict[str, Any]:
        spec = self._spec
        spec.pop("usermeta", None)
        return dict(in_dark(spec)) if dark else spec

    def _repr_mimebundle_(self, *_: Any, **__: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return a picture, and the chart itself as long as it is one that JupyterLab can draw.

        JupyterLab brings Vega-Lite 5; what people add may need a newer one.
        """
        png = to_png(self._drawn())
        spec = self._spec
        data: dict[str, Any] = {"image/png": b64encode(png).decode()}
        data["text/plain"] = str(spec.get("description", "a chart"))
        if spec.pop("usermeta", {}).get(_MADE) == _digest(spec):
            data[_VERSION_5] = {**spec, "$schema": _SCHEMA_5}
        width, height = (int.from_bytes(png[at : at + 4]) / _SCREEN for at in (16, 20))
        return data, {"image/png": {"width": width, "height": height}}


class LayerPlot(Plot, alt.LayerChart):
    """A plot of one panel."""


class VConcatPlot(Plot, alt.VConcatChart):
    """A plot of panels below each other."""


class ConcatPlot(Plot, alt.ConcatChart):
    """A plot of panels in rows."""


def to_plot(spec: dict[str, Any]) -> Plot:
    """Return a Vega-Lite specification as an Altair chart, its panels Altair charts too."""
    kinds = {"layer": LayerPlot, "vconcat": VConcatPlot, "concat": ConcatPlot}
    kind = next(kind for kind in kinds if kind in spec)
    plot: Any = _of(kinds[kind], kind, spec)
    plot.usermeta = {_MADE: _digest(plot.to_dict(validate=False))}
    return plot  # type: ignore[no-any-return]  # Altair's attributes are anything


def _digest(spec: dict[str, Any]) -> str:
    return sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()[:16]


def _part(spec: dict[str, Any]) -> Any:
    for kind, chart in (("layer", alt.LayerChart), ("concat", alt.ConcatChart)):
        if kind in spec:
            return _of(chart, kind, spec)
    return alt.Chart(
        **{**spec, "mark": alt.MarkDef.from_dict(spec["mark"])}
        | {"encoding": alt.FacetedEncoding.from_dict(spec["encoding"])}
    )


def _of(chart: type[Any], kind: str, spec: dict[str, Any]) -> Any:
    rest = {key: value for key, value in spec.items() if key != kind}
    return chart(**{kind: [_part(part) for part in spec[kind]]}, **rest)
