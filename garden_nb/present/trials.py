"""Trials as text: the scores of a run by case, small enough to travel with its report."""

import json
import math
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any

import numpy as np

from garden_nb.analysis.table import BoolArray, FloatArray, Plan, TrialTable
from garden_nb.core.metrics import Metric
from garden_nb.errors import InputError, Problem

__all__ = ["pack_trials", "unpack_trials"]

_GZIP = 31
"""The window of zlib that reads and writes gzip's head and tail."""
_NUMBER_SIZE, _REST = 32, 1_000_000
"""More characters than any number takes in JSON, with its comma, and than all names do."""
_MISREAD = (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError)
"""What files that nobody here wrote can raise."""


def pack_trials(table: TrialTable) -> str:
    """Return the scores of `table` as base64 of gzip of JSON; equal tables give equal text.

    The JSON is an object of flat lists, by case, then variant, then repeat: `done` and `failed`
    as digits, `scores` by name with null where absent; `reused` has a number per variant.
    """
    trials = {
        "done": _digits(table.done),
        "failed": _digits(table.failed),
        "reused": list(table.reused),
        "scores": {name: _numbers(scores) for name, scores in table.scores.items()},
    }
    text = json.dumps(trials, separators=(",", ":"), allow_nan=False)
    packer = zlib.compressobj(9, wbits=_GZIP)
    return b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def unpack_trials(packed: str, plan: Plan, metrics: Sequence[Metric]) -> TrialTable:
    """Return the table that was packed.

    Args:
        packed: What `pack_trials` returned.
        plan: What the run set out to do.
        metrics: The metrics of the table, in order.

    Raises:
        InputError: It is not what `pack_trials` writes for this plan.
    """
    shape = (len(plan.case_ids), len(plan.variants), plan.repeats)
    try:
        trials = _unpacked(packed, (2 * len(metrics) + 2) * math.prod(shape))
        scores = {
            str(name): _array(values).reshape(shape) for name, values in trials["scores"].items()
        }
        done, failed = (_flags(trials[name]).reshape(shape) for name in ("done", "failed"))
        reused = tuple(int(count) for count in trials["reused"])
        complete = len(reused) == shape[1] and all(metric.name in scores for metric in metrics)
    except _MISREAD:
        complete = False
    if not complete:
        what = "the trials do not fit the plan beside them."
        raise InputError(Problem("evidence", what, "Write the file anew: report.to_json(path)."))
    return TrialTable(plan, tuple(metrics), scores, done, failed, reused)


def _unpacked(packed: str, size: int) -> Any:
    """Return the JSON inside, or raise where it is longer than `size` numbers could be."""
    opener = zlib.decompressobj(wbits=_GZIP)
    try:
        text = opener.decompress(b64decode(packed, validate=True), _NUMBER_SIZE * size + _REST)
    except zlib.error:
        raise ValueError("no gzip") from None
    if not opener.eof:
        raise ValueError("longer than its plan")
    return json.loads(text)


def _digits(flags: BoolArray) -> str:
    return "".join("1" if flag else "0" for flag in flags.ravel().tolist())


def _flags(digits: str) -> BoolArray:
    return np.array([{"0": False, "1": True}[digit] for digit in digits], dtype=np.bool_)


def _numbers(scores: FloatArray) -> list[float | None]:
    return [value if math.isfinite(value) else None for value in scores.ravel().tolist()]


def _array(values: Sequence[float | None]) -> FloatArray:
    numbers = np.array(values, dtype=float)
    return np.where(np.isfinite(numbers), numbers, np.nan)
