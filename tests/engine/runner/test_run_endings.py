"""A run ends, whatever watches it, and whatever its agents leave behind."""

import asyncio
import sys

import pytest

from garden_nb.engine.events import RunFinished, RunState


async def answer(question):
    return question[1:]


class Unnamed:
    """A subscriber that raises even where it is shown."""

    def __init__(self, error, kinds):
        self.error, self.kinds = error, kinds

    def __call__(self, event):
        if isinstance(event, self.kinds):
            raise self.error

    def __repr__(self):
        raise self.error


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), GeneratorExit()])
@pytest.mark.parametrize("kinds", [object, RunFinished])
def test_a_subscriber_never_keeps_a_run_from_ending(garden, caplog, error, kinds):
    run = garden.run({"a": answer}, subscribers=(Unnamed(error, kinds), garden.events.append))
    assert run.state is RunState.FINISHED
    assert len(run.records()) == 6
    assert isinstance(garden.events[-1], RunFinished)
    assert "Unnamed raised and gets no more events" in caplog.text
    assert type(error).__name__ in caplog.text


def test_a_generator_that_never_closes_is_left_behind(garden):
    held = []

    async def numbers():
        try:
            yield 1
        finally:
            await asyncio.Event().wait()

    async def agent(question):
        held.append(numbers())
        await anext(held[-1])
        return question[1:]

    run = garden.run({"a": agent})
    assert run.state is RunState.FINISHED
    assert len(held) == 6


def test_a_task_of_an_agent_that_leaves_python_ends_its_own_trial_only(garden):
    async def leave():
        sys.exit("I am done")

    async def agent(question):
        if question == "q3":
            await asyncio.create_task(leave())
        return question[1:]

    run = garden.run({"a": agent})
    assert run.state is RunState.FINISHED
    failed = [record for record in run.records() if record.failure]
    assert [(record.case_id, record.failure.kind) for record in failed] == [("c3", "SystemExit")]
    assert failed[0].failure.message == "I am done"
