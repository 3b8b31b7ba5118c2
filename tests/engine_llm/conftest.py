"""Gardens of models that are served on this machine."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.records import Record
from garden_nb.core.variants import parse_variants
from garden_nb.engine.events import Event
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.llm.door import warm_up
from garden_nb.engine.runner import Run, RunRequest, start_run
from loopback import LoopbackServer
from loopback.fixtures import loopback

__all__ = ["loopback"]

KEY = "sk-loopback-0123456789abcdef"


def sums(n: int) -> CaseSet:
    """Return `n` sums with their results."""
    cases = tuple(
        Case(f"c{i}", {"question": f"What is {i} + {i + 1}?"}, str(2 * i + 1)) for i in range(n)
    )
    return CaseSet(cases, question="question", columns={"expected": "answer"})


class LlmGarden:
    """Starts runs of models on one server and one journal."""

    def __init__(self, server: LoopbackServer, folder: Path) -> None:
        self.server = server
        self.store = folder / "garden.db"
        self.events: list[Event] = []
        self.cases = sums(4)

    def agent(self, model: str = "openai/stand-in-large", **settings: Any) -> LlmAgent:
        given = {"api_base": self.server.base_url, "api_key": KEY, **settings}
        return LlmAgent(model=model, **given)

    def run(self, agents: Mapping[str, Any], scorers: Sequence[Any] = (), **options: Any) -> Run:
        self.events.clear()
        variants = parse_variants(agents, problems := [])
        assert not problems
        defaults = {"cases": self.cases, "store": self.store, "timeout_s": 20.0}
        subscribers = (self.events.append, *options.pop("subscribers", ()))
        request = RunRequest(
            variants=variants,
            scorers=tuple(scorers),
            subscribers=subscribers,
            **{**defaults, **options},
        )
        run = start_run(request)
        assert run.wait(60), run.progress.snapshot()
        return run

    def record(self, agent: LlmAgent, **options: Any) -> Record:
        """Return the record of one case."""
        (record,) = self.run({"a": agent}, cases=sums(1), fresh=True, **options).records()
        return record

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture(scope="session", autouse=True)
def _litellm() -> None:
    """Load litellm once, so that the first test is not the slow one."""
    warm_up()


@pytest.fixture
def garden(loopback: LoopbackServer, tmp_path: Path) -> LlmGarden:
    return LlmGarden(loopback, tmp_path)
