"""The shape of a judge: a model, what it judges by, and which scores it gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from garden_nb.core.spec.composites import Entries, Field, Listed, Record
from garden_nb.core.spec.cursor import Cursor
from garden_nb.core.spec.judge_choice import JudgeChoice
from garden_nb.core.spec.shapes import REFUSED, Choice, Number, Shape, Text
from garden_nb.core.spec.variant_shape import ADDRESS, COLUMN, MODEL_ID, PARAMS

__all__ = ["JUDGE_EXAMPLE", "Judge"]

JUDGE_EXAMPLE = '{model: openai/gpt-4o, criterion: "Correct and helpful"}'
_WORDS = Text(accepted='text, such as "Correct and helpful"')


@dataclass(frozen=True, slots=True)
class Scale:
    """The lowest and the highest score."""

    def read(self, at: Cursor) -> Any:
        """Return both as a tuple."""
        bounds = at.value if isinstance(at.value, list) else []
        numbers = [b for b in bounds if isinstance(b, int | float) and not isinstance(b, bool)]
        if len(bounds) == len(numbers) == 2 and numbers[0] < numbers[1]:
            return tuple(numbers)
        given = f"[{', '.join(str(b) for b in bounds[:3])}]" if bounds else None
        accepted = "Accepted: the lowest and the highest score, such as [1, 5]."
        if given is None:
            at.refuse_value(accepted)
        else:
            at.refuse(f"scale is {given}.", accepted)
        return REFUSED

    def schema(self) -> dict[str, Any]:
        """Return the schema of two numbers."""
        return {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}


@dataclass(frozen=True, slots=True)
class TextOr:
    """Text, or a mapping to text.

    Attributes:
        several: The mapping.
    """

    several: Entries

    def read(self, at: Cursor) -> Any:
        """Return the text or the mapping."""
        return self.several.read(at) if isinstance(at.value, dict) else _WORDS.read(at)

    def schema(self) -> dict[str, Any]:
        """Return the schema of both ways."""
        return {"anyOf": [_WORDS.schema(), self.several.schema()]}


@dataclass(frozen=True, slots=True)
class Reference:
    """The column with the reference answer; null shows none."""

    null: str = "no reference"

    def read(self, at: Cursor) -> Any:
        """Return the column, or None."""
        return None if at.value is None else COLUMN.read(at)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a column or null."""
        return {"anyOf": [COLUMN.schema(), {"type": "null"}]}


_TYPES = Choice(("binary", "ordinal", "numeric"))
_LABELS = Listed(Text(accepted="a label"), "[formal, casual]", least=1)
_SCORE_EXAMPLE = "{type: ordinal, scale: [1, 5], about: how clear it is}"
_ABOUT = Field(_WORDS, "What the score stands for, where its name does not say it.")
_TYPED = Record(
    {
        "type": Field(_TYPES, "What values it takes.", required=True),
        "scale": Field(Scale(), "Its lowest and its highest value; the judge's by default."),
        "about": _ABOUT,
    },
    _SCORE_EXAMPLE,
)
_LABELLED = Record(
    {"labels": Field(_LABELS, "Its labels.", required=True), "about": _ABOUT},
    "{labels: [formal, casual]}",
)


@dataclass(frozen=True, slots=True)
class Score:
    """One score of a judge: a type, a list of labels, or a mapping with either and more."""

    def read(self, at: Cursor) -> Any:
        """Return what `parse_output_type` of a judge takes."""
        return self._shape(at.value).read(at)

    def schema(self) -> dict[str, Any]:
        """Return the schema of all ways."""
        shapes: tuple[Shape, ...] = (_TYPES, _LABELS, _TYPED, _LABELLED)
        return {"anyOf": [shape.schema() for shape in shapes]}

    @staticmethod
    def _shape(value: Any) -> Shape:
        if isinstance(value, list):
            return _LABELS
        if isinstance(value, dict):
            return _LABELLED if "labels" in value else _TYPED
        return _TYPES


_BY = ("criterion", "criteria", "rubric")
"""What a judge may judge by; one of them has to be there."""
_NO_JUDGE: dict[str, Any] = {"model": "", "criterion": ""}
_HINTS = {"temperature": "Write params: {temperature: ...}."}


def _record(*, ruled: bool) -> Record:
    """Return the keys of a judge; the criterion may be missing where something else rules."""
    scores = "{accuracy: binary, tone: [formal, casual]}"
    return Record(
        {
            "model": Field(MODEL_ID, "The judging model's id with its provider.", required=True),
            "criterion": Field(_WORDS, "What a good answer is, in words.", required=not ruled),
            "criteria": Field(
                TextOr(Entries(_WORDS, "{accuracy: It names the right town}", least=1)),
                "The same for each score by its name, or in one text.",
            ),
            "rubric": Field(
                TextOr(Entries(_WORDS, "{1: wrong, 5: right and complete}", least=1)),
                "What values mean, by value or in words.",
            ),
            "output_type": Field(
                Entries(Score(), scores, least=1), f"Its scores by name, such as {scores}."
            ),
            "scale": Field(Scale(), "The lowest and the highest score; [0, 1] is no or yes."),
            "name": Field(
                Text(r"[^\W\d][\w.-]*", "the name of a metric, such as judge"),
                "The name of the judge's metric.",
            ),
            "reference": Field(Reference(), "The column with the reference answer that it sees."),
            "columns": Field(Listed(COLUMN, "[context]"), "Further columns that it sees."),
            "retries": Field(
                Number(0, 100, whole=True),
                "How often it is asked again after an answer that cannot be used.",
            ),
            "params": Field(PARAMS, "Parameters that are passed on to the model."),
            "api_base": Field(ADDRESS, "The address of a server that is not the provider's own."),
        },
        JUDGE_EXAMPLE,
        _HINTS,
    )


_JUDGE, _RULED = _record(ruled=False), _record(ruled=True)


@dataclass(frozen=True, slots=True)
class Judge:
    """A model with a criterion, criteria or a rubric."""

    def read(self, at: Cursor) -> Any:
        """Return a `JudgeChoice`, with blanks for what is refused."""
        given: Mapping[str, Any] = at.value if isinstance(at.value, dict) else {}
        ruled = any(given.get(name) is not None for name in _BY[1:])
        values = (_RULED if ruled else _JUDGE).read(at)
        if values is REFUSED:
            return JudgeChoice(**_NO_JUDGE, name="")
        if given.get("name") is not None:
            values.setdefault("name", "")
        return JudgeChoice(**_NO_JUDGE | values)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a judge."""
        ways = [{"required": [name]} for name in _BY]
        return _RULED.schema() | {"anyOf": ways}
