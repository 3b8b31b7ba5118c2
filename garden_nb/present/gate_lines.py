"""Gates in words: what each requires and what it decided."""

from collections import Counter

from garden_nb.analysis.gates import Gate, GateResult
from garden_nb.analysis.numbers import format_plain
from garden_nb.analysis.report import Report
from garden_nb.present.contract import GateLine
from garden_nb.present.words import label, sentence

__all__ = ["gate_line", "gates_line"]

_RULES = {
    "min": "{key} ≥ {bound}",
    "max": "{key} ≤ {bound}",
    "min_delta": "{key}: delta ≥ {bound}",
    "max_delta": "{key}: delta ≤ {bound}",
    "min_delta_pct": "{key}: change ≥ {bound} %",
    "max_delta_pct": "{key}: change ≤ {bound} %",
}
_SUMS = {"fail": "failed", "unclear": "unclear", "pass": "passed", "skipped": "skipped"}


def gate_line(result: GateResult) -> GateLine:
    """Return one gate: its verdict in a word, its rule, the reason."""
    return {
        "status": result.verdict.word,
        "text": _rule(result.gate),
        "reason": sentence(result.reason),
    }


def gates_line(report: Report) -> GateLine | None:
    """Return what all gates say together, the worst verdict first; None without gates."""
    counts = Counter(result.verdict.word for result in report.gates)
    if not counts:
        return None
    words = [word for word in _SUMS if counts[word]]
    text = ", ".join(f"{counts[word]} {_SUMS[word]}" for word in words)
    return {"status": words[0], "text": text, "reason": ""}


def _rule(gate: Gate) -> str:
    return _RULES[gate.rule].format(key=label(gate.key), bound=format_plain(gate.bound))
