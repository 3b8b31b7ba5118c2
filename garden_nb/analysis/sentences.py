"""Sentences: what a row estimates, by which method and why, and what it does and does not show."""

import math

from garden_nb.analysis.comparison import Comparison, Status
from garden_nb.analysis.numbers import Scale, format_count, format_ratio
from garden_nb.core.metrics import Metric, Role
from garden_nb.stats.pair_result import MIN_PAIRS
from garden_nb.stats.power.mde_paired_binary import discordant_needed

__all__ = ["Facts", "outlook_of", "sentences_of"]

_FEW = 20
_FEW_CLUSTERS = 10
_WHY = {
    "tango": "pass/fail with one run per case: McNemar's score test and its inversion, Tango's "
    "interval",
    "repeated_binary": "pass/fail with repeats that differ: the score test on case means",
    "paired_t": "scores: the paired t on case means",
    "cluster_cr2": "cases in clusters: the paired t with cluster-robust errors (CR2)",
    "log_ratio": "positive values: the paired t on logarithms, the typical case",
    "ppi++": "a judge with people's scores on some cases: prediction-powered inference (PPI++)",
    "e_value": "a run that is not done: the e-value of the discordant cases, valid at any time",
    "bootstrap": "as asked: the percentile bootstrap over cases",
}


_WITHIN = "within the margin"


class Facts:
    """What the sentences about one row need beside it.

    Args:
        metric: The row's metric.
        scale: How its values are written.
        margin: Differences up to this size count as none, or None.
        repeats: Trials planned per case and variant.
    """

    def __init__(self, metric: Metric, scale: Scale, margin: float | None, repeats: int) -> None:
        self.metric = metric
        self.scale = scale
        self.margin = margin
        self.repeats = repeats

    def size(self, value: float) -> str:
        """Return a difference without its sign, with its unit in words."""
        return self.scale.size(value)


def outlook_of(row: Comparison, facts: Facts) -> str:
    """Return one clause on an undecided row: what is not excluded, what would settle it.

    Of a row that is decided it says only where its difference is too small to count.
    """
    if row.status in {Status.IMPROVEMENT, Status.REGRESSION}:
        return _WITHIN if _is_within(row, facts) else ""
    if row.status is Status.NOT_TESTABLE:
        return f"on {row.metric}: {_too_little(row)}"
    if row.status is not Status.INCONCLUSIVE or row.role != Role.SUCCESS:
        return ""
    low, high = row.ci_adj_low, row.ci_adj_high
    if low is None or high is None:
        return ""
    if low == high == 0:
        return f"on {row.metric}: no difference in any case"
    if facts.margin is None:
        ends = facts.scale.ends(low, high)
        return f"on {row.metric}: anything from {ends} is possible"
    bad = -low if facts.metric.higher_is_better else high
    word = "drop" if facts.metric.higher_is_better else "rise"
    open_end = f"a {word} of {facts.size(facts.margin)} is not excluded"
    if bad < facts.margin:
        open_end = f"any {word} is smaller than {facts.size(facts.margin)}"
    return f"on {row.metric}: {open_end}{_settling(row)}"


def sentences_of(row: Comparison, facts: Facts) -> tuple[str, ...]:
    """Return what was estimated, how and why, what it supports, and what to be careful about."""
    if row.status is Status.NO_DATA:
        return (f"No case has a value of {row.metric} for both.",)
    found = [_estimated(row, facts), f"Method for {_WHY.get(row.method, row.method)}."]
    found.append(_supports(row, facts))
    if row.mde is not None and row.role == Role.SUCCESS:
        found.append(_power(row, row.mde, facts))
    if row.n_pairs < _FEW:
        found.append(f"Only {format_count(row.n_pairs, 'case')}: treat as a first impression.")
    if row.n_clusters is not None and row.n_clusters < _FEW_CLUSTERS:
        found.append(f"Only {format_count(row.n_clusters, 'cluster')}: treat as indicative.")
    if row.heavy_tail and row.role == Role.GUARDRAIL:
        found.append("A few giant cases decide the mean: do not trust its interval.")
    if row.odd_cases is not None and row.role == Role.GUARDRAIL:
        found.append(f"{_odd(row, row.odd_cases)}: do not trust the interval of the mean.")
    if row.depends_on_failures:
        found.append("The other way to count failures gives another verdict.")
    if row.depends_on_missing:
        found.append("Counting absent trials as failed gives another verdict.")
    return tuple(sentence for sentence in found if sentence)


def _estimated(row: Comparison, facts: Facts) -> str:
    cases = format_count(row.n_pairs, "paired case")
    repeats = f", {facts.repeats} runs each averaged first" if facts.repeats > 1 else ""
    what = "Ratio of typical values" if row.ratio is not None else "Mean difference"
    return f"{what} of {row.metric}, {row.variant} against {row.baseline}, over {cases}{repeats}."


def _supports(row: Comparison, facts: Facts) -> str:
    if row.status is Status.NOT_TESTABLE:
        return f"Nothing can be told: {_too_little(row)}."
    if row.ratio is not None and row.ratio_low is not None and row.ratio_high is not None:
        written = format_ratio(row.ratio, row.ratio_low, row.ratio_high)
        verb = "shown" if row.status is not Status.INCONCLUSIVE else "no difference shown"
        return f"{row.status.word.capitalize()}, {verb}: {written}."
    low = row.ci_low if row.ci_adj_low is None else row.ci_adj_low
    high = row.ci_high if row.ci_adj_high is None else row.ci_adj_high
    if low is None or high is None:
        return ""
    if low == high == 0:
        return f"Every case has the same {row.metric} under both."
    if row.status in {Status.IMPROVEMENT, Status.REGRESSION}:
        least = low if low > 0 else -high
        word = "An improvement" if row.status is Status.IMPROVEMENT else "A regression"
        most = ""
        if _is_within(row, facts) and facts.margin is not None:
            most = f", {_WITHIN}: any difference is smaller than {facts.size(facts.margin)}"
        return f"{word} is shown, of at least {facts.size(least)}{most}."
    if row.status is Status.EQUIVALENT and facts.margin is not None:
        return f"Equivalent: any difference is smaller than {facts.size(facts.margin)}."
    loss, gain = (-low, high) if facts.metric.higher_is_better else (high, -low)
    word = "drop" if facts.metric.higher_is_better else "rise"
    return (
        f"No regression is shown; a {word} of up to {facts.size(max(loss, 0.0))} and an "
        f"improvement of up to {facts.size(max(gain, 0.0))} are not excluded{_settling(row)}."
    )


def _is_within(row: Comparison, facts: Facts) -> bool:
    """Return whether a difference that is shown is nevertheless too small to count."""
    if facts.margin is None or row.role != Role.SUCCESS:
        return False
    low, high = row.ci_adj_low, row.ci_adj_high
    return low is not None and high is not None and max(-low, high) < facts.margin


def _settling(row: Comparison) -> str:
    if not row.more_cases:
        return ""
    rounded = _about(row.more_cases)
    return f"; about {rounded:,} more cases would settle it if the two are equal"


def _about(count: int) -> int:
    """Return a count with two digits, rounded up: it is a plan, not a measurement."""
    unit = int(10 ** max(0, len(str(count)) - 2))
    return math.ceil(count / unit) * unit


def _power(row: Comparison, mde: float, facts: Facts) -> str:
    at_level = ""
    if row.mde_adj is not None and row.mde_adj > mde:
        at_level = f" ({facts.size(row.mde_adj)} at the level of the verdict)"
    return (
        f"With these cases a true difference of {facts.size(mde)} would be shown 8 times in "
        f"10{at_level}."
    )


def _odd(row: Comparison, odd: int) -> str:
    verb = "differs" if odd == 1 else "differ"
    return (
        f"Only {odd:,} of {format_count(row.n_pairs, 'case')} {verb} in another way than the rest"
    )


def _too_little(row: Comparison) -> str:
    if row.heavy_tail:
        return "a few giant cases decide the mean"
    if row.odd_cases is not None:
        return _odd(row, row.odd_cases).lower()
    if row.n_clusters is not None and row.n_clusters < MIN_PAIRS:
        verb = "is" if row.n_clusters == 1 else "are"
        return f"there {verb} only {format_count(row.n_clusters, 'cluster')}"
    if row.gained is not None and row.lost is not None and row.ci_low is not None:
        differ = row.gained + row.lost
        needed = discordant_needed(row.tail) if row.tail else 0
        verb = "differs" if differ == 1 else "differ"
        return f"{format_count(differ, 'case')} {verb}, at least {needed} would have to"
    return f"there {'is' if row.n_pairs == 1 else 'are'} only {format_count(row.n_pairs, 'case')}"
