"""The command tree behind `%garden`, `%%garden` and `garden`: one place, three doors."""

import json
import sys
from collections.abc import Mapping
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from garden_nb.errors import InputError, Problem

if TYPE_CHECKING:
    from garden_nb.flows.estimate import Estimate
    from garden_nb.flows.garden import Garden
    from garden_nb.flows.report import Report

__all__ = ["GATED", "cell", "garden", "variables"]

GATED = ("run", "resume", "rerun-failed", "report")
"""The commands whose exit code says what the gates decided."""

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_STORE = click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("garden.db"),
    show_default=True,
    help="The journal's file.",
)


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


@garden.command()
@click.argument("file", type=_FILE)
@click.option("--cases", help="A file of cases, or a frame's name; by default what FILE says.")
@click.option("--name", help="The run's name; the same name resumes it.")
@click.option("--fresh", is_flag=True, help="Run everything anew.")
def run(file: Path, cases: str | None, name: str | None, *, fresh: bool) -> "Report":
    """Run the garden that FILE (YAML) describes; what is journaled is reused."""
    return _from_file(file, cases, name=name, fresh=fresh).run()


@garden.command()
@click.argument("file", type=_FILE)
@click.option("--cases", help="A file of cases, or a frame's name; by default what FILE says.")
def estimate(file: Path, cases: str | None) -> "Estimate":
    """Say what the garden of FILE would call, cost and take, before anything is paid."""
    return _from_file(file, cases).estimate()


@garden.command()
def schema() -> str:
    """Print the JSON schema of gardens in YAML, for editors."""
    from garden_nb.core.spec import spec_schema  # noqa: PLC0415  # ruamel.yaml

    return json.dumps(spec_schema(), indent=2)


@garden.command()
@_STORE
def runs(store: Path) -> str:
    """List the runs of a journal, the newest first."""
    from garden_nb.flows.runs import list_runs  # noqa: PLC0415

    return list_runs(store)


@garden.command()
@click.argument("name", required=False)
@_STORE
@click.option("--baseline", help="The reference; the planned one by default.")
def report(name: str | None, store: Path, baseline: str | None) -> "Report":
    """Show the report of a run (the newest by default); nothing is called."""
    from garden_nb.flows.reopened import reopen_report  # noqa: PLC0415

    found = reopen_report(store, name)
    if baseline is not None:
        found.baseline = baseline
    return found


@garden.command()
@click.argument("name", required=False)
@_STORE
def resume(name: str | None, store: Path) -> "Report":
    """Go on with a run of models (the newest by default): what lacks or failed is called."""
    from garden_nb.flows.reopened import reopen_garden  # noqa: PLC0415

    return reopen_garden(store, name, variables()).run()


@garden.command()
@click.argument("name", required=False)
@_STORE
def rerun_failed(name: str | None, store: Path) -> "Report":
    """Call again what failed in a run of models (the newest by default), and nothing else."""
    from garden_nb.flows.reopened import reopen_garden  # noqa: PLC0415

    return reopen_garden(store, name, variables()).rerun_failed()


@garden.command()
@click.argument("name")
@_STORE
@click.option("--yes", is_flag=True, help="Delete; without it, only say what would be deleted.")
def delete(name: str, store: Path, *, yes: bool) -> str:
    """Delete the runs called NAME from a journal, with what no other run uses."""
    from garden_nb.flows.runs import delete_runs  # noqa: PLC0415

    return delete_runs(store, name, sure=yes)


@garden.command()
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("name", required=False)
@_STORE
def export(path: Path, name: str | None, store: Path) -> str:
    """Write the report of a run to PATH: .html, .md, .json or .csv."""
    from garden_nb.flows.reopened import reopen_report  # noqa: PLC0415

    reopen_report(store, name).export(path)
    return f"wrote {path}"


def _variable(_context: click.Context, _param: click.Parameter, name: str | None) -> str | None:
    """Refuse, before anything is paid, what no variable can be called."""
    if name is None or (name.isidentifier() and not iskeyword(name)):
        return name
    raise click.BadParameter(f"{name!r} is no name for a variable.")


@click.command(name="%%garden")
@click.argument("cases", required=False)
@click.option("-o", "--output", callback=_variable, help="The variable that gets the report.")
@click.option("--name", help="The run's name; by default one for all cells on these cases.")
@click.option("--fresh", is_flag=True, help="Run everything anew.")
@click.option("--estimate", "only_estimate", is_flag=True, help="Only say what it would cost.")
@click.option("--background", is_flag=True, help="Return at once and run in the background.")
def cell(**options: Any) -> Mapping[str, Any]:
    """Run the garden that the cell's YAML describes, on CASES: a frame's name or a file."""
    return options


def _from_file(
    file: Path, cases: str | None, *, name: str | None = None, fresh: bool = False
) -> "Garden":
    from garden_nb.flows.garden import Garden  # noqa: PLC0415  # pandas, scipy
    from garden_nb.flows.read_spec import Origin  # noqa: PLC0415

    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        what = f"is no UTF-8 text (byte {error.start})."
        raise InputError(Problem(file.name, what, "Accepted: YAML.")) from None
    changes: dict[str, Any] = {"fresh": True} if fresh else {}
    if name is not None:
        changes["name"] = name
    origin = Origin(file.name, named_after=cases, cases="--cases" if cases else file.name)
    return Garden.from_spec(text, cases, namespace=variables(), origin=origin, **changes)


def variables() -> dict[str, Any]:
    """Return the notebook's own variables, without what IPython put there; none elsewhere."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        return {}
    hidden = shell.user_ns_hidden
    return {name: value for name, value in shell.user_ns.items() if name not in hidden}
