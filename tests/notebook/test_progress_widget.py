"""`GardenProgress` in Python: ten messages a second, the last state always, nothing unclean."""

import itertools
import threading
import time

import pytest

from garden_nb.engine.events import RunState
from garden_nb.engine.snapshot import Snapshot, Tally
from garden_nb.notebook.progress import GardenProgress


def _snapshot(done: int = 0, state: RunState = RunState.RUNNING, **changes) -> Snapshot:
    tally = Tally(total=200, done=done, failed=2, reused=1, running=3, mean=0.779, cost_usd=0.06)
    values = {
        "run": "qa",
        "state": state,
        "reason": "",
        "metric": "accuracy",
        "variants": {"flash": tally},
        "elapsed_s": 1.0,
        "rate_per_s": 12.0,
        "eta_s": 4.0,
        "retries": 0,
    }
    return Snapshot(**{**values, **changes})


@pytest.fixture
def progress():
    return GardenProgress()


@pytest.fixture
def shown(progress):
    """The snapshots sent, each with its time."""
    sent = []
    progress.observe(
        lambda change: sent.append((time.monotonic(), change["new"])), names="snapshot"
    )
    return sent


def test_a_snapshot_is_json_with_words(progress):
    stopped = Tally(total=200, stopped="too many\x1b[31m failures")
    progress.show(_snapshot(150, variants={"fl\u202eash": Tally(200, 150, 2, 1), "lite": stopped}))
    first, second = progress.snapshot["variants"]
    assert first["label"] == "fl⟨U+202E⟩ash"
    assert (first["done"], first["failed"], first["reused"]) == (152, 2, 1)
    assert first["value"] is None
    assert second["note"] == "stopped: too many␛[31m failures"
    progress.show(_snapshot(150, RunState.CANCELLED, reason="cost limit"))
    assert progress.snapshot["variants"][0]["value"] == "0.779"
    assert (progress.snapshot["state"], progress.snapshot["note"]) == ("cancelled", "cost limit")


def test_ten_messages_a_second_at_most_whatever_the_number_of_threads(progress, shown):
    def work():
        for done in range(400):
            progress.show(_snapshot(done))
            time.sleep(0.001)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    progress.show(_snapshot(198, RunState.FINISHED))
    *during, (_, last) = shown
    times = [when for when, _ in during]
    assert len(during) > 2
    assert all(later - earlier > 0.099 for earlier, later in itertools.pairwise(times))
    assert last["state"] == "finished"


def test_the_last_of_a_burst_is_shown_without_another_call(progress, shown):
    for done in range(50):
        progress.show(_snapshot(done))
    deadline = time.monotonic() + 10
    while len(shown) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [snapshot["variants"][0]["done"] for _, snapshot in shown] == [2, 51]


def test_nothing_follows_the_end(progress, shown):
    progress.show(_snapshot(1))
    progress.show(_snapshot(2))
    progress.show(_snapshot(198, RunState.FINISHED))
    time.sleep(0.3)
    assert [snapshot["state"] for _, snapshot in shown] == ["running", "finished"]


def test_pausing_is_not_the_end(progress, shown):
    progress.show(_snapshot(1))
    progress.show(_snapshot(1, RunState.PAUSED))
    assert len(shown) == 1


def test_buttons_are_heard(progress):
    heard = []
    progress.observe(lambda change: heard.append(change["new"]), names="command")
    for command in ("pause", "resume", "stop"):
        progress.command = command
    assert heard == ["pause", "resume", "stop"]
    assert progress.background is False
    assert GardenProgress(background=True).background is True
