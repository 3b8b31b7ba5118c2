"""What a function's byte code says, apart from where it stands in a file."""

import dis
from types import CodeType
from typing import Any

__all__ = ["code_content", "global_names", "stored_names"]

_READS = ("LOAD_GLOBAL", "LOAD_NAME")
_STORES = ("STORE_GLOBAL", "STORE_ATTR", "STORE_DEREF")


def code_content(code: CodeType) -> list[Any]:
    """Return instructions, constants and names, those of inner functions included.

    Comments, layout and line numbers are no part of it.
    """
    constants = [code_content(c) if isinstance(c, CodeType) else c for c in code.co_consts]
    return [code.co_code, constants, code.co_names, code.co_varnames]


def global_names(code: CodeType) -> set[str]:
    """Return the global names that the code reads and never writes.

    What a function writes is its memory, such as a client that it makes at its first call; a name
    behind a dot is none of its module's.
    """
    return _named(code, _READS) - stored_names(code)


def stored_names(code: CodeType) -> set[str]:
    """Return the names of what the code writes outside of itself: globals, attributes, cells."""
    return _named(code, _STORES)


def _named(code: CodeType, operations: tuple[str, ...]) -> set[str]:
    found = {step.argval for step in dis.get_instructions(code) if step.opname in operations}
    inner = (_named(part, operations) for part in code.co_consts if isinstance(part, CodeType))
    return found.union(*inner)
