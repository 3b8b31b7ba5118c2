"""Numbers of other baselines, made before anybody asks: for reports whose page carries one."""

import asyncio
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from garden_nb.analysis.report import AnalysisSpec
from garden_nb.flows.report import MAX_BASELINES, Report
from garden_nb.present.payload import fold

__all__ = ["Ahead"]

_PAUSE_S = 0.05
"""Between two baselines the kernel serves whoever waits."""


class Ahead:
    """Makes the numbers of every baseline of a report, one at a time, while the kernel is idle.

    A page carries all baselines of a report of a few variants, so that it switches by itself. Of
    more variants it carries one; the numbers of the others are sent beside it and saved nowhere.

    Args:
        report: The report, which this does not keep alive.
        send: Takes each payload.
    """

    def __init__(self, report: Report, send: Callable[[dict[str, Any]], None]) -> None:
        self._report = weakref.ref(report)
        self._send = send
        self._made: dict[AnalysisSpec, dict[str, Any]] = {}
        self._basis: AnalysisSpec | None = None
        self._todo: list[str] = []
        self._next: asyncio.TimerHandle | None = None

    def payload(self, report: Report, baseline: str | None = None) -> dict[str, Any]:
        """Return the numbers of a report against `baseline`, by default its own; made once."""
        spec = report.frozen.spec
        basis, wanted = (
            replace(spec, baseline=""),
            replace(spec, baseline=baseline or spec.baseline),
        )
        if basis != self._basis:
            self._basis, self._made = basis, {}
        if wanted not in self._made:
            payload = report.payload(wire=True, whole=False, baseline=wanted.baseline)
            self._made[wanted] = fold(payload)
        return self._made[wanted]

    def start(self, after_s: float = _PAUSE_S) -> None:
        """Send the numbers of all other baselines, from `after_s` on; without a loop, never."""
        self.stop()
        report = self._report()
        if report is not None and len(report.variants) > MAX_BASELINES:
            self._todo = [each for each in report.variants if each != report.baseline]
            self._later(after_s)

    def stop(self) -> None:
        """Send no more for now."""
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _later(self, after_s: float) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._next = loop.call_later(after_s, self._step)

    def _step(self) -> None:
        report = self._report()
        if report is not None and self._todo:
            self._send(self.payload(report, self._todo.pop(0)))
            self._later(_PAUSE_S)
