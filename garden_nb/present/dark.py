"""Charts on dark paper."""

from typing import Any

from garden_nb.present.marks import DARK

__all__ = ["in_dark"]

_DATA = {"values", "datasets", "description", "usermeta"}
_TEXTS = {"text", "title", "subtitle"}
"""Where names stand: one that reads like an ink stays as it is."""


def in_dark(spec: Any) -> Any:
    """Return a Vega-Lite specification with every ink of the grammar replaced by its dark one."""
    if isinstance(spec, dict):
        return {
            key: value
            if key in _DATA or (key in _TEXTS and not isinstance(value, dict))
            else in_dark(value)
            for key, value in spec.items()
        }
    if isinstance(spec, list):
        return [in_dark(value) for value in spec]
    return DARK.get(spec, spec) if isinstance(spec, str) else spec
