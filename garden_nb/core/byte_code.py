"""What a function's byte code says, apart from where it stands in a file."""

from types import CodeType
from typing import Any

__all__ = ["code_content", "code_names"]


def code_content(code: CodeType) -> list[Any]:
    """Return instructions, constants and names, those of inner functions included.

    Comments, layout and line numbers are no part of it.
    """
    constants = [code_content(c) if isinstance(c, CodeType) else c for c in code.co_consts]
    return [code.co_code, constants, code.co_names, code.co_varnames]


def code_names(code: CodeType) -> set[str]:
    """Return the global names and attributes that the code uses, inner functions included."""
    inner = (code_names(c) for c in code.co_consts if isinstance(c, CodeType))
    return set(code.co_names).union(*inner)
