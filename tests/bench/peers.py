"""Print, as one JSON line, what a peer's own runner takes for N stub trials.

Run by `engine.py` in an interpreter of its own: `python peers.py PEER TRIALS CONCURRENCY`. Each
peer runs the smallest thing it calls an agent, which answers at once with the right answer, and
one scorer that compares it; what it stores by default it stores.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from importlib import metadata
from typing import Any


def pydantic_evals(n: int, concurrency: int) -> float:
    from pydantic_evals import Case, Dataset  # noqa: PLC0415
    from pydantic_evals.evaluators import EqualsExpected  # noqa: PLC0415

    async def agent(question: str) -> str:
        return question.split()[1]

    cases = [Case(name=str(i), inputs=f"question {i}", expected_output=str(i)) for i in range(n)]
    dataset: Any = Dataset(name="bench", cases=cases, evaluators=[EqualsExpected()])
    started = time.perf_counter()
    report = asyncio.run(dataset.evaluate(agent, max_concurrency=concurrency, progress=False))
    elapsed_s = time.perf_counter() - started
    assert len(report.cases) == n
    return elapsed_s


def inspect_ai(n: int, concurrency: int) -> float:
    from inspect_ai import Task, eval  # noqa: A004, PLC0415
    from inspect_ai.dataset import Sample  # noqa: PLC0415
    from inspect_ai.scorer import exact  # noqa: PLC0415
    from inspect_ai.solver import solver  # noqa: PLC0415

    @solver  # type: ignore[untyped-decorator]
    def agent() -> Any:
        async def solve(state: Any, generate: Any) -> Any:
            state.output.completion = state.input_text.split()[1]
            return state

        return solve

    samples = [Sample(input=f"question {i}", target=str(i), id=str(i)) for i in range(n)]
    task = Task(dataset=samples, solver=agent(), scorer=exact())
    started = time.perf_counter()
    (log,) = eval(task, model="mockllm/model", max_samples=concurrency, display="none")
    elapsed_s = time.perf_counter() - started
    assert log.status == "success", log.error
    assert log.results.completed_samples == n
    return elapsed_s


def ag2(n: int, concurrency: int) -> float:
    from ag2 import Agent  # noqa: PLC0415
    from ag2.eval import Suite, run_agent  # noqa: PLC0415
    from ag2.eval.scorers import final_answer_matches  # noqa: PLC0415
    from ag2.testing import TestConfig  # noqa: PLC0415

    rows = [
        {
            "task_id": str(i),
            "inputs": {"input": f"question {i}"},
            "reference_outputs": {"answer": str(i)},
        }
        for i in range(n)
    ]
    answers = {str(i): TestConfig(str(i)) for i in range(n)}
    running = run_agent(
        Suite.from_list(rows),
        agent=Agent("bench"),
        model_config=answers,
        scorers=[final_answer_matches()],
        concurrency=concurrency,
        store_dir="store",
    )
    started = time.perf_counter()
    result = asyncio.run(running)
    elapsed_s = time.perf_counter() - started
    assert len(result.tasks) == n
    assert result.aggregates.pass_rate["final_answer_matches"] == 1.0
    return elapsed_s


PEERS = {
    "pydantic-evals": pydantic_evals,
    "ag2": ag2,
    "inspect_ai": inspect_ai,
}


def main() -> None:
    peer, n, concurrency = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    try:
        version = metadata.version(peer)
    except metadata.PackageNotFoundError:
        print(json.dumps({"absent": True}))  # noqa: T201
        return
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        PEERS[peer](20, concurrency)  # what a first run loads is not the runner's cost
        elapsed_s = PEERS[peer](n, concurrency)
        os.chdir("/")
    print(json.dumps({"version": version, "elapsed_s": elapsed_s}))  # noqa: T201


if __name__ == "__main__":
    main()
