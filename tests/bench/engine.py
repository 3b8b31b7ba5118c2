"""Print what the engine adds to a trial, beside a bare loop and beside other runners.

Run with `python tests/bench/engine.py [--trials N] [--peers PYTHON] [--quick]`. All figures of one
call come from one run, one after the other, so that they can be compared with each other on
whatever machine it is. `--peers` names an interpreter that has pydantic-evals, ag2[tracing] and
inspect_ai, of which each is skipped where it is absent; `--quick` makes the waits ten times shorter
and the memory's runs smaller.
"""

import argparse
import asyncio
import json
import subprocess
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

HERE = Path(__file__).resolve()
PEERS = ("pydantic-evals", "ag2", "inspect_ai")
LATENCY_S = 0.5
CONCURRENCY = 100
LABELS = "abcd"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def case_set(n: int) -> CaseSet:
    cases = tuple(Case(str(i), {"question": f"question {i}"}, expected=str(i)) for i in range(n))
    return CaseSet(cases, question="question")


async def quick_async(question: str) -> str:
    return question.split()[1]


def quick_sync(question: str) -> str:
    return question.split()[1]


def own_scorer(output: str, expected: str) -> bool:
    return output == expected


def sleeping(latency_s: float) -> Callable[[str], Any]:
    async def agent(question: str) -> str:
        await asyncio.sleep(latency_s)
        return question.split()[1]

    return agent


class Http:
    """An agent that asks a server of another process, with one session per event loop."""

    def __init__(self, url: str) -> None:
        self._url = f"{url}/chat/completions"
        self._sessions: dict[asyncio.AbstractEventLoop, Any] = {}

    async def __call__(self, question: str) -> str:
        import aiohttp  # noqa: PLC0415

        loop = asyncio.get_running_loop()
        if loop not in self._sessions:
            connector = aiohttp.TCPConnector(limit=0, force_close=True)
            self._sessions[loop] = aiohttp.ClientSession(connector=connector)
        body = {"model": "stand-in-large", "messages": [{"role": "user", "content": question}]}
        async with self._sessions[loop].post(self._url, json=body) as response:
            answer = await response.json()
        return str(answer["choices"][0]["message"]["content"])

    def forget(self) -> None:
        """Let the sessions of loops that are gone end without a word."""
        for session in self._sessions.values():
            session.detach()


def engine_s(
    agent: Callable[..., Any], n: int, concurrency: int, scorers: tuple[Any, ...] = ()
) -> float:
    """Run n trials of four variants with a new journal and return the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        request = RunRequest(
            case_set(n // len(LABELS)),
            tuple(Variant(label, agent) for label in LABELS),
            scorers,
            concurrency=concurrency,
            store=Path(folder) / "garden.db",
        )
        started = time.perf_counter()
        run = start_run(request)
        run.wait()
        elapsed_s = time.perf_counter() - started
        total = run.progress.snapshot().total
        assert (total.done, total.failed) == (n, 0), total
        return elapsed_s


def gather_s(agent: Callable[..., Any], n: int, concurrency: int) -> float:
    """Run n calls in a bare loop and return the seconds."""

    async def all_calls() -> float:
        slots = asyncio.Semaphore(concurrency)

        async def one(case: Case) -> Any:
            async with slots:
                return await agent(case.inputs["question"])

        started = time.perf_counter()
        await asyncio.gather(*(one(case) for case in case_set(n)))
        return time.perf_counter() - started

    return asyncio.run(all_calls())


def show_overhead(n: int) -> float:
    """Print the overhead with stub agents, and return that of the peers' set-up in ms."""
    say(f"overhead per trial, stub agent, journal on, {n} trials:")
    setups = (
        ("async agent, no scorer", quick_async, ()),
        ("async agent, exact_match", quick_async, (exact_match,)),
        ("async agent, a user's sync scorer", quick_async, (own_scorer,)),
        ("sync agent, exact_match", quick_sync, (exact_match,)),
    )
    found = {}
    for name, agent, scorers in setups:
        found[name] = min(engine_s(agent, n, CONCURRENCY, scorers) for _ in range(2)) / n * 1000
        say(f"  garden_nb, {name}: {found[name]:.3f} ms")
    return found["async agent, exact_match"]


def show_peers(python: str | None, n: int, ours_ms: float) -> None:
    if python is None:
        say("  peers: not asked for; give --peers PYTHON")
        return
    for peer in PEERS:
        command = [python, str(HERE.with_name("peers.py")), peer, str(n), str(CONCURRENCY)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            say(f"  {peer}: skipped, it failed: {done.stderr.strip().splitlines()[-1]}")
            continue
        found = json.loads(done.stdout.splitlines()[-1])
        if "absent" in found:
            say(f"  {peer}: skipped, {python} has none")
            continue
        theirs_ms = found["elapsed_s"] / n * 1000
        say(
            f"  {peer} {found['version']}, async agent, its exact match:"
            f" {theirs_ms:.3f} ms, {theirs_ms / ours_ms:.1f} times ours"
        )


def show_waiting(name: str, agent: Callable[..., Any], n: int, latency_s: float) -> None:
    pairs = [
        (gather_s(agent, n, CONCURRENCY), engine_s(agent, n, CONCURRENCY, (exact_match,)))
        for _ in range(2)
    ]
    ratios = ", ".join(f"{bare_s / ours_s:.1%}" for bare_s, ours_s in pairs)
    best = min(bare_s for bare_s, _ in pairs) / min(ours_s for _, ours_s in pairs)
    say(
        f"{name}, {latency_s * 1000:.0f} ms, concurrency {CONCURRENCY}, {len(LABELS)} x"
        f" {n // len(LABELS)}: {best:.1%} of a bare gather loop's rate (pairs: {ratios})"
    )


def show_http(n: int, latency_s: float) -> None:
    folder = str(HERE.parents[1] / "loopback")
    server = subprocess.Popen(
        [sys.executable, folder, "0", str(latency_s)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        agent = Http(server.stdout.readline().strip())
        show_waiting("aiohttp agent", agent, n, latency_s)
        agent.forget()
    finally:
        server.terminate()
        server.wait()


def memory_mb() -> float:
    """Return the resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def memory_of(n: int) -> None:
    """Run n trials and print as JSON the memory before, at each quarter and at the end."""
    with tempfile.TemporaryDirectory() as folder:
        request = RunRequest(
            case_set(n // len(LABELS)),
            tuple(Variant(label, quick_async) for label in LABELS),
            (exact_match,),
            concurrency=CONCURRENCY,
            store=Path(folder) / "garden.db",
        )
        used = [memory_mb()]
        started = time.perf_counter()
        run = start_run(request)
        while not run.wait(0.01):
            if run.progress.snapshot().total.done >= n * len(used) // 4:
                used.append(memory_mb())
        elapsed_s = time.perf_counter() - started
    say(json.dumps({"used_mb": [*used[:4], memory_mb()], "elapsed_s": elapsed_s}))


def show_memory(n: int) -> None:
    command = [sys.executable, str(HERE), "--memory-of", str(n)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    before, *later = found["used_mb"]
    say(
        f"memory, {n:,} trials: {(max(later) - before) * 1e6 / n:.0f} bytes per trial; at each"
        f" quarter {', '.join(f'{mb - before:.1f}' for mb in later)} MB above the start;"
        f" {found['elapsed_s'] / n * 1000:.3f} ms per trial"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=4000, help="stub trials per figure")
    parser.add_argument("--peers", help="the interpreter of the peers' environment")
    parser.add_argument("--quick", action="store_true", help="shorter waits, smaller runs")
    parser.add_argument("--memory-of", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.memory_of:
        memory_of(given.memory_of)
        return
    ours_ms = show_overhead(given.trials)
    show_peers(given.peers, max(200, given.trials // 10), ours_ms)
    latency_s = LATENCY_S / (10 if given.quick else 1)
    show_waiting("sleeping agent", sleeping(latency_s), 2000, latency_s)
    show_http(2000, latency_s)
    for n in (20_000, 50_000) if given.quick else (50_000, 200_000):
        show_memory(n)


if __name__ == "__main__":
    main()
