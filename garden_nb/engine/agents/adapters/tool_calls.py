"""Tool calls of a framework, in the form that outputs keep."""

import json
from contextlib import suppress
from typing import Any

from garden_nb.core.digest import plain

__all__ = ["tool_call", "with_tools"]


def tool_call(name: Any, arguments: Any) -> dict[str, Any]:
    """Return a tool call as name and arguments; JSON text is read, broken text kept."""
    if isinstance(arguments, str):
        with suppress(ValueError):
            arguments = json.loads(arguments)
    return {"name": str(name), "arguments": plain(arguments)}


def with_tools(calls: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the detail of an output with these tool calls."""
    return {"tool_calls": calls} if calls else {}
