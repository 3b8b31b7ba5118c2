"""`%garden`: the command tree inside a notebook."""

import shlex
from typing import Any

import click
from IPython.core.error import UsageError

from garden_nb.commands import garden
from garden_nb.errors import InputError
from garden_nb.notebook.display import attach

__all__ = ["run_line"]


def run_line(shell: Any, text: str) -> Any:
    """Run one command line of `%garden` and return its result.

    Raises:
        UsageError: The command or its options are wrong; shown without a traceback.
    """
    attach(shell)
    try:
        arguments = shlex.split(text) or ["--help"]
        with garden.make_context("%garden", arguments) as context:
            return garden.invoke(context)
    except click.exceptions.Exit:
        return None
    except (click.UsageError, InputError, ValueError) as error:
        message = error.format_message() if isinstance(error, click.UsageError) else str(error)
        if isinstance(error, ValueError) and not isinstance(error, InputError):
            message = f"cannot read the line: {message}"
        raise UsageError(message) from None
