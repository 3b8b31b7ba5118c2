"""The course of a run: what all of its parts share."""

import time

from garden_nb.engine.events import Event, RunPaused, TrialFailed, TrialScored, VariantStopped
from garden_nb.engine.progress import Progress
from garden_nb.engine.runner.control import Control
from garden_nb.engine.runner.hub import Hub
from garden_nb.engine.runner.open_run import OpenRun
from garden_nb.engine.runner.pulse import Pulse
from garden_nb.engine.runner.request import RunRequest

__all__ = ["RULED", "Course"]

RULED = "the stop rule has decided"
"""The reason of variants that the stop rule has stopped."""

_RULE_INTERVAL_S = 0.2
_PATIENCE_S = 5.0
"""Beyond the timeout of an attempt, a loop that stands still is given so long."""


class Course:
    """What the parts of a run share: what there is to do, what may be done, who is told.

    Attributes:
        opened: The open run.
        request: What was asked for.
        control: What may be called.
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
        limit_s = request.timeout_s
        self.pulse = Pulse(None if limit_s is None else limit_s + _PATIENCE_S)
        self._asked = 0.0
        self._cost_usd = 0.0

    @property
    def unusable(self) -> dict[str, str]:
        """Variants of which no call can work, and why; none that the stop rule has stopped."""
        stopped = dict(self.control.stopped)  # read by other threads while the run goes on
        return {variant: reason for variant, reason in stopped.items() if reason != RULED}

    def emit(self, event: Event) -> None:
        """Tell everybody, and now and then ask the stop rule."""
        self.pulse.beat()
        self.hub.emit(event)
        rule = self.request.stop_rule
        if rule is None or not isinstance(event, TrialScored | TrialFailed):
            return
        now = time.monotonic()
        if now - self._asked >= _RULE_INTERVAL_S:
            self._asked = now
            for variant in sorted(rule(self.progress.snapshot()) or ()):
                self.stop(variant, RULED)

    def spend(self, cost_usd: float | None) -> None:
        """Count what a call has cost, and let none start once the run has cost enough."""
        self._cost_usd += cost_usd or 0.0
        limit = self.request.max_cost_usd
        if limit is not None and self._cost_usd >= limit:
            self.control.halt(
                f"max_cost_usd: the run has cost ${self._cost_usd:.4g} of ${limit:.4g}"
            )

    def stop(self, variant: str, reason: str) -> None:
        """Call a variant no more."""
        if variant not in self.control.stopped:
            self.control.stopped[variant] = reason
            self.emit(VariantStopped(variant, reason))
