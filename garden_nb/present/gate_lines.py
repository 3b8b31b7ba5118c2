"""Gates in words: what each requires and what it decided."""

from collections import Counter
from collections.abc import Mapping

from garden_nb.analysis.gates import Gate, GateResult
from garden_nb.analysis.numbers import format_count, format_plain
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
    "margin": "{key}: not worse by more than {bound}",
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
    """Return what all gates say together, the worst verdict first; None without gates.

    A gate that only warns counts where it passes, else it is a warning.
    """
    if not report.gates:
        return None
    counts: Counter[str] = Counter()
    warnings = 0
    for result in report.gates:
        status = result.verdict.word
        warns = result.gate.severity == "warn" and status in {"fail", "unclear"}
        warnings += warns
        counts[status] += not warns
    words = [word for word in _SUMS if counts[word]]
    parts = [f"{counts[word]} {_SUMS[word]}" for word in words]
    parts += [format_count(warnings, "warning")] if warnings else []
    return {"status": words[0] if words else "pass", "text": ", ".join(parts), "reason": ""}


def _rule(gate: Gate) -> str:
    text = _RULES[gate.rule].format(key=label(gate.key), bound=format_plain(gate.bound))
    options = _options(gate.options)
    return f"{text} ({options})" if options else text


def _options(options: Mapping[str, str | int]) -> str:
    """Return the options that are not the default ones in words."""
    words = []
    if "use" in options:
        words.append("whole interval")
    if "min_cases" in options:
        words.append(f"from {format_count(int(options['min_cases']), 'case')}")
    if "on_missing" in options:
        words.append("skipped without data")
    if "severity" in options:
        words.append("only a warning")
    return ", ".join(words)
