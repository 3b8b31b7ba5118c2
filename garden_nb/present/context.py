"""The facts to read beside the advice: how final, how complete, judged how."""

from garden_nb.analysis.numbers import format_count
from garden_nb.analysis.report import Report
from garden_nb.present.clean import clean, shorten
from garden_nb.present.reasons import short_reason
from garden_nb.present.words import correction_words, label, level_words, sentence, state_words

__all__ = ["context_facts", "family_words"]

_REASON_LIMIT = 240


def context_facts(report: Report) -> list[str]:
    """Return the short facts that stand below the advice, in reading order."""
    cases, runs = format_count(report.n_cases, "case"), format_count(report.repeats, "run")
    facts = [
        _how_final(report),
        f"{cases} × {runs}",
        *_trials_to_go(report),
        *_stopped(report),
        _baseline_fact(report),
        *_metrics_fact(report),
        *_failures(report),
        *_unscored(report),
        *_reused(report),
        _level_fact(report),
        f"seed {report.spec.seed}",
    ]
    return [sentence(fact) for fact in facts]


def family_words(report: Report) -> str:
    """Return what the correction is over.

    A baseline that was chosen after the run is judged among all pairs, which pays for the choice.
    """
    size = format_count(report.family_size, "comparison")
    planned = report.spec.baseline == report.spec.planned_baseline
    if planned:
        return size
    charged = len(report.variants) > 2 and report.spec.adjust is not None
    return f"{size} (all pairs{', p × 3 for the second look' if charged else ''})"


def _how_final(report: Report) -> str:
    if report.interim:
        why = state_words(_short(report.halted)) if report.halted else ""
        return f"interim ({why})" if why else "interim"
    return "stopped early" if report.early else "final"


def _trials_to_go(report: Report) -> list[str]:
    going = [count for count in report.counts if count.variant not in report.stopped]
    planned = sum(count.planned for count in going)
    done = sum(count.done for count in going)
    if done >= planned:
        return []
    left = f"{planned - done:,} of {format_count(planned, 'trial')}"
    if report.early:
        return [f"{left} saved ({_short(next(iter(report.early.values())))})"]
    return [f"{left} to go" if report.interim else f"{left} absent"]


def _stopped(report: Report) -> list[str]:
    """Return who is left out and why; those with the same reason together."""
    who: dict[str, list[str]] = {}
    for variant, reason in report.stopped.items():
        who.setdefault(reason, []).append(label(variant))
    return [f"{', '.join(labels)} left out ({_short(reason)})" for reason, labels in who.items()]


def _baseline_fact(report: Report) -> str:
    if report.spec.baseline == report.spec.planned_baseline:
        return "baseline as planned"
    return f"baseline changed after the run (planned: {label(report.spec.planned_baseline)})"


def _metrics_fact(report: Report) -> list[str]:
    if not report.left_out:
        return []
    return [f"metrics chosen after the run (left out: {', '.join(map(label, report.left_out))})"]


def _failures(report: Report) -> list[str]:
    failed = [count for count in report.counts if count.failed]
    if not failed:
        return []
    who = ", ".join(label(count.variant) for count in failed)
    trials = sum(count.failed for count in failed)
    fails = report.spec.on_error == "fail"
    verb = f"count{'s' if trials == 1 else ''} as wrong" if fails else "left out"
    other = "dropped" if fails else "counted as wrong"
    differs = any(row.depends_on_failures for row in report.comparisons)
    effect = f"some verdicts differ if {other}" if differs else f"same verdicts if {other}"
    return [f"{format_count(trials, 'failed trial')} ({who}) {verb}, {effect}"]


def _unscored(report: Report) -> list[str]:
    return [
        f"{format_count(count, 'output')} without {label(metric)} ({short_reason(reason)})"
        for metric, (count, reason) in report.unscored.items()
    ]


def _short(reason: str) -> str:
    return shorten(clean(reason).rstrip(". "), _REASON_LIMIT) or "no reason given"


def _reused(report: Report) -> list[str]:
    reused = sum(count.reused for count in report.counts)
    new = sum(count.done for count in report.counts) - reused
    return [f"{reused:,} reused, {format_count(new, 'new call')}"] if reused else []


def _level_fact(report: Report) -> str:
    if not report.family_size:
        return level_words(report)
    if report.spec.adjust is None:
        return f"{level_words(report)}, no correction"
    correction = correction_words(report.spec.adjust)
    return f"{level_words(report)}, {correction} over {family_words(report)}"
