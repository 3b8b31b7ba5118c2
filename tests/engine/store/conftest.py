"""Journals with outputs in them."""

from pathlib import Path

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.records import Failure, Output, Usage
from garden_nb.core.variants import Variant
from garden_nb.engine.plan import plan_trials
from garden_nb.engine.store import RunRow, Stored

CASES = CaseSet(tuple(Case(f"c{i}", {"question": f"q{i}"}, str(i)) for i in range(4)))
TRIALS = plan_trials(CASES, (Variant("a", None), Variant("b", None)), scope="r")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "garden.db"


@pytest.fixture
def trials():
    return TRIALS


def run_row(run_id: str = "r", name: str = "run", created: float = 1.0) -> RunRow:
    return RunRow(
        id=run_id,
        name=name,
        created=created,
        touched=created,
        state="running",
        owner="process 1",
        seed=0,
        repeats=1,
        planned=8,
        cases_digest=CASES.digest,
        variants={"a": {"version": None}},
        scorers={"ok": "1"},
        versions={"python": "3"},
    )


@pytest.fixture
def row():
    return run_row


def stored_output(value: object = "yes") -> Stored:
    usage = Usage(10, 5, 2, 0.01, 3)
    return Stored(Output(value, usage, {"finish": "stop"}), None, 12.5, 2, 100.0, 101.0)


@pytest.fixture
def answer():
    return stored_output


@pytest.fixture
def refusal() -> Stored:
    return Stored(None, Failure("ValueError", "no"), None, 3, 100.0, 101.0)
