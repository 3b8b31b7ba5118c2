"""What `%load_ext garden_nb` does: add `%garden`, load nothing heavy."""

from typing import Any

__all__ = ["load", "unload"]

_NAME = "garden"


def load(shell: Any) -> None:
    """Register the line and the cell magic in `shell`."""

    def line(text: str) -> Any:
        """Run a garden command, for example `%garden demo`; `%garden --help` lists them."""
        from garden_nb.notebook.magics import run_line  # noqa: PLC0415

        return run_line(shell, text)

    shell.register_magic_function(line, magic_kind="line", magic_name=_NAME)


def unload(shell: Any) -> None:
    """Take the magics out of `shell`, and let runs show themselves as text again."""
    import sys  # noqa: PLC0415

    shell.magics_manager.magics["line"].pop(_NAME, None)
    if "garden_nb.notebook.display" in sys.modules:
        from garden_nb.notebook.display import detach  # noqa: PLC0415

        detach(shell)
