"""Snapshots: how far a run is at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass

from garden_nb.engine.events import RunState

__all__ = ["Snapshot", "Tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """How far one variant is.

    Attributes:
        total: Trials planned.
        done: Trials with an output, reused ones included.
        failed: Trials that failed for good.
        reused: Trials whose output was there before.
        running: Trials under way.
        scored: Outputs with a value of the first success metric.
        mean: The mean of that metric so far, without an interval; None before the first value.
            Where its values are truth values, a failed trial counts as 0.
        share: Whether its values are truth values, so that the mean is a share of trials.
        cost_usd: What its trials cost, as far as that is known; None where it is not.
        stopped: Why it is not called any more; empty otherwise.
    """

    total: int = 0
    done: int = 0
    failed: int = 0
    reused: int = 0
    running: int = 0
    scored: int = 0
    mean: float | None = None
    share: bool = False
    cost_usd: float | None = None
    stopped: str = ""

    @property
    def mean_words(self) -> str | None:
        """The mean as people read it: `78 %` for a share, `3.42` for scores."""
        if self.mean is None:
            return None
        return f"{100 * self.mean:.0f} %" if self.share else f"{self.mean:.3g}"

    @property
    def left(self) -> int:
        """Trials that are still to come."""
        return 0 if self.stopped else max(0, self.total - self.done - self.failed)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How far a run is at one moment.

    Attributes:
        run: The run's name.
        state: Where it stands.
        reason: Why it ended early; empty otherwise.
        metric: The first success metric, or None before its first value.
        variants: The tallies by variant.
        elapsed_s: Seconds since the start.
        rate_per_s: Trials finished per second of late, reused ones aside; None before the second.
        eta_s: Seconds until the end at that rate; None where it is unknown.
        retries: Attempts that were followed by another one.
    """

    run: str
    state: RunState
    reason: str
    metric: str | None
    variants: Mapping[str, Tally]
    elapsed_s: float
    rate_per_s: float | None
    eta_s: float | None
    retries: int

    @property
    def total(self) -> Tally:
        """The sum over the variants; it has no mean."""
        tallies = self.variants.values()
        costs = [tally.cost_usd for tally in tallies if tally.cost_usd is not None]
        return Tally(
            total=sum(tally.total for tally in tallies),
            done=sum(tally.done for tally in tallies),
            failed=sum(tally.failed for tally in tallies),
            reused=sum(tally.reused for tally in tallies),
            running=sum(tally.running for tally in tallies),
            scored=sum(tally.scored for tally in tallies),
            cost_usd=sum(costs) if costs else None,
        )
