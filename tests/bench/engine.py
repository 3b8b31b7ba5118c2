"""Print what the engine adds to a trial, for agents that do nothing and for agents that wait.

Run with `python tests/bench/engine.py [trials]`. All figures of one call come from one process, so
that they can be compared with each other on whatever machine it is.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.runner import RunRequest, start_run
from garden_nb.engine.scorers import exact_match

WAIT_S = 0.05
CONCURRENCY = 50


def case_set(n: int) -> CaseSet:
    cases = tuple(Case(str(i), {"question": f"question {i}"}, expected=str(i)) for i in range(n))
    return CaseSet(cases, question="question")


async def quick_async(question: str) -> str:
    return question.split()[1]


def quick_sync(question: str) -> str:
    return question.split()[1]


async def waiting(question: str) -> str:
    await asyncio.sleep(WAIT_S)
    return question.split()[1]


def engine_s(agent: Callable[..., Any], n: int, folder: Path, scorers: tuple[Any, ...]) -> float:
    variants = (Variant("a", agent), Variant("b", agent))
    request = RunRequest(
        case_set(n // 2), variants, scorers, concurrency=CONCURRENCY, store=folder / "garden.db"
    )
    started = time.perf_counter()
    run = start_run(request)
    run.wait()
    elapsed_s = time.perf_counter() - started
    total = run.progress.snapshot().total
    assert (total.done, total.failed) == (2 * (n // 2), 0), total
    return elapsed_s


async def gather_s(agent: Callable[..., Any], n: int) -> float:
    slots = asyncio.Semaphore(CONCURRENCY)

    async def one(case: Case) -> Any:
        async with slots:
            return await agent(case.inputs["question"])

    started = time.perf_counter()
    await asyncio.gather(*(one(case) for case in case_set(n)))
    return time.perf_counter() - started


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    with tempfile.TemporaryDirectory() as folder:
        for name, agent in (("async", quick_async), ("sync", quick_sync)):
            for scorers in ((), (exact_match,)):
                overhead_ms = engine_s(agent, n, Path(folder), scorers) / n * 1000
                print(f"{name:6} stub, {len(scorers)} scorer(s): {overhead_ms:.3f} ms per trial")  # noqa: T201
        bare_s = asyncio.run(gather_s(waiting, n))
        ours_s = engine_s(waiting, n, Path(folder), (exact_match,))
        print(  # noqa: T201
            f"{WAIT_S * 1000:.0f} ms agent at concurrency {CONCURRENCY}: "
            f"{bare_s / ours_s:.1%} of the rate of a bare gather loop"
        )


if __name__ == "__main__":
    main()
