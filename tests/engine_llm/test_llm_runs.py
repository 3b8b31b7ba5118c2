"""Runs of models one after the other, cancelled, and beside a user's own litellm."""

import asyncio
import threading
import time
from pathlib import Path

from garden_nb.core.variants import parse_variants
from garden_nb.engine.events import RunState
from garden_nb.engine.llm.door import litellm
from garden_nb.engine.runner import RunRequest, start_run
from loopback import Temper

KEY = "sk-loopback-0123456789abcdef"


FILES = Path("/proc/self/fd")


def held():
    """Return how many threads, clients and open files this process has."""
    time.sleep(0.5)  # threads that were told to end need a moment
    files = len(list(FILES.iterdir())) if FILES.exists() else 0
    return {
        "threads": threading.active_count(),
        "clients": len(litellm().in_memory_llm_clients_cache.cache_dict),
        "files": files,
    }


def test_many_runs_in_a_row_hold_nothing(garden):
    address = garden.server.base_url.removesuffix("/v1")
    agents = {
        "a": garden.agent(),
        "b": garden.agent("anthropic/claude-sonnet-4-5", api_base=address),
    }
    garden.run(agents, fresh=True)
    before = held()
    for _ in range(10):
        garden.run(agents, fresh=True)
    after = held()
    assert {name for name, number in after.items() if number > before[name]} == set(), after


def test_a_cancelled_run_is_over_within_a_second_and_asks_nothing_more(garden):
    garden.server.temper = Temper(hangs=True)
    variants = parse_variants({"a": garden.agent()}, [])
    run = start_run(RunRequest(garden.cases, variants, concurrency=2, store=garden.store))
    while len(garden.server.requests) < 2:
        time.sleep(0.01)
    started = time.monotonic()
    run.cancel()
    assert run.wait(5)
    assert time.monotonic() - started < 1.0
    assert run.state is RunState.CANCELLED
    time.sleep(0.3)
    assert len(garden.server.requests) == 2
    garden.server.temper = Temper()
    assert garden.run({"a": garden.agent()}, name=run.name).state is RunState.FINISHED


def test_a_user_s_own_client_outlives_a_run_in_the_same_loop(garden):
    async def ask():
        message = {"role": "user", "content": "What is 1 + 1?"}
        reply = await litellm().acompletion(
            "openai/stand-in-large",
            messages=[message],
            api_base=garden.server.base_url,
            api_key=KEY,
        )
        return reply.choices[0].message.content

    async def cell():
        said = [await ask()]
        variants = parse_variants({"a": garden.agent()}, [])
        run = start_run(RunRequest(garden.cases, variants, store=garden.store))
        await run.join()
        assert all(record.output for record in run.records())
        return [*said, await ask()]

    assert asyncio.run(cell()) == ["The answer is 2."] * 2
