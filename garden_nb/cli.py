"""The command line door."""

import sys

from garden_nb.commands import garden
from garden_nb.errors import GardenError

__all__ = ["main"]

_DEFAULTS = {"demo": {"out": "demo-output"}}


def main() -> None:
    """Run one command; a user's mistake ends with its message and exit code 2."""
    try:
        garden.main(prog_name="garden", default_map=_DEFAULTS)
    except GardenError as error:
        sys.stderr.write(f"garden: {error}\n")
        sys.exit(2)
