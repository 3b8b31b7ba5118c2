"""The state of a report: what is chosen in it, as the front end and the wire write it."""

from garden_nb.analysis.gates import Gate
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.present.contract import Basis, GateEntry, State
from garden_nb.present.words import label

__all__ = ["basis_of", "gate_key", "state_of"]


def state_of(spec: AnalysisSpec) -> State:
    """Return the choices of `spec`, over all cases."""
    basis = basis_of(spec)
    return {
        "baseline": label(spec.baseline),
        "adjust": spec.adjust or "none",
        "on_error": spec.on_error,
        "gates": basis["gates"],
        "confidence": basis["confidence"],
        "margin": basis["margin"],
        "metrics": basis["metrics"],
        "slice": "",
    }


def basis_of(spec: AnalysisSpec) -> Basis:
    """Return what the views of one payload have in common."""
    return {
        "gates": [_entry(gate) for gate in spec.gates],
        "confidence": spec.confidence,
        "margin": spec.margin,
        "metrics": None if spec.metrics is None else [label(name) for name in spec.metrics],
    }


def _entry(gate: Gate) -> GateEntry:
    entry = (gate_key(gate.metric, gate.variant), gate.rule, gate.bound)
    return (*entry, gate.options) if gate.options else entry


def gate_key(metric: str, variant: str | None = None) -> str:
    """Return how views name the gates on a metric.

    >>> gate_key("accuracy"), gate_key("accuracy", "bm25")
    ('accuracy', 'bm25:accuracy')
    """
    return label(metric) if variant is None else f"{label(variant)}:{label(metric)}"
