"""`run_variants`: what a leaderboard of noise says, where journals are, what is refused."""

import asyncio
import gc
import random
import tempfile
from pathlib import Path

import pytest

from garden_nb import InputError, run_variants
from garden_nb.flows.sweep.run_variants import _slugs

TASKS = [{"inputs": {"input": str(n)}} for n in range(40)]


def good(output):
    return output == "good"


def run(agents, **options):
    given = {"suite": TASKS, "variants": agents, "scorers": [good], **options}
    return asyncio.run(run_variants(given.pop("suite"), **given))


def noisy(seed):
    """Return an agent that is right nine times in ten, whatever it is asked."""
    return lambda text: "good" if random.Random(f"{seed} {text}").random() < 0.9 else "bad"  # noqa: S311


def test_one_agent_under_two_names_is_hardly_ever_told_apart():
    boards = [run({"a": noisy(2 * n), "b": noisy(2 * n + 1)}) for n in range(12)]
    assert sum(board.best("good") is not None for board in boards) >= 6
    assert sum(len(board.best_set("good")) == 2 for board in boards) >= 11


def test_the_leaderboard_follows_the_choices_of_the_report():
    def half(text):
        if int(text) % 2:
            raise RuntimeError("down")
        return "good"

    board = run({"half": half, "other": noisy(1)})
    before = {row.variant: (row.score, row.n) for row in board.leaderboard("good")}
    board.report.on_error = "drop"
    after = {row.variant: (row.score, row.n) for row in board.leaderboard("good")}
    assert before["half"] == (0.5, 40)
    assert after["half"] == (1.0, 20)


def test_failed_trials_are_not_counted_among_the_measured_latencies():
    def down(text):
        raise RuntimeError(text)

    rows = run({"down": down, "other": noisy(1)}).leaderboard("latency_ms")
    assert [(row.variant, row.n) for row in rows] == [("other", 40), ("down", 0)]


def test_a_temporary_journal_lives_as_long_as_its_report(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    board = run({"a": noisy(1), "b": noisy(2)})
    assert len(list(tmp_path.glob("garden-*/garden.db"))) == 1
    report = board.report
    del board
    gc.collect()
    assert list(tmp_path.glob("garden-*/garden.db"))
    del report
    gc.collect()
    assert list(tmp_path.glob("garden-*")) == []


def test_what_is_refused_leaves_no_journal(tmp_path):
    store = tmp_path / "runs"
    with pytest.raises(InputError) as error:
        run({}, suite=[], scorers=["exact_mach"], concurrency=0, store_dir=store)
    places = {problem.where.split()[0] for problem in error.value.problems}
    assert {"suite", "variants", "concurrency"} <= places
    assert "exact_match" in str(error.value)
    assert not store.exists()


def test_a_file_is_no_store_dir():
    with pytest.raises(InputError, match="store_dir"):
        run({"a": noisy(1)}, store_dir=Path(__file__))


def test_a_number_has_no_pass_rate():
    board = run({"a": noisy(1)}, scorers=["length"])
    assert board.results["a"].mean("length") > 0
    with pytest.raises(InputError, match="no pass rate"):
        board.results["a"].pass_rate("length")


def test_slugs_are_file_names_and_all_different():
    labels = ["a b", "a/b", "a_b", "a_b-2", "ä"]
    slugs = _slugs(labels)
    assert slugs["a_b"] == "a_b"
    assert slugs["a_b-2"] == "a_b-2"
    assert len(set(slugs.values())) == len(labels)
    assert all(set(slug) <= set("abABCxyz_-.0123456789") for slug in slugs.values())


def test_a_cancelled_board_is_taken_up_where_it_stopped(tmp_path):
    calls = []

    async def agent(text):
        calls.append(text)
        if len(calls) == 15:
            task.cancel()
        await asyncio.sleep(0.01)
        return "good"

    async def cancelled():
        nonlocal task
        options = {"scorers": [good], "store_dir": tmp_path, "run_id": "r", "concurrency": 1}
        task = asyncio.create_task(run_variants(TASKS, variants={"a": agent}, **options))
        with pytest.raises(asyncio.CancelledError):
            await task
        made = len(calls)
        board = await run_variants(TASKS, variants={"a": agent}, **options)
        return made, board

    task = None
    made, board = asyncio.run(cancelled())
    assert made < len(TASKS)
    assert len(calls) <= len(TASKS) + 1  # at most the trial in flight is called again
    assert [(row.score, row.n) for row in board.leaderboard("good")] == [(1.0, 40)]
