"""The command tree behind `%garden` and `garden`: one place, two doors."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from garden_nb.flows.report import Report

__all__ = ["garden"]


@click.group(no_args_is_help=True)
def garden() -> None:
    """Compare LLM agents, models and prompts on one eval set."""


@garden.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the report and the executed quickstart notebook into this folder.",
)
def demo(out: Path | None) -> "Report":
    """Run real search agents on questions about the standard library; needs no key."""
    from garden_nb.demo.run import run_demo, write_demo  # noqa: PLC0415  # pandas, altair

    report = run_demo()
    if out is not None:
        for line in write_demo(report, out):
            click.echo(line)
    return report
