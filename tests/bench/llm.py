"""Print what the engine adds to a model's call, beside litellm alone in a gather loop.

Run with `python tests/bench/llm.py [calls] [concurrency] [seconds per answer]`. The server is a
process of its own; all figures of one call come from one run, so that they can be compared with
each other on whatever machine it is. The two clients take turns; the better half of each counts.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import parse_variants
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.llm.door import close_clients, litellm, warm_up
from garden_nb.engine.runner import RunRequest, start_run
from garden_nb.engine.scorers import contains

ROUNDS = 4


def case_set(n: int) -> CaseSet:
    cases = tuple(Case(f"c{i}", {"question": f"What is {i} + 1?"}, str(i + 1)) for i in range(n))
    return CaseSet(cases, question="question", columns={"expected": "answer"})


async def bare(cases: CaseSet, concurrency: int, call: dict[str, Any]) -> float:
    slots = asyncio.Semaphore(concurrency)

    async def one(case: Case) -> Any:
        async with slots:
            message = {"role": "user", "content": case.inputs["question"]}
            return await litellm().acompletion(messages=[message], **call)

    started = time.perf_counter()
    await asyncio.gather(*(one(case) for case in cases))
    elapsed_s = time.perf_counter() - started
    await close_clients()
    return elapsed_s


def garden(cases: CaseSet, concurrency: int, agent: LlmAgent, folder: Path) -> float:
    request = RunRequest(
        cases,
        parse_variants({"a": agent}, []),
        (contains,),
        concurrency=concurrency,
        store=folder / "garden.db",
        fresh=True,
    )
    started = time.perf_counter()
    run = start_run(request)
    run.wait()
    elapsed_s = time.perf_counter() - started
    assert run.progress.snapshot().total.done == len(cases)
    return elapsed_s


def main() -> None:
    given = [*sys.argv[1:], *("400", "50", "0.5")[len(sys.argv) - 1 :]]
    n, concurrency, latency_s = int(given[0]), int(given[1]), given[2]
    server_file = str(Path(__file__).resolve().parents[1] / "loopback")
    server = subprocess.Popen(
        [sys.executable, server_file, "0", latency_s], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        door = {"api_base": server.stdout.readline().strip(), "api_key": "none"}
        warm_up()
        cases = case_set(n)
        call = {"model": "openai/stand-in-large", "max_retries": 0, "num_retries": 0, **door}
        agent = LlmAgent(model="openai/stand-in-large", **door)
        times: dict[str, list[float]] = {"bare": [], "garden": []}
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(ROUNDS):
                times["bare"].append(asyncio.run(bare(cases, concurrency, call)))
                times["garden"].append(garden(cases, concurrency, agent, Path(folder)))
    finally:
        server.terminate()
        server.wait()
    best = {name: sum(sorted(one)[: ROUNDS // 2]) / (ROUNDS // 2) for name, one in times.items()}
    added_ms = (best["garden"] - best["bare"]) / n * 1000
    sys.stdout.write(
        f"{n} calls of {float(latency_s) * 1000:.0f} ms at concurrency {concurrency}: "
        f"litellm alone {n / best['bare']:.1f}/s, through a garden {n / best['garden']:.1f}/s "
        f"({best['bare'] / best['garden']:.1%}), {added_ms:+.2f} ms per call\n"
    )


if __name__ == "__main__":
    main()
