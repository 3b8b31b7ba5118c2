"""Output types: which scores a judge gives, from a pydantic model or a mapping."""

from collections.abc import Mapping, Sequence
from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from garden_nb.engine.judge.judgement import EXPLANATIONS
from garden_nb.engine.judge.score_field import ScoreField, ScoreType
from garden_nb.errors import Problem, did_you_mean

__all__ = ["parse_output_type", "written_output_type"]

_ACCEPTED = 'Accepted: a pydantic model, or a mapping such as {"accuracy": "binary"}.'
_OWN = frozenset({"type", "labels", "scale", "about"})
Bounds = tuple[float | None, float | None]


def parse_output_type(
    output_type: Any, scale: Sequence[float] | None, problems: list[Problem]
) -> tuple[ScoreField, ...]:
    """Return the scores of an output type, adding to `problems` what cannot be used.

    In a mapping the values are types by name (`binary`, `ordinal`, `numeric`) or lists of labels
    (categorical); or mappings with `type` or `labels`, and `scale` and `about` (what its name
    stands for), such as `{"type": "ordinal", "scale": [1, 5], "about": "how clear it is"}`. In a
    pydantic model `bool` is binary, `int` ordinal, `float` numeric, and a `Literal` or an `Enum` of
    text categorical; text called like an explanation is the judge's words.

    Args:
        output_type: The model or mapping.
        scale: The worst and the best value of ordinal and numeric scores without own bounds.
        problems: The list that takes every problem found.
    """
    given = _entries(output_type)
    if given is None:
        problems.append(Problem("judge", f"output_type is {_shown(output_type)}.", _ACCEPTED))
        return ()
    low, high = scale if scale is not None else (None, None)
    bounds: Bounds = (
        None if low is None else float(low),
        None if high is None else float(high),
    )
    fields = [
        field
        for name, (kind, own, told) in given.items()
        if (field := _field(name, kind, _or(own, bounds), told, problems)) is not None
    ]
    if not fields and not problems:
        problems.append(Problem("judge", "output_type has no score.", _ACCEPTED))
    return tuple(fields)


def _entries(output_type: Any) -> dict[str, tuple[Any, Bounds, str]] | None:
    if isinstance(output_type, Mapping):
        return {str(name): _entry(kind) for name, kind in output_type.items()}
    fields = getattr(output_type, "model_fields", None)  # pydantic
    if not isinstance(output_type, type) or not isinstance(fields, Mapping):
        return None
    return {
        name: (info.annotation, _bounds(info.metadata), info.description or "")
        for name, info in fields.items()
    }


def _entry(kind: Any) -> tuple[Any, Bounds, str]:
    """Return type, own bounds and meaning of a mapping's value; the value where it is unsound."""
    if not isinstance(kind, Mapping) or not _OWN.issuperset(kind):
        return kind, (None, None), ""
    given = kind["labels"] if "labels" in kind else kind.get("type")
    scale, about = kind.get("scale"), kind.get("about", "")
    try:
        low, high = (None, None) if scale is None else (float(scale[0]), float(scale[1]))
    except (TypeError, ValueError, IndexError, KeyError):
        return kind, (None, None), ""
    sound = isinstance(about, str) and (low is None or high is None or low < high)
    return (given, (low, high), about) if sound else (kind, (None, None), "")


def written_output_type(
    fields: Sequence[ScoreField], scale: Sequence[float]
) -> dict[str, Any] | None:
    """Return the mapping that `parse_output_type` reads as these scores; None where none does.

    Args:
        fields: The scores.
        scale: The scale of the judge.
    """
    written = {field.name: _written(field, scale) for field in fields}
    return written if parse_output_type(written, scale, []) == tuple(fields) else None


def _written(field: ScoreField, scale: Sequence[float]) -> Any:
    if field.type is ScoreType.CATEGORICAL:
        labels = list(field.labels)
        return {"labels": labels, "about": field.told} if field.told else labels
    more: dict[str, Any] = {"about": field.told} if field.told else {}
    ends = (field.low, field.high)
    if field.type is not ScoreType.BINARY and None not in ends and ends != tuple(scale):
        more["scale"] = list(ends)
    return {"type": field.type.value, **more} if more else field.type.value


def _bounds(metadata: Sequence[Any]) -> Bounds:
    low = next((part.ge for part in metadata if hasattr(part, "ge")), None)
    high = next((part.le for part in metadata if hasattr(part, "le")), None)
    return (None if low is None else float(low), None if high is None else float(high))


def _or(own: Bounds, bounds: Bounds) -> Bounds:
    return bounds if own == (None, None) else own


def _field(
    name: str, kind: Any, bounds: Bounds, told: str, problems: list[Problem]
) -> ScoreField | None:
    kind = _plain(kind)
    if kind is str and name in EXPLANATIONS:
        return None
    labels = _labels(kind)
    if labels and all(isinstance(label, int) and not isinstance(label, bool) for label in labels):
        return ScoreField(name, ScoreType.ORDINAL, float(min(labels)), float(max(labels)), (), told)
    if labels:
        written = tuple(str(label) for label in labels)
        return ScoreField(name, ScoreType.CATEGORICAL, None, None, written, told)
    by_class = {bool: ScoreType.BINARY, int: ScoreType.ORDINAL, float: ScoreType.NUMERIC}
    found = by_class.get(kind) if isinstance(kind, type) else None
    scored = [str(one) for one in ScoreType if one is not ScoreType.CATEGORICAL]
    if found is None and isinstance(kind, str) and kind in scored:
        found = ScoreType(kind)
    if found is None:
        accepted = did_you_mean(kind, scored) + " A list of labels is a categorical score."
        problems.append(Problem("judge", f"output_type: {name} is {_shown(kind)}.", accepted))
        return None
    if found is ScoreType.BINARY:
        return ScoreField(name, found, 0.0, 1.0, (), told)
    return ScoreField(name, found, *bounds, (), told)


def _plain(kind: Any) -> Any:
    """Return the type inside `X | None`."""
    if get_origin(kind) in (Union, UnionType):
        inner = [part for part in get_args(kind) if part is not type(None)]
        return inner[0] if len(inner) == 1 else kind
    return kind


def _labels(kind: Any) -> list[Any]:
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [member.value for member in kind]
    return list(kind) if isinstance(kind, list | tuple) else []


def _shown(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else repr(kind)
