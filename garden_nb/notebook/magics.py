"""`%garden` and `%%garden`: the command tree inside a notebook."""

import re
import shlex
from typing import Any

import click
from IPython.core.error import UsageError

from garden_nb.commands import cell, garden, variables
from garden_nb.errors import GardenError, InputError, Problem
from garden_nb.notebook.display import attach

__all__ = ["run_cell", "run_line"]

_MAGIC = "%%garden "


class Lines(str):
    """Text that a notebook shows as it is, without quotes."""

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002
        printer.text(str(self))


def run_line(shell: Any, line: str) -> Any:
    """Run one command line of `%garden` and return its result.

    Raises:
        UsageError: The command, its options or what it was given is wrong; shown without a
            traceback.
    """
    attach(shell)
    try:
        with garden.make_context("%garden", _split(line) or ["--help"]) as context:
            result = garden.invoke(context)
    except click.exceptions.Exit:
        return None
    except click.UsageError as error:
        raise UsageError(error.format_message()) from None
    except GardenError as error:
        raise UsageError(str(error)) from None
    return Lines(result) if isinstance(result, str) else result


def run_cell(shell: Any, line: str, text: str) -> Any:
    """Run the garden that the text of a `%%garden` cell describes.

    The result is shown once, and returned where no variable was named for it.

    Raises:
        UsageError: The line or the text is wrong: every problem, at its line and column.
    """
    attach(shell)
    try:
        options = _options(line, text)
        if options is None:
            return None
        made = _garden(line, text, options)
        if options["only_estimate"]:
            result: Any = made.estimate()
        else:
            result = made.start() if options["background"] else made.run()
    except GardenError as error:
        raise UsageError(str(error)) from None
    if options["output"] is None:
        return result
    shell.user_ns[options["output"]] = result
    return None


def _options(line: str, text: str) -> dict[str, Any] | None:
    """Return what the magic's line says; None where it only asked for help.

    Raises:
        InputError: What is wrong with the line, and with the text as far as it can be read
            without the cases.
    """
    try:
        with cell.make_context(_MAGIC.strip(), _split(line)) as context:
            return dict(cell.invoke(context))
    except click.exceptions.Exit:
        return None
    except click.UsageError as error:
        problems = [Problem(_place(line, _culprit(error, line)), error.format_message())]
        raise InputError([*problems, *_problems_of(text)]) from None


def _problems_of(text: str) -> tuple[Problem, ...]:
    from garden_nb.core.spec import parse_spec  # noqa: PLC0415  # ruamel.yaml

    try:
        parse_spec(text, first_line=2)
    except InputError as error:
        return error.problems
    return ()


def _garden(line: str, text: str, options: dict[str, Any]) -> Any:
    from garden_nb.flows.garden import Garden  # noqa: PLC0415  # pandas, scipy
    from garden_nb.flows.read_spec import Origin  # noqa: PLC0415

    cases = options["cases"]
    origin = Origin(first_line=2, named_after=cases, cases=_place(line, cases))
    changes = {"name": options["name"], "fresh": options["fresh"] or None}
    return Garden.from_spec(
        text,
        cases,
        namespace=variables(),
        origin=origin,
        **{key: value for key, value in changes.items() if value is not None},
    )


def _place(line: str, token: str | None) -> str:
    """Return the place in the cell of a word of the magic's line, which is the first."""
    return f"cell:1:{len(_MAGIC) + 1 + max(0, line.find(token or ''))}"


def _culprit(error: click.UsageError, line: str) -> str | None:
    """Return the word that a line was refused for, as far as it is known."""
    if isinstance(error, click.NoSuchOption | click.BadOptionUsage):
        return error.option_name
    if isinstance(error, click.BadParameter) and error.param is not None:
        return next((name for name in error.param.opts if name in line), None)
    surplus = re.search(r"\((\S+)", error.message)  # "Got unexpected extra argument (more)"
    return surplus[1].rstrip(")") if surplus else None


def _split(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise click.UsageError(f"the line cannot be read: {error}.") from None
