"""The JSON schema of specs, for editors."""

from typing import Any

from garden_nb.core.spec.grammar import GARDEN

__all__ = ["spec_schema"]


def spec_schema() -> dict[str, Any]:
    """Return the JSON schema (draft 2020-12) of a garden's spec.

    It is made from the grammar that `parse_spec` reads by. What depends on more than one part
    (the baseline's label, columns, scorers' names) is left to `parse_spec`.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A garden: variants, cases, scorers and gates",
        **GARDEN.schema(),
    }
