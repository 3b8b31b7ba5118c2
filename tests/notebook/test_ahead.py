"""Numbers made ahead: of every other baseline, while the kernel is idle, and each only once."""

import asyncio
import gc
import weakref

import pytest

from garden_nb.flows.report import MAX_BASELINES
from garden_nb.notebook.ahead import Ahead
from garden_nb.notebook.wire import connect
from garden_nb.present.payload import fold
from random_runs import Shape, report_of


def _report(n_variants=MAX_BASELINES + 1):
    return report_of(Shape(n_cases=12, n_variants=n_variants, n_metrics=1), 1)


def _others(report):
    return [each for each in report.variants if each != report.baseline]


async def _until(is_done):
    for _ in range(6_000):
        if is_done():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


def test_each_other_baseline_is_sent_as_if_it_were_asked_for():
    report, sent = _report(), []
    ahead = Ahead(report, sent.append)

    async def wait():
        ahead.start()
        await _until(lambda: len(sent) == len(_others(report)))

    asyncio.run(wait())
    expected = [
        fold(report.payload(wire=True, whole=False, baseline=each)) for each in _others(report)
    ]
    assert sent == expected
    report.baseline = _others(report)[2]
    assert ahead.payload(report) is sent[2]


def test_what_was_made_ahead_is_not_made_again_until_another_choice_changes_it(monkeypatch):
    report, made = _report(), []
    make = report.payload
    noted = lambda _, **how: made.append(how["baseline"]) or make(**how)  # noqa: E731
    monkeypatch.setattr(type(report), "payload", noted)
    ahead = Ahead(report, lambda _: None)
    for each in _others(report) * 2:
        ahead.payload(report, each)
    assert made == _others(report)
    report.confidence = 0.9
    assert ahead.payload(report, made[0])["state"]["confidence"] == 0.9


@pytest.mark.parametrize("n_variants", [2, MAX_BASELINES])
def test_a_page_that_has_all_baselines_is_sent_none(n_variants):
    sent = []

    async def wait():
        Ahead(_report(n_variants), sent.append).start(0)
        await asyncio.sleep(0.1)

    asyncio.run(wait())
    assert sent == []


def test_without_a_loop_nothing_is_made():
    sent = []
    Ahead(_report(), sent.append).start(0)
    assert sent == []


def test_no_report_is_kept_alive_for_it():
    report, sent = _report(), []

    async def wait():
        nonlocal report
        Ahead(report, sent.append).start(0.05)
        gone = weakref.ref(report)
        report = None
        gc.collect()
        assert gone() is None
        await asyncio.sleep(0.1)

    asyncio.run(wait())
    assert sent == []


def test_a_page_that_joins_is_sent_them_and_a_choice_comes_first(monkeypatch):
    report = _report()
    wire, log = connect(report), []
    monkeypatch.setattr(wire, "send", lambda said, _=None: log.append(said["ahead"]["state"]))
    wire.observe(lambda change: log.append(change["name"]), names="payload")

    def join():
        wire._handle_custom_msg("joined", [])

    async def look():
        join()
        await _until(lambda: len(log) > 2)
        chosen = _others(report)[-1]
        before = len(log)
        wire.state = {**wire.state, "baseline": chosen}
        await _until(lambda: len(log) >= before + 2)
        assert log[before : before + 2] == ["payload", "payload"]  # numbers, then the rest
        await _until(lambda: len(log) >= before + 2 + len(_others(report)))
        baselines = [each["baseline"] for each in log[before + 2 :]]
        assert baselines == _others(report)

    asyncio.run(look())
