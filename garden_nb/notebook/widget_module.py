"""The front end's modules as one, for widgets: these are sent whole and import nothing."""

from functools import cache

from garden_nb.present.script import joined_modules

__all__ = ["widget_module"]


@cache
def widget_module(name: str) -> str:
    """Return ES module `name` and all that it imports, as one module with its default export."""
    return joined_modules(name, ("notebook", "present")) + "\n"
