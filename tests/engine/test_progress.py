import threading

import pytest

from garden_nb.core.records import Failure, Score, Usage
from garden_nb.engine.events import (
    OutputStored,
    RunFinished,
    RunPaused,
    RunPlanned,
    RunState,
    TrialFailed,
    TrialRetried,
    TrialScored,
    TrialStarted,
    VariantStopped,
)
from garden_nb.engine.progress import Progress
from garden_nb.engine.snapshot import Tally


def planned(**totals):
    progress = Progress()
    progress(RunPlanned("r", totals, dict.fromkeys(totals, 0), ("ok",)))
    return progress


def stored(variant, *, cost_usd=None, reused=False):
    return OutputStored(variant, "c", 0, 1.0, 1, Usage(cost_usd=cost_usd), reused)


def scored(variant, **values):
    scores = {
        name: Score(None if value is None else float(value), binary=isinstance(value, bool))
        for name, value in values.items()
    }
    return TrialScored(variant, "c", 0, scores)


def feed(progress, *events):
    for event in events:
        progress(event)
    return progress.snapshot()


def test_a_trial_passes_through_its_states():
    progress = planned(a=3, b=3)
    snapshot = feed(progress, TrialStarted("a", "c", 0))
    assert (snapshot.variants["a"].running, snapshot.variants["a"].left) == (1, 3)
    snapshot = feed(progress, stored("a"))
    a = snapshot.variants["a"]
    assert (a.running, a.done, a.left, a.mean, a.cost_usd) == (0, 1, 2, None, None)
    failed = TrialFailed("a", "c", 0, Failure("ValueError", "x"), 1)
    a = feed(progress, TrialStarted("a", "c", 0), failed).variants["a"]
    assert (a.running, a.done, a.failed, a.left) == (0, 1, 1, 1)
    assert snapshot.variants["b"].done == 0


def test_the_mean_counts_failures_where_values_are_truth_values():
    progress = planned(a=4)
    failed = TrialFailed("a", "c", 0, Failure("ValueError", "x"), 1)
    snapshot = feed(progress, scored("a", ok=True), scored("a", ok=True), scored("a", ok=None))
    assert snapshot.variants["a"].mean == 1.0
    assert feed(progress, failed).variants["a"].mean == pytest.approx(2 / 3)


def test_the_mean_of_numbers_leaves_failures_out():
    progress = planned(a=4)
    failed = TrialFailed("a", "c", 0, Failure("ValueError", "x"), 1)
    assert feed(progress, scored("a", ok=0.5), scored("a", ok=1), failed).variants["a"].mean == 0.75


def test_the_first_success_metric_is_shown():
    progress = planned(a=4)
    assert progress.snapshot().metric is None
    assert feed(progress, scored("a", cost_usd=3, ok=1, other=5)).metric == "ok"


def test_reused_outputs_are_neither_running_nor_fast():
    progress = planned(a=3)
    snapshot = feed(progress, stored("a", reused=True), stored("a", reused=True))
    a = snapshot.variants["a"]
    assert (a.done, a.reused, a.running) == (2, 2, 0)
    assert snapshot.rate_per_s is None
    assert snapshot.eta_s is None


def test_rate_and_time_left_follow_from_what_finished():
    progress = planned(a=10)
    snapshot = feed(progress, stored("a"), stored("a"), stored("a"))
    assert snapshot.rate_per_s > 0
    assert snapshot.eta_s == pytest.approx(7 / snapshot.rate_per_s)
    assert feed(progress, RunFinished(RunState.FINISHED, "")).eta_s is None


def test_costs_add_up_and_unknown_ones_stay_unknown():
    progress = planned(a=3, b=3)
    snapshot = feed(progress, stored("a", cost_usd=0.5), stored("a"), stored("a", cost_usd=0.25))
    assert snapshot.variants["a"].cost_usd == 0.75
    assert snapshot.variants["b"].cost_usd is None
    assert snapshot.total.cost_usd == 0.75
    assert snapshot.total.done == 3


def test_a_stopped_variant_has_nothing_left():
    progress = planned(a=3, b=3)
    snapshot = feed(
        progress, VariantStopped("a", "no key"), TrialRetried("b", "c", 0, 1, 0.5, None)
    )
    assert (snapshot.variants["a"].left, snapshot.variants["b"].left) == (0, 3)
    assert snapshot.variants["a"].stopped == "no key"
    assert snapshot.retries == 1


def test_the_state_follows_the_run():
    progress = planned(a=3)
    assert feed(progress, RunPaused(paused=True)).state is RunState.PAUSED
    assert feed(progress, RunPaused(paused=False)).state is RunState.RUNNING
    end = RunFinished(RunState.CANCELLED, "by hand")
    snapshot = feed(progress, TrialStarted("a", "c", 0), end)
    assert (snapshot.state, snapshot.reason) == (RunState.CANCELLED, "by hand")
    assert snapshot.variants["a"].running == 0
    assert progress.snapshot().elapsed_s == snapshot.elapsed_s


def test_snapshots_are_whole_while_events_come_in():
    progress = planned(a=20_000)
    snapshots = []

    def watch():
        while not snapshots or snapshots[-1].variants["a"].done < 2_000:
            snapshots.append(progress.snapshot())

    watcher = threading.Thread(target=watch)
    watcher.start()
    for _ in range(2_000):
        feed(progress, TrialStarted("a", "c", 0), stored("a"))
    watcher.join()
    for snapshot in snapshots:
        a = snapshot.variants["a"]
        assert a.running in {0, 1}
        assert a.left == 20_000 - a.done


def test_a_mean_of_truth_values_reads_as_a_share_and_one_of_scores_as_a_number():
    assert Tally(mean=0.776, share=True).mean_words == "78 %"
    assert Tally(mean=3.4159).mean_words == "3.42"
    assert Tally().mean_words is None
