"""The decision: what a report advises, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from garden_nb.analysis.comparison import Comparison, Status
from garden_nb.analysis.gates import GateResult

__all__ = ["Action", "Contender", "Decision", "decide", "nothing_ran"]


class Action(StrEnum):
    """What the report advises."""

    KEEP = "keep"
    SWITCH = "switch"
    UNDECIDED = "undecided"
    INTERIM = "interim"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Contender:
    """What a report says of one contender, over all success metrics.

    Attributes:
        variant: Its label.
        status: The one status that stands for all its success metrics.
        text: What to read after its name and its word: on which metric, lost and gained, what
            is not excluded, what would settle it.
    """

    variant: str
    status: Status
    text: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What the report advises.

    Attributes:
        action: Keep the baseline, switch to a contender, undecided, interim (no verdict yet), or
            nothing (nothing to compare).
        variants: The variant to keep, or those to switch to (not told apart from each other).
        headline: The advice as one sentence.
        contenders: One per contender, in the order of the variants.
    """

    action: Action
    variants: tuple[str, ...]
    headline: str
    contenders: tuple[Contender, ...]


def decide(  # noqa: PLR0913  # what is known, and two facts about the run
    baseline: str,
    rows: Sequence[Comparison],
    best_sets: Mapping[str, tuple[str, ...]],
    gates: Sequence[GateResult],
    *,
    interim: bool = False,
    alone: bool = True,
) -> Decision:
    """Return what the comparisons and gates advise.

    A contender is worth a switch when it is shown better on some success metric, worse on none,
    passes its gates, and stays better when outputs without a score count as wrong. The baseline is
    kept when some contender is told apart from it and none is worth a switch. Where nothing is
    told apart the report is undecided.

    Args:
        baseline: The reference.
        rows: Comparisons of the success metrics, the most important metric first.
        best_sets: The variants that are not told apart from the leader, by metric.
        gates: What the gates decided.
        interim: Whether trials are still missing; then there is no verdict.
        alone: Whether there is one variant only.
    """
    labels = list(dict.fromkeys(row.variant for row in rows))
    contenders = tuple(
        _contender(label, [row for row in rows if row.variant == label]) for label in labels
    )
    if not contenders:
        headline = "No success metric: give a scorer to choose by."
        if alone:
            headline = f"{baseline} has no contender: its own results are below."
        return Decision(Action.NOTHING, (baseline,), headline, ())
    if interim:
        return Decision(Action.INTERIM, (), _interim_headline(contenders), contenders)
    fragile = frozenset(row.variant for row in rows if row.depends_on_missing)
    doubts = (_failing(gates), fragile, _unclear(gates))
    return _judge(baseline, contenders, best_sets, doubts)


def nothing_ran(variants: Sequence[str]) -> Decision:
    """Return the decision where no variant could be called."""
    who = "every variant" if len(variants) > 1 else variants[0]
    return Decision(Action.NOTHING, (), f"No result: {who} had to be stopped.", ())


def _interim_headline(contenders: tuple[Contender, ...]) -> str:
    shown = [
        f"{contender.variant} is {contender.status.word}"
        for contender in contenders
        if contender.status in {Status.IMPROVEMENT, Status.REGRESSION}
    ]
    if shown:
        return f"Interim, but shown already: {', '.join(shown)}."
    return "Interim: no verdict before every planned trial is done."


def _judge(
    baseline: str,
    contenders: tuple[Contender, ...],
    best_sets: Mapping[str, tuple[str, ...]],
    doubts: tuple[frozenset[str], frozenset[str], frozenset[str]],
) -> Decision:
    """Return the decision of a finished run.

    Args:
        baseline: The reference.
        contenders: What is said of each contender.
        best_sets: The variants that are not told apart from the leader, by metric.
        doubts: The variants that fail a gate, those whose verdict rests on leaving out outputs
            without a score, and those about which a gate is unclear.
    """
    failing, fragile, unclear = doubts
    better = [c.variant for c in contenders if c.status is Status.IMPROVEMENT]
    sound = [label for label in better if label not in failing | fragile | unclear]
    if sound:
        leaders = next(iter(best_sets.values()), ())
        best = [label for label in sound if label in leaders] or sound
        headline = f"Switch to {' or '.join(best)}."
        return Decision(Action.SWITCH, tuple(best), headline, contenders)
    if any(label in fragile for label in better):
        who = " and ".join(label for label in better if label in fragile)
        headline = f"Undecided: {who} is better only where outputs without a score are left out."
        return Decision(Action.UNDECIDED, tuple(better), headline, contenders)
    if better:
        verb = "are better but fail" if len(better) > 1 else "is better but fails"
        what = f"{verb} a gate"
        if not failing.issuperset(better):
            what = f"{'are' if len(better) > 1 else 'is'} better, but a gate is unclear"
        headline = f"Undecided: {' and '.join(better)} {what}."
        return Decision(Action.UNDECIDED, tuple(better), headline, contenders)
    told_apart = {Status.REGRESSION, Status.EQUIVALENT}
    if any(c.status in told_apart for c in contenders):
        fails = ", though it fails a gate" if baseline in failing else ""
        headline = f"Keep {baseline}{fails}."
        return Decision(Action.KEEP, (baseline,), headline, contenders)
    if all(c.status is Status.NO_DATA for c in contenders):
        headline = f"No data: no case has a value for {baseline} and a contender."
        return Decision(Action.UNDECIDED, (), headline, contenders)
    who = "no contender is" if len(contenders) > 1 else f"{contenders[0].variant} is not"
    headline = f"Undecided: {who} told apart from {baseline}."
    return Decision(Action.UNDECIDED, (), headline, contenders)


def _failing(gates: Sequence[GateResult]) -> frozenset[str]:
    """Return the variants that fail some gate."""
    counting = (gate for gate in gates if gate.gate.severity == "fail")
    return frozenset(label for gate in counting for label in gate.failing)


def _unclear(gates: Sequence[GateResult]) -> frozenset[str]:
    """Return the variants about which some gate decides nothing."""
    counting = (gate for gate in gates if gate.gate.severity == "fail")
    return frozenset(label for gate in counting for label in gate.unclear)


def _contender(label: str, rows: Sequence[Comparison]) -> Contender:
    better = [row for row in rows if row.status is Status.IMPROVEMENT]
    worse = [row for row in rows if row.status is Status.REGRESSION]
    if better and worse:
        text = f"better on {_names(better)}, but worse on {_names(worse)}"
        return Contender(label, Status.INCONCLUSIVE, text)
    if better or worse:
        status = Status.IMPROVEMENT if better else Status.REGRESSION
        return Contender(label, status, f"on {', '.join(map(_flips, better or worse))}")
    statuses = {row.status for row in rows}
    if statuses == {Status.EQUIVALENT}:
        return Contender(label, Status.EQUIVALENT, f"on {_names(rows)}")
    open_rows = [row for row in rows if row.status not in {Status.EQUIVALENT, Status.NO_DATA}]
    if not open_rows:
        return Contender(label, Status.NO_DATA, f"on {_names(rows)}")
    return Contender(label, Status.INCONCLUSIVE, open_rows[0].outlook)


def _names(rows: Sequence[Comparison]) -> str:
    return " and ".join(row.metric for row in rows)


def _flips(row: Comparison) -> str:
    facts = [row.outlook] if row.outlook else []
    if row.gained is not None and row.lost is not None:
        cases = "case" if row.lost == 1 else "cases"
        facts.insert(0, f"{row.lost} {cases} lost, {row.gained} gained")
    return f"{row.metric} ({'; '.join(facts)})" if facts else row.metric
