"""A scorer that asks for JSON of a given form."""

from collections.abc import Mapping
from typing import Any

from garden_nb.core.records import Score
from garden_nb.engine.scorers.json_valid import parse_json

__all__ = ["json_schema", "schema_fault"]

_LONGEST = 200


def json_schema(output: Any, schema: Mapping[str, Any], *, fenced: bool = False) -> Score:
    """Return whether the output is JSON that keeps to a schema, with the first fault as reason.

    The draft is the one that the schema names, else the newest. References to other documents
    are not followed, so nothing is fetched.

    Args:
        output: The output, JSON text or what it stands for.
        schema: A JSON schema.
        fenced: Whether a Markdown fence around the text is accepted.

    >>> json_schema('{"a": 1}', {"required": ["b"]}).reason
    "'b' is a required property"
    """
    try:
        value = parse_json(output, fenced=fenced)
    except ValueError as error:
        return Score(0.0, f"no JSON: {error}"[:_LONGEST], binary=True)
    fault = _first_fault(schema, value)
    return Score(1.0, binary=True) if fault is None else Score(0.0, fault[:_LONGEST], binary=True)


def schema_fault(schema: Any) -> str | None:
    """Return why a schema cannot be used, or None where it can."""
    import jsonschema  # noqa: PLC0415  # a third of a second, for those who use it

    if not isinstance(schema, Mapping | bool):
        return f"it is {type(schema).__name__}, not a mapping"
    try:
        jsonschema.validators.validator_for(schema).check_schema(schema)
    except jsonschema.SchemaError as error:
        return str(error.message)
    return None


def _first_fault(schema: Mapping[str, Any], value: Any) -> str | None:
    import jsonschema  # noqa: PLC0415  # as above
    import referencing  # noqa: PLC0415  # comes with jsonschema

    make = jsonschema.validators.validator_for(schema)
    validator = make(schema, registry=referencing.Registry())
    error = jsonschema.exceptions.best_match(validator.iter_errors(value))
    if error is None:
        return None
    place = "".join(f"[{step!r}]" for step in error.absolute_path)
    return f"{place}: {error.message}" if place else str(error.message)
