"""The child of the tests of full disks and read-only folders: one run without root's rights.

Usage: limited_run.py FOLDER CASES [BYTES]. Runs the named run `limited` in FOLDER, with files of at
most BYTES; prints how it ended, how many records it has, and the error in words.
"""

import os
import resource
import sys
import tempfile
from pathlib import Path

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.runner import RunRequest, start_run
from garden_nb.engine.scorers import exact_match
from garden_nb.errors import GardenError

NOBODY = 65534


def warm_up() -> None:
    """Import what a run imports late, since nobody may not be able to read Python's own files."""
    case = CaseSet((Case("c", {"question": "q"}),), "question")
    with tempfile.TemporaryDirectory() as folder:
        variants = (Variant("a", lambda question: question),)
        start_run(RunRequest(case, variants, store=Path(folder) / "garden.db")).wait()


def main() -> None:
    folder, n_cases = Path(sys.argv[1]), int(sys.argv[2])
    notes = os.open(folder.parent / "calls.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    warm_up()
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    if len(sys.argv) > 3:
        size = int(sys.argv[3])
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    def agent(question: str) -> str:
        os.write(notes, f"{question}\n".encode())
        return question[1:] * 10_000

    cases = CaseSet(tuple(Case(f"c{i}", {"question": f"q{i}"}) for i in range(n_cases)), "question")
    request = RunRequest(
        cases,
        (Variant("a", agent),),
        (exact_match,),
        concurrency=4,
        store=folder / "garden.db",
        name="limited",
    )
    try:
        run = start_run(request)
    except GardenError as error:
        print(f"refused\n0\n{error}")  # noqa: T201  # the test reads it
        return
    said = ""
    try:
        run.wait()
    except GardenError as error:
        said = str(error)
    print(f"{run.state}\n{len(run.records())}\n{said}")  # noqa: T201


if __name__ == "__main__":
    main()
