"""The wire between a report in the page and the same report in Python."""

import asyncio
import threading
import weakref
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from comm import DummyComm

from garden_nb.analysis.report import AnalysisSpec
from garden_nb.core.metrics import Role
from garden_nb.errors import InputError
from garden_nb.flows.report import MAX_BASELINES, Report
from garden_nb.notebook.ahead import Ahead
from garden_nb.present.payload import fold
from garden_nb.present.state import gate_key, state_of
from garden_nb.present.words import label

__all__ = ["Wire", "comm_of", "connect"]

_PAUSE_S = 0.25
"""Who looks through the choices is not held up by pictures that nobody looked at."""

_WIRES: weakref.WeakKeyDictionary[Report, "Wire"] = weakref.WeakKeyDictionary()


class Wire(anywidget.AnyWidget):
    """Carries choices between the views of one report and Python; it is never displayed.

    The page's part starts with the widget itself, without a view, so nothing of it is saved in a
    notebook. Setting a trait to what it already is sends nothing, in either direction.
    """

    _esm = Path(__file__).parent / "static" / "wire.js"

    tag = traitlets.Unicode(help="The id of the report.").tag(sync=True)
    """The id of the report: views with the same id listen."""

    state = traitlets.Dict(help="The choice shown.").tag(sync=True)
    """The choice shown, as in the payload: `baseline`, `adjust` (`none` for None), `on_error`,
    `gates` (lists of key, rule, bound and perhaps options), `confidence`, `margin`, `metrics`
    (None for all), `slice` (empty for all).

    Observe it to hear of choices made in the page. What comes from there is not checked.
    """

    payload = traitlets.Dict(allow_none=True, default_value=None, help="New numbers.").tag(
        sync=True
    )
    """Numbers that the page lacks, None while it has all; set by `push`."""

    def __init__(self, **traits: Any) -> None:
        self.lock = threading.RLock()
        super().__init__(**traits)

    def push(self, state: Mapping[str, Any], payload: Mapping[str, Any] | None = None) -> None:
        """Show `state` in every view, in one message.

        Args:
            state: The choice to show.
            payload: The numbers to show it from, where the page lacks them.
        """
        with self.hold_sync(), self.hold_trait_notifications():
            if payload is not None:
                self.payload = dict(payload)
            self.state = dict(state)

    def offer(self, payload: Mapping[str, Any]) -> None:
        """Give the page numbers that nobody asked for yet, which it may need next."""
        self.send({"ahead": payload})


def connect(report: Report, *, live: bool = True) -> Wire:
    """Return the wire of `report`, which is made on the first call and ends with the report.

    A choice in the page is made on `report` too, and every change of `report` is shown in its
    views. Calls may come from a thread beside the user's code: one lock keeps them apart.

    Args:
        report: The report.
        live: Whether there may be a page to tell; without one no notebook keeps the widget.
    """
    if report not in _WIRES:
        wire = _WIRES[report] = Wire(tag=report.id, state=_state(report), **comm_of(live=live))
        follow = _Follower(report, wire, live=live)
        report.observe(follow.push)
        wire.observe(follow.choose, names="state")
        wire.on_msg(follow.join)
        weakref.finalize(report, wire.close).atexit = False
    return _WIRES[report]


def comm_of(*, live: bool) -> dict[str, Any]:
    """Return what a widget is made with: programs that execute notebooks save what it tells."""
    return {} if live else {"comm": DummyComm()}


class _Follower:
    """Keeps a report and its wire in step; the wire alone never keeps the report alive.

    Numbers go out at once. What takes longer, pictures and the other choices of the page, follows
    when the kernel has nothing else to do: a hurried reader waits for none of it. Then come the
    numbers that may be asked for next.
    """

    def __init__(self, report: Report, wire: Wire, *, live: bool) -> None:
        self._report = weakref.ref(report)
        self._wire = wire
        self._live = live
        self._ahead = Ahead(report, wire.offer)
        self._sent = _basis(report)
        self._next: asyncio.TimerHandle | None = None

    def push(self, report: Report) -> None:
        """Show what was chosen in Python."""
        with self._wire.lock:
            lacking = self._live and _basis(report) != self._sent
            self._wire.push(self._state(report), self._ahead.payload(report) if lacking else None)
            if lacking:
                self._ahead.stop()
                self._later()

    def _later(self) -> None:
        """Send the rest in a moment, or now where there is no loop to wait in."""
        if self._next is not None:
            self._next.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._send_rest()
        else:
            self._next = loop.call_later(_PAUSE_S, self._send_rest)

    def _send_rest(self) -> None:
        report = self._report()
        if report is None:
            return
        with self._wire.lock:
            self._sent = _basis(report)
            self._wire.push(self._state(report), fold(report.payload(wire=True)))
        self._ahead.start()

    def join(self, _: Any, said: Any, __: Any) -> None:
        """Look ahead for a page that shows the report now."""
        if said == "joined":
            self._ahead.start(_PAUSE_S)

    def choose(self, change: Mapping[str, Any]) -> None:
        """Choose what was chosen in the page; what there is not is taken back there."""
        report = self._report()
        if report is None:
            return
        with self._wire.lock:
            try:
                report.choose(**_choices(report, change["new"]))
            except InputError:
                self._wire.push(self._state(report))

    def _state(self, report: Report) -> dict[str, Any]:
        """Return what `report` shows, in the slice that its views look at."""
        return _state(report) | {"slice": self._wire.state.get("slice", "")}


def _state(report: Report) -> dict[str, Any]:
    """Return the choice that `report` shows, in JSON's types, so that equal ones are equal."""
    state = state_of(report.frozen.spec)
    return state | {"gates": [list(gate) for gate in state["gates"]]}


def _choices(report: Report, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of `Report.choose` for a state from the page.

    What is as it was is left out: it needs no second reading.
    """
    variants = {label(variant): variant for variant in report.variants}
    baseline, adjust = str(state.get("baseline")), str(state.get("adjust"))
    choices: dict[str, Any] = {
        "baseline": variants.get(baseline, baseline),
        "adjust": None if adjust == "none" else adjust,
        "on_error": str(state.get("on_error")),
    }
    shown = _state(report)
    changed = {
        name: state[name]
        for name in ("gates", "confidence", "margin", "metrics")
        if name in state and state[name] != shown[name]
    }
    if "gates" in changed:
        changed["gates"] = _gates(report, changed["gates"])
    if isinstance(changed.get("metrics"), list):
        names = {label(name): name for name in _success(report)}
        changed["metrics"] = [names.get(name, name) for name in map(str, changed["metrics"])]
    return choices | changed


def _success(report: Report) -> list[str]:
    """Return the success metrics that can be compared."""
    frozen = report.frozen
    compared = [metric.name for metric in frozen.metrics if metric.role is Role.SUCCESS]
    return [*compared, *frozen.left_out]


def _gates(report: Report, entries: Any) -> Any:
    """Return gates as `Report.gates` takes them; what are none is returned for it to refuse."""
    if not isinstance(entries, list) or not all(map(_is_entry, entries)):
        return repr(entries)
    frozen = report.frozen
    metrics = [gauged.metric.name for gauged in frozen.gauged]
    names = {gate_key(gate.metric, gate.variant): gate.key for gate in frozen.spec.gates}
    names |= {gate_key(name, v): f"{v}:{name}" for name in metrics for v in frozen.variants}
    names |= {gate_key(name): name for name in metrics}
    gates: dict[str, list[dict[str, Any]]] = {}
    for key, rule, bound, *options in entries:
        gate = {rule: bound, **(options[0] if options else {})}
        gates.setdefault(names.get(key, key), []).append(gate)
    return gates


def _is_entry(entry: Any) -> bool:
    if not isinstance(entry, list) or [*map(type, entry[:2])] != [str, str]:
        return False
    return [*map(type, entry[3:])] in ([], [dict]) and len(entry) > 2


def _basis(report: Report) -> AnalysisSpec:
    """Return what the views embedded in a page have in common: another one needs new views."""
    spec = replace(report.frozen.spec, adjust=None)
    if len(report.variants) <= MAX_BASELINES:
        spec = replace(spec, baseline="")
    if any(count.failed for count in report.frozen.counts):
        spec = replace(spec, on_error="")
    return spec
