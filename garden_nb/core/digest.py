"""Content digests: the identity of cases, variants, scorers and trials."""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

__all__ = ["digest", "plain"]


def plain(value: Any) -> Any:
    """Return `value` as JSON types, with other types marked so that they stay distinct.

    NumPy scalars become Python numbers, NaN becomes `None`; a mapping's keys become text, sets
    are sorted. What has no natural JSON form is kept as its type's name and its `repr`.
    """
    if value is None or isinstance(value, bool | str | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None if math.isnan(value) else repr(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, bytes | bytearray):
        return {"bytes": hashlib.sha256(value).hexdigest()}
    if isinstance(value, AbstractSet):
        return sorted((plain(item) for item in value), key=repr)
    if isinstance(value, Sequence):
        return [plain(item) for item in value]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Decimal | timedelta):
        return str(value)
    return _foreign(value)


def _foreign(value: Any) -> Any:
    if hasattr(value, "model_dump"):  # pydantic
        return plain(value.model_dump(mode="json"))
    if hasattr(value, "tolist"):  # NumPy scalars and arrays, pandas and polars series
        listed = value.tolist()
        if type(listed) is not type(value):
            return plain(listed)
    if hasattr(value, "to_pydatetime"):
        return plain(value.isoformat())
    if type(value).__name__ in {"NAType", "NaTType"}:
        return None
    return {type(value).__qualname__: repr(value)}


def digest(*parts: Any) -> str:
    """Return a 32-digit hexadecimal digest of `parts`, the same in every process.

    Mappings are compared without regard to the order of their keys.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    >>> digest(1) == digest("1")
    False
    """
    text = json.dumps(
        plain(parts), ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]
