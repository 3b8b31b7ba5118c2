"""The widget that shows a run while it goes on."""

import threading
import time
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from garden_nb.engine.events import RunState
from garden_nb.engine.snapshot import Snapshot, Tally
from garden_nb.present.words import label, sentence

__all__ = ["GardenProgress"]

_INTERVAL_S = 0.1
_STATIC = Path(__file__).parent / "static"


class GardenProgress(anywidget.AnyWidget):
    """One bar per variant, and a line that says that none of it is for a decision yet.

    Show it with `display`, and call `show` as often as you like: at most ten messages a second
    reach the page, all variants in one, and the last state always does.

    Args:
        background: Whether the run goes on while the notebook is used. Then there are buttons to
            pause and stop it; a cell that waits for its run would not hear them.

    >>> progress = GardenProgress(background=True)
    >>> progress.observe(lambda change: print(change["new"]), names="command")
    >>> progress.command = "pause"
    pause
    """

    _esm = _STATIC / "progress.js"
    _css = _STATIC / "progress.css"

    snapshot = traitlets.Dict(help="How far the run is.").tag(sync=True)
    """How far the run is, in JSON types; set by `show`. Observe it to follow the run.

    `name`, `state` (`running`, `paused`, `finished`, `cancelled` or `failed`), `elapsed_s`,
    `rate_per_s`, `eta_s`, `note`, and for each of `variants`: `label`, `total`, `done` (failed and
    reused ones included), `failed`, `reused`, `running`, `metric`, `value` (its mean so far, as
    text), `cost_usd`, `note`.
    """

    background = traitlets.Bool(default_value=False, help="Whether there are buttons.").tag(
        sync=True
    )
    """Whether there are buttons to pause and stop the run."""

    command = traitlets.Unicode(help="The button pressed last.").tag(sync=True)
    """The button pressed last: `pause`, `resume` or `stop`; empty before. Observe it to obey."""

    def __init__(self, **traits: Any) -> None:
        self._guard = threading.Lock()
        self._latest: Snapshot | None = None
        self._next_s = 0.0
        self._timer: threading.Timer | None = None
        super().__init__(**traits)

    def show(self, snapshot: Snapshot) -> None:
        """Show how far a run is: now, or within a tenth of a second where one was just shown.

        May be called from any thread. The end of a run is shown at once.
        """
        with self._guard:
            self._latest = snapshot
            wait_s = self._next_s - time.monotonic()
            if wait_s <= 0 or not _goes_on(snapshot):
                self._flush()
            elif self._timer is None:
                self._timer = threading.Timer(wait_s, self._flush_late)
                self._timer.daemon = True
                self._timer.start()

    def _flush_late(self) -> None:
        with self._guard:
            if self._timer is not None:
                self._flush()

    def _flush(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._latest is not None:
            self._next_s = time.monotonic() + _INTERVAL_S
            self.snapshot = _to_json(self._latest)


def _goes_on(snapshot: Snapshot) -> bool:
    return snapshot.state in {RunState.RUNNING, RunState.PAUSED}


def _to_json(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "name": label(snapshot.run),
        "state": snapshot.state.value,
        "elapsed_s": snapshot.elapsed_s,
        "rate_per_s": snapshot.rate_per_s,
        "eta_s": snapshot.eta_s,
        "note": sentence(snapshot.reason),
        "variants": [
            _variant(name, tally, snapshot.metric) for name, tally in snapshot.variants.items()
        ],
    }


def _variant(name: str, tally: Tally, metric: str | None) -> dict[str, Any]:
    return {
        "label": label(name),
        "total": tally.total,
        "done": tally.done + tally.failed,
        "failed": tally.failed,
        "reused": tally.reused,
        "running": tally.running,
        "metric": None if metric is None else label(metric),
        "value": tally.mean_words,
        "cost_usd": tally.cost_usd,
        "note": f"stopped: {sentence(tally.stopped)}" if tally.stopped else "",
    }
