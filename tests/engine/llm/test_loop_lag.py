"""The lag of an event loop is what other work in it takes, and nothing else."""

import asyncio
import gc
import time
import weakref

import pytest

from garden_nb.engine.llm.loop_lag import LoopLag


def test_an_idle_loop_has_none():
    async def call():
        with LoopLag.of_running_loop().watch() as lag:
            await asyncio.sleep(0.3)
        return lag.ms

    assert asyncio.run(call()) < 60


def test_work_that_blocks_the_loop_is_what_it_is():
    async def block():
        await asyncio.sleep(0.05)
        time.sleep(0.25)  # noqa: ASYNC251  # this is the mistake to be noticed

    async def call():
        with LoopLag.of_running_loop().watch() as lag:
            await asyncio.gather(block(), asyncio.sleep(0.4))
        return lag.ms

    assert asyncio.run(call()) == pytest.approx(250, abs=80)


def test_a_call_hears_only_of_the_lag_while_it_ran():
    async def one(start_s, length_s):
        await asyncio.sleep(start_s)
        with LoopLag.of_running_loop().watch() as lag:
            await asyncio.sleep(length_s)
        return lag.ms

    async def block():
        await asyncio.sleep(0.1)
        time.sleep(0.2)  # noqa: ASYNC251

    async def calls():
        return await asyncio.gather(one(0, 0.05), one(0.05, 0.3), one(0.35, 0.05), block())

    before, during, after, _ = asyncio.run(calls())
    assert before < 50
    assert after < 50
    assert during > 120


def test_a_loop_that_is_over_is_forgotten():
    seen = []

    async def call():
        seen.append(weakref.ref(asyncio.get_running_loop()))
        with LoopLag.of_running_loop().watch():
            await asyncio.sleep(0)

    asyncio.run(call())
    gc.collect()
    assert seen[0]() is None
