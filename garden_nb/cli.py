"""The command line door."""

import sys
from typing import TYPE_CHECKING, Any

import click

from garden_nb.commands import GATED, garden
from garden_nb.errors import GardenError

if TYPE_CHECKING:
    from garden_nb.flows.report import Report

__all__ = ["main"]

_DEFAULTS = {"demo": {"out": "demo-output"}}
PASSED, GATE_FAILED, WRONG, NOTHING = 0, 1, 2, 3
"""Exit codes: the gates passed; one failed or is unclear; the command or a file is wrong; nothing
was evaluated."""


def main() -> None:
    """Run one command; a user's mistake ends with its message and exit code 2."""
    arguments = sys.argv[1:]
    try:
        with garden.make_context("garden", arguments, default_map=_DEFAULTS) as context:
            result = garden.invoke(context)
    except click.exceptions.Exit as ending:
        sys.exit(ending.exit_code)
    except click.UsageError as error:
        error.show()
        sys.exit(WRONG)
    except GardenError as error:
        sys.stderr.write(f"garden: {error}\n")
        sys.exit(WRONG)
    sys.exit(_finish(arguments[0], result))


def _finish(command: str, result: Any) -> int:
    """Write what a command returned, and return the exit code."""
    if command in GATED:
        click.echo(result.to_text())
        return _verdict(result)
    if command != "demo":  # which has said where its files are
        click.echo(str(result))
    return PASSED


def _verdict(report: "Report") -> int:
    if not any(estimate.value is not None for estimate in report.estimates):
        return NOTHING
    return 1 if any(gate.blocking for gate in report.gates) else PASSED
