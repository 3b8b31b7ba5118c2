"""Eval sets and runs for the engine's tests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.events import Event
from garden_nb.engine.runner import Run, RunRequest, start_run


def make_cases(n: int) -> CaseSet:
    """Return questions `q0`, `q1`, … whose expected answers are their numbers."""
    cases = tuple(
        Case(f"c{i}", {"question": f"q{i}", "topic": "even" if i % 2 == 0 else "odd"}, str(i))
        for i in range(n)
    )
    return CaseSet(cases, question="question", columns={"expected": "answer", "case_id": "id"})


class Garden:
    """Starts runs on one journal and waits for them."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "garden.db"
        self.events: list[Event] = []
        self.cases = make_cases(6)

    def start(self, agents: dict[str, Any], scorers: Any = (), **options: Any) -> Run:
        self.events.clear()
        variants = tuple(
            agent if isinstance(agent, Variant) else Variant(label, agent)
            for label, agent in agents.items()
        )
        defaults = {
            "cases": self.cases,
            "store": self.store,
            "timeout_s": 20.0,
            "subscribers": (self.events.append,),
        }
        request = RunRequest(variants=variants, scorers=tuple(scorers), **{**defaults, **options})
        return start_run(request)

    def run(self, agents: dict[str, Any], scorers: Any = (), **options: Any) -> Run:
        run = self.start(agents, scorers, **options)
        assert run.wait(20), run.progress.snapshot()
        return run

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    return Garden(tmp_path)


@pytest.fixture
def cases() -> Callable[[int], CaseSet]:
    return make_cases


class Counting:
    """An agent that answers a question `q7` with `7` and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, question: str) -> str:
        self.asked.append(question)
        return question[1:]


@pytest.fixture
def counting() -> Counting:
    return Counting()
