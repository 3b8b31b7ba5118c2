"""The demo's report: what people see first has the answers that it speaks of."""

import gc
import tempfile

import pytest

from garden_nb.demo.run import run_demo
from garden_nb.flows.garden import Garden


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_its_answers_are_there_as_long_as_its_report(temporary):
    report = run_demo()
    changed = report.payload()["changed"]
    cases = [case for each in changed.values() for group in each for case in group["cases"]]
    assert len(cases) >= 2 * len(changed) * (len(changed) - 1)
    assert all(answer["text"]["spans"] for case in cases for answer in case["answers"])
    assert len([*temporary.iterdir()]) == 1
    del report
    gc.collect()
    assert [*temporary.iterdir()] == []


def test_a_demo_that_is_interrupted_leaves_nothing(temporary, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Garden, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_demo()
    assert [*temporary.iterdir()] == []
