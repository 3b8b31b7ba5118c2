"""`%garden` and `%%garden`: the command tree inside a notebook."""

import shlex
from typing import Any

import click
from IPython.core.error import UsageError

from garden_nb.commands import cell, garden
from garden_nb.errors import GardenError
from garden_nb.notebook.display import attach

__all__ = ["run_cell", "run_line"]


def run_line(shell: Any, line: str) -> Any:
    """Run one command line of `%garden` and return its result.

    Raises:
        UsageError: The command, its options or what it was given is wrong; shown without a
            traceback.
    """
    attach(shell)
    try:
        with garden.make_context("%garden", _split(line) or ["--help"]) as context:
            return _shown(garden.invoke(context))
    except click.exceptions.Exit:
        return None
    except (click.UsageError, GardenError) as error:
        raise _usage(error) from None


def run_cell(shell: Any, line: str, text: str) -> Any:
    """Run the garden that the text of a `%%garden` cell describes.

    The result is shown once, and returned where no variable was named for it.

    Raises:
        UsageError: The line or the text is wrong: every problem, at its line and column.
    """
    from garden_nb.flows.garden import Garden  # noqa: PLC0415  # pandas, scipy
    from garden_nb.flows.read_spec import Origin  # noqa: PLC0415

    attach(shell)
    try:
        with cell.make_context("%%garden", _split(line)) as context:
            options = cell.invoke(context)
        made = Garden.from_spec(
            text,
            options["cases"],
            namespace=_variables(shell),
            # the magic's own line is the first
            origin=Origin(first_line=2, named_after=options["cases"]),
            **_changes(options),
        )
        if options["only_estimate"]:
            return made.estimate()
        result = made.start() if options["background"] else made.run()
    except click.exceptions.Exit:
        return None
    except (click.UsageError, GardenError) as error:
        raise _usage(error) from None
    if options["output"] is None:
        return result
    shell.user_ns[options["output"]] = result
    return None


def _variables(shell: Any) -> dict[str, Any]:
    """Return the notebook's own variables, without what IPython put there."""
    hidden = shell.user_ns_hidden
    return {name: value for name, value in shell.user_ns.items() if name not in hidden}


def _changes(options: dict[str, Any]) -> dict[str, Any]:
    changes = {"name": options["name"], "fresh": options["fresh"] or None}
    return {key: value for key, value in changes.items() if value is not None}


def _split(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise UsageError(f"cannot read the line: {error}") from None


def _shown(result: Any) -> Any:
    """Return a result to show; lines of text are printed as they are."""
    if isinstance(result, str):
        click.echo(result)
        return None
    return result


def _usage(error: Exception) -> UsageError:
    message = error.format_message() if isinstance(error, click.UsageError) else str(error)
    return UsageError(message)
