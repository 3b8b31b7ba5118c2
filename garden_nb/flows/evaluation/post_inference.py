"""The hook between inference and judging: it may add columns, and nothing else."""

from collections.abc import Callable, Collection
from typing import Any

import pandas as pd

from garden_nb.errors import InputError, Problem
from garden_nb.flows.evaluation.own_loop import awaited

__all__ = ["apply_hook"]

_ACCEPTED = "Return the frame it was given with columns added: df.assign(...)."


def apply_hook(
    hook: Callable[[pd.DataFrame], Any], merged: pd.DataFrame, reserved: Collection[str] = ()
) -> pd.DataFrame:
    """Return the merged frame with the columns that the hook added.

    Args:
        hook: A sync or async function.
        merged: The eval set with the outputs; the hook gets a copy.
        reserved: Columns that judges and scorers fill, so that the hook may not.

    Raises:
        InputError: It returned something else than the same frame with columns added.
    """
    returned = awaited(hook(merged.copy()))
    fault = _fault(merged, returned)
    if fault:
        raise InputError(Problem("post_inference", fault, _ACCEPTED))
    frame: pd.DataFrame = returned
    added = [column for column in frame.columns if column not in merged.columns]
    taken = [str(column) for column in added if str(column) in reserved]
    if taken:
        what = f"it added {', '.join(map(repr, taken))}, which a judge or a scorer fills."
        raise InputError(Problem("post_inference", what, "Give the column another name."))
    return merged.assign(**{str(column): frame[column] for column in added})


def _fault(merged: pd.DataFrame, returned: Any) -> str:
    if not isinstance(returned, pd.DataFrame):
        return f"it returned {type(returned).__name__}, not a frame."
    if len(returned) != len(merged):
        return f"it returned {len(returned)} rows of {len(merged)}."
    if not returned.index.equals(merged.index):
        return "it returned the rows in another order or under another index."
    if not returned.columns.is_unique:
        return "it returned two columns of one name."
    lost = [str(column) for column in merged.columns if column not in returned.columns]
    if lost:
        return f"it returned a frame without {', '.join(map(repr, lost))}."
    changed = [str(c) for c in merged.columns if not _same(merged[c], returned[c])]
    if changed:
        return f"it changed {', '.join(map(repr, changed))}."
    return ""


def _same(before: "pd.Series[Any]", after: "pd.Series[Any]") -> bool:
    try:
        return bool(before.equals(after)) or before.tolist() == after.tolist()
    except ValueError:  # cells that are arrays have no truth value
        return [repr(value) for value in before] == [repr(value) for value in after]
