"""The runner: calls the agents of a plan, within limits, and stores what they answer.

Why: a notebook has a loop of its own and an Interrupt button, agents hang, block and fail, and
every call may cost money. So one thread per run owns an event loop and the journal's write
connection; blocking functions run in threads that can be given up; and the handle that people
hold can be waited for, paused and cancelled from anywhere.

    start      checks a request, opens the run and starts its thread
    run        the handle
    conduct    the course of a run inside its loop
    calling    trials: attempts, retries, the commit
    scoring    scorers, as outputs arrive
    control    pause, cancel, stop
    remaining  what a run would have left to do
    kept_run   a run that another process left in the journal
"""

from garden_nb.engine.runner.kept_run import KeptRun
from garden_nb.engine.runner.remaining import Remaining, remaining
from garden_nb.engine.runner.request import RunRequest
from garden_nb.engine.runner.run import Run
from garden_nb.engine.runner.start import start_run
from garden_nb.engine.runner.stored_records import stored_records

__all__ = ["KeptRun", "Remaining", "Run", "RunRequest", "remaining", "start_run", "stored_records"]
