"""One journal, many hands: several runs, several processes, readers in between."""

import subprocess
import sys
import threading
import time
from contextlib import suppress

from garden_nb.core.cases import Case
from garden_nb.engine.events import RunState
from garden_nb.engine.runner import stored_records
from garden_nb.engine.scorers import exact_match
from garden_nb.engine.store import JournalReader, run_counts
from garden_nb.errors import JournalError

KERNEL = """
import sys, time
from pathlib import Path
from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.runner import RunRequest, start_run
from garden_nb.engine.scorers import exact_match

name, n = sys.argv[2], int(sys.argv[3])

def agent(question):
    time.sleep(0.001)
    return question[1:] if name == "one" else "wrong"

cases = CaseSet(tuple(Case(f"c{i}", {"question": f"q{i}"}, str(i)) for i in range(n)), "question")
print("ready", flush=True)
sys.stdin.readline()
run = start_run(RunRequest(cases, (Variant("a", agent),), (exact_match,), store=Path(sys.argv[1]),
                           name=name, concurrency=8))
run.wait()
print(run.state, len(run.records()))
"""


def test_two_kernels_write_their_runs_into_one_store(garden):
    n_cases = 400
    kernels = [
        subprocess.Popen(
            [sys.executable, "-c", KERNEL, str(garden.store), name, str(n_cases)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("one", "two")
    ]
    for kernel in kernels:
        assert kernel.stdout.readline() == "ready\n"
    for kernel in kernels:
        kernel.stdin.write("go\n")
        kernel.stdin.flush()
    seen = []
    while any(kernel.poll() is None for kernel in kernels):
        if garden.store.exists():
            with suppress(JournalError):  # it is being made
                seen.append(sum(counts.done for counts in run_counts(garden.store).values()))
        time.sleep(0.01)
    for kernel in kernels:
        assert kernel.communicate()[0] == f"finished {n_cases}\n"
        assert kernel.returncode == 0
    assert seen == sorted(seen)
    assert any(0 < done < 2 * n_cases for done in seen)
    cases = [Case(f"c{i}", {"question": f"q{i}"}, str(i)) for i in range(n_cases)]
    expected = {case.id: case.expected_digest for case in cases}
    for row in JournalReader(garden.store).runs():
        records = stored_records(JournalReader(garden.store), row.id, row.scorers, expected)
        assert len(records) == n_cases
        right = float(row.name == "one")
        assert all(record.output.value for record in records.values())
        values = {record.scores["exact_match"].value for record in records.values()}
        assert values == {right}
    assert [file.name for file in garden.store.parent.iterdir()] == ["garden.db"]


def test_64_writers_worth_of_records_go_through_one(garden, cases):
    barrier = threading.Barrier(64)

    def agent(question):
        barrier.wait(20)
        return question[1:] * 1000

    agents = {f"v{n}": agent for n in range(8)}
    run = garden.run(agents, [exact_match], cases=cases(80), concurrency=64)
    assert run.state is RunState.FINISHED
    records = run.records()
    assert len({(record.case_id, record.variant) for record in records}) == len(records) == 640
    for record in records:
        assert record.output.value == record.case_id[1:] * 1000
        assert "exact_match" in record.scores


def test_a_report_is_read_while_the_run_goes_on(garden, cases):
    def agent(question):
        time.sleep(0.002)
        return question[1:]

    run = garden.start({"a": agent, "b": agent}, [exact_match], cases=cases(200), name="x")
    sizes = []
    while not run.wait(0):
        (row,) = JournalReader(garden.store).runs()
        assert row.name == "x"
        records = run.records()
        sizes.append(len(records))
        assert all(record.output is not None for record in records)
    assert sizes == sorted(sizes)
    assert any(0 < size < 400 for size in sizes)
    assert len(run.records()) == 400


def test_several_runs_in_one_kernel_share_a_store(garden, cases):
    def agent(question):
        time.sleep(0.001)
        return question

    runs = [garden.start({"a": agent}, cases=cases(50), name=f"n{n}") for n in range(8)]
    for run in runs:
        assert run.wait(30)
        assert len(run.records()) == 50
    assert len(JournalReader(garden.store).runs()) == 8
