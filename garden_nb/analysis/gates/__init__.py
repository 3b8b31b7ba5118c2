"""Gates: requirements on variants, and what they decided.

One grammar for code and YAML, one set of rules for Python and the page: `evaluate_gates` and
`present/static/gates.js` say the same of the same numbers.
"""

from garden_nb.analysis.gates.evaluate_gates import evaluate_gates
from garden_nb.analysis.gates.gate import COUNTS, OPTIONS, RULES, Gate, GateResult, GateVerdict
from garden_nb.analysis.gates.measured import (
    Compared,
    Gauged,
    Measured,
    write_interval,
    write_measured,
)
from garden_nb.analysis.gates.parse_gates import parse_gates

__all__ = [
    "COUNTS",
    "OPTIONS",
    "RULES",
    "Compared",
    "Gate",
    "GateResult",
    "GateVerdict",
    "Gauged",
    "Measured",
    "evaluate_gates",
    "parse_gates",
    "write_interval",
    "write_measured",
]
