"""A request for a run."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from garden_nb.core.cases import CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.agents import check_agents
from garden_nb.engine.events import Subscriber
from garden_nb.engine.limits import Limits
from garden_nb.engine.progress import Snapshot
from garden_nb.engine.scorers import check_scorers
from garden_nb.errors import Problem

__all__ = ["RunRequest"]


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What is to be run, and how.

    Attributes:
        cases: The eval set.
        variants: The variants.
        scorers: `Scorer` objects or functions.
        repeats: Trials per case and variant.
        seed: The seed of the order.
        concurrency: Trials under way at once, over all variants.
        score_concurrency: Outputs that are scored at once; by default at least 8, and as many as
            `concurrency`.
        timeout_s: Seconds until an attempt is given up; None waits for ever. A call that was given
            up is not tried again.
        retries: Further attempts after a failure that may pass; 0 means one call, whatever the
            failure. A call that came too fast takes none of them: it is made again as long as its
            account is answered now and then, and within the deadline.
        deadline_s: Seconds that a trial may take over all its attempts and the waits between them;
            None for any.
        limits: How many calls of a variant or an account at once, and how many per minute.
        max_cost_usd: No call starts once this run's calls have cost so much, those before it was
            taken up again included, as far as their cost is known; those under way are finished.
        store: The journal's file.
        name: The run's name. The newest run of that name goes on; None is a new run.
        fresh: Whether to call everything anew.
        only_failed: Whether to call only what failed before, and nothing that was never called.
        stop_rule: Told how far the run is, a few times a second; returns the variants that need
            not be called any more, or a mapping from these to the reasons.
        about: What is kept in the journal with the run, for whoever reads it again; JSON types.
        subscribers: Take every event, from the first one on.
    """

    cases: CaseSet
    variants: tuple[Variant, ...]
    scorers: tuple[Any, ...] = ()
    repeats: int = 1
    seed: int = 0
    concurrency: int = 8
    score_concurrency: int | None = None
    timeout_s: float | None = 60.0
    retries: int = 2
    deadline_s: float | None = None
    limits: Limits = field(default_factory=Limits)
    max_cost_usd: float | None = None
    store: Path = Path("garden.db")
    name: str | None = None
    fresh: bool = False
    only_failed: bool = False
    stop_rule: Callable[[Snapshot], Collection[str] | None] | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    subscribers: tuple[Subscriber, ...] = ()

    @property
    def scored_at_once(self) -> int:
        """How many outputs are scored at once: judges wait for a provider, as agents do."""
        asked = self.score_concurrency
        return max(_SCORED_AT_ONCE, self.concurrency) if asked is None else asked

    def problems(self) -> list[Problem]:
        """Return everything that keeps this from being run."""
        checks = (
            (len(self.cases) > 0, "cases", "there are none.", "Give at least one."),
            (len(self.variants) > 0, "variants", "there are none.", "Give at least one."),
            (self.repeats >= 1, "repeats", f"got {self.repeats!r}.", "Accepted: 1 or more."),
            (self.concurrency >= 1, "concurrency", f"got {self.concurrency!r}.", _ONE),
            (self.retries >= 0, "retries", f"got {self.retries!r}.", "Accepted: 0 or more."),
            (_positive(self.timeout_s), "timeout_s", f"got {self.timeout_s!r}.", _SECONDS),
            (_positive(self.deadline_s), "deadline_s", f"got {self.deadline_s!r}.", _SECONDS),
            (_positive(self.max_cost_usd), "max_cost_usd", f"got {self.max_cost_usd!r}.", _USD),
            (_named(self.name), "name", f"got {self.name!r}.", _NAME),
            (not self.only_failed or self._goes_on, "only_failed", "no run goes on.", _GOES_ON),
        )
        problems = [Problem(*problem) for holds, *problem in checks if not holds]
        problems += self.limits.problems()
        if len(self.cases):
            problems += check_agents(self.variants, self.cases)
            problems += check_scorers(self.scorers, self.cases)
        return problems

    @property
    def _goes_on(self) -> bool:
        return self.name is not None and not self.fresh


_SCORED_AT_ONCE = 8
_GOES_ON = "Give the name of a run, and not fresh."
_ONE = "Accepted: 1 or more."
_SECONDS = "Accepted: a number of seconds above 0, or None for no limit."
_USD = "Accepted: an amount above 0, or None for no limit."
_NAME = "Accepted: any text, or None for a new run."


def _named(name: Any) -> bool:
    return name is None or (isinstance(name, str) and bool(name.strip()))


def _positive(value: float | None) -> bool:
    return value is None or value > 0
