"""What `%load_ext garden_nb` does: add `%garden` and `%%garden`, load nothing heavy."""

import sys
from typing import Any

__all__ = ["load", "unload"]

_NAME = "garden"


def load(shell: Any) -> None:
    """Register the line and the cell magic in `shell`."""

    def line(text: str) -> Any:
        """Run a garden command, for example `%garden demo`; `%garden --help` lists them."""
        from garden_nb.notebook.magics import run_line  # noqa: PLC0415  # click, altair

        return run_line(shell, text)

    def cell(text: str, body: str) -> Any:
        """Run the garden that the cell's YAML describes; `%%garden --help` lists the options."""
        from garden_nb.notebook.magics import run_cell  # noqa: PLC0415  # click, altair

        return run_cell(shell, text, body)

    shell.register_magic_function(line, magic_kind="line", magic_name=_NAME)
    shell.register_magic_function(cell, magic_kind="cell", magic_name=_NAME)


def unload(shell: Any) -> None:
    """Take the magics out of `shell`, and let runs show themselves as text again."""
    for kind in ("line", "cell"):
        shell.magics_manager.magics[kind].pop(_NAME, None)
    if "garden_nb.notebook.display" in sys.modules:
        from garden_nb.notebook.display import detach  # noqa: PLC0415

        detach(shell)
