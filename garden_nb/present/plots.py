"""The pictures among which a page chooses: one per choice, drawn together as far as they can be."""

from collections.abc import Mapping

from garden_nb.analysis.report import Report
from garden_nb.present.charts import delta_spec
from garden_nb.present.charts.overlay import skeleton
from garden_nb.present.svg import to_svgs

__all__ = ["draw_plots"]


def draw_plots(reports: Mapping[str, Report]) -> tuple[dict[str, int], list[str]]:
    """Return the index of each choice's picture, and the pictures; equal ones are kept once.

    Choices against one baseline share their axes, so that in the page only what differs moves.

    Args:
        reports: By choice the report that it shows; one without contenders has no picture.
    """
    shown = {key: report for key, report in reports.items() if report.comparisons}
    against: dict[str, list[Report]] = {}
    for report in shown.values():
        against.setdefault(report.spec.baseline, []).append(report)
    alike: dict[str, dict[str, dict[str, object]]] = {}
    for key, report in shown.items():
        spec = delta_spec(report, beside=against[report.spec.baseline])
        alike.setdefault(skeleton(spec), {})[key] = spec
    drawn = {
        key: svg
        for specs in alike.values()
        for key, svg in zip(specs, to_svgs([*specs.values()]), strict=True)
    }
    indices = {svg: at for at, svg in enumerate(dict.fromkeys(drawn[key] for key in shown))}
    return {key: indices[drawn[key]] for key in shown}, [*indices]
