"""Charts: plain Vega-Lite made from frozen reports, pictures of it, Altair objects to change.

*Why*: a plot is believed before a table is read. So every chart here draws numbers that Python
computed, in one grammar of marks and inks (`present.marks`), each status also as a shape and a
word; deltas are drawn against zero, never as two intervals to be compared by eye. Specifications
are of the kind that Vega-Lite 5 (which JupyterLab ships) and 6 both take.
"""

from garden_nb.present.charts.deltas import delta_spec
from garden_nb.present.charts.distribution import distribution_spec
from garden_nb.present.charts.estimates import estimates_spec
from garden_nb.present.charts.power import power_spec
from garden_nb.present.charts.slices import slices_spec
from garden_nb.present.charts.tradeoff import tradeoff_spec

__all__ = [
    "delta_spec",
    "distribution_spec",
    "estimates_spec",
    "power_spec",
    "slices_spec",
    "tradeoff_spec",
]
