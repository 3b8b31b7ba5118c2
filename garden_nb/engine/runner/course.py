"""The course of a run: what all of its parts share."""

import time
from collections.abc import Mapping

from garden_nb.engine.events import Event, RunPaused, TrialFailed, TrialScored, VariantStopped
from garden_nb.engine.limits import Accounts
from garden_nb.engine.progress import Progress
from garden_nb.engine.runner.control import Control
from garden_nb.engine.runner.hub import Hub
from garden_nb.engine.runner.open_run import OpenRun
from garden_nb.engine.runner.pulse import Pulse
from garden_nb.engine.runner.request import RunRequest

__all__ = ["Course"]

_RULE_INTERVAL_S = 0.2
_PATIENCE_S = 5.0
"""Beyond the timeout of an attempt, a loop that stands still is given so long."""


class Course:
    """What the parts of a run share: what there is to do, what may be done, who is told.

    Attributes:
        opened: The open run.
        request: What was asked for.
        control: What may be called.
        accounts: What shares one quota with a provider.
        progress: How far the run is.
        hub: Who is told.
        pulse: Whether the loop moves.
    """

    def __init__(self, opened: OpenRun, request: RunRequest) -> None:
        self.opened = opened
        self.request = request
        self.progress = Progress()
        self.hub = Hub((self.progress, *request.subscribers))
        self.control = Control(lambda paused: self.hub.emit(RunPaused(paused)))
        calls = request.concurrency + request.scored_at_once
        self.accounts = Accounts(request.variants, request.limits, calls)
        limit_s = request.timeout_s
        self.pulse = Pulse(None if limit_s is None else limit_s + _PATIENCE_S)
        self._asked = 0.0
        bounded = request.max_cost_usd is not None
        self._cost_usd = opened.journal.spent_usd(opened.row.id) if bounded else 0.0

    @property
    def unusable(self) -> dict[str, str]:
        """Variants of which no call can work, and why; none that the stop rule has stopped."""
        stopped = dict(self.control.stopped)  # read by other threads while the run goes on
        decided = self.control.decided
        return {variant: reason for variant, reason in stopped.items() if variant not in decided}

    @property
    def decided(self) -> dict[str, str]:
        """Variants that the stop rule has stopped, and why."""
        stopped, decided = dict(self.control.stopped), self.control.decided
        return {variant: reason for variant, reason in stopped.items() if variant in decided}

    def emit(self, event: Event) -> None:
        """Tell everybody, and now and then ask the stop rule."""
        self.pulse.beat()
        self.hub.emit(event)
        if not isinstance(event, TrialScored | TrialFailed):
            return
        if time.monotonic() - self._asked >= _RULE_INTERVAL_S:
            self.ask_rule()

    def ask_rule(self) -> None:
        """Ask the stop rule, where there is one, whom to call no more."""
        if self.request.stop_rule is None:
            return
        self._asked = time.monotonic()
        found = self.request.stop_rule(self.progress.snapshot()) or {}
        for variant in sorted(found):
            why = found[variant] if isinstance(found, Mapping) else "the stop rule has decided"
            self.stop(variant, why, decided=True)

    def spend(self, cost_usd: float | None) -> None:
        """Count what a call has cost, and let none start once the run has cost enough."""
        self._cost_usd += cost_usd or 0.0
        limit = self.request.max_cost_usd
        if limit is not None and self._cost_usd >= limit:
            self.control.halt(
                f"max_cost_usd: the run has cost ${self._cost_usd:.4g} of ${limit:.4g}"
            )

    def stop(self, variant: str, reason: str, *, decided: bool = False) -> None:
        """Call a variant no more.

        Args:
            variant: Its label.
            reason: Why, in one line.
            decided: Whether that is because enough is known of it, not because it cannot work.
        """
        control = self.control
        if variant in control.stopped:
            return
        if decided:
            control.decided.add(variant)
        control.stopped[variant] = reason
        self.emit(VariantStopped(variant, reason))
        if self.all_stopped and not control.halted:
            reasons = "; ".join(dict.fromkeys(control.stopped.values()))
            control.reason = f"nothing is called any more: {reasons}"

    @property
    def all_stopped(self) -> bool:
        """Whether no variant is left to be called."""
        return len(self.control.stopped) == len(self.request.variants)

    def stop_closed(self) -> None:
        """Call the variants no more whose account was closed."""
        for variant in self.request.variants:
            reason = self.accounts.of_variant(variant.label).closed
            if reason:
                self.stop(variant.label, reason)
