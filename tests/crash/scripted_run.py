"""The child of the crash tests: forks a run for every line on standard input.

Usage: scripted_run.py FOLDER CASES. Prints `ready`, then for every line the process id of a fork
and, once that has ended, how. Each fork runs the named run `crash`.
"""

import os
import sys
import time
from pathlib import Path

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.records import Output, Usage
from garden_nb.core.variants import Variant
from garden_nb.engine.runner import RunRequest, start_run
from garden_nb.engine.scorers import exact_match
from garden_nb.errors import RunLockedError


def request(folder: Path, n_cases: int) -> RunRequest:
    """Return the request of the run; the agents note every call in one atomic write."""
    notes = os.open(folder / "calls.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def agent(label: str, question: str) -> Output:
        os.write(notes, f"{label}:{question}\n".encode())
        time.sleep(0.0005)
        number = int(question[1:])
        if number % 10 == 9:
            raise ValueError("nine")
        value = str(number if label == "right" else number + 1)
        return Output(value, Usage(number, 1, cost_usd=number / 64))

    async def asynchronous(question: str) -> Output:
        return agent("wrong", question)

    cases = tuple(Case(f"c{i}", {"question": f"q{i}"}, str(i)) for i in range(n_cases))
    variants = (
        Variant("right", lambda question: agent("right", question)),
        Variant("wrong", asynchronous),
    )
    return RunRequest(
        cases=CaseSet(cases, "question"),
        variants=variants,
        scorers=(exact_match,),
        concurrency=4,
        store=folder / "garden.db",
        name="crash",
    )


def run(folder: Path, n_cases: int) -> int:
    """Run to the end and return the exit code: 0 finished, 3 locked."""
    try:
        handle = start_run(request(folder, n_cases))
    except RunLockedError:
        return 3
    handle.wait()
    return 0


def main() -> None:
    folder, n_cases = Path(sys.argv[1]), int(sys.argv[2])
    print("ready", flush=True)  # noqa: T201  # the parent reads it
    for _ in sys.stdin:
        process_id = os.fork()
        if process_id == 0:
            os._exit(run(folder, n_cases))
        print(process_id, flush=True)  # noqa: T201
        _, status = os.waitpid(process_id, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
