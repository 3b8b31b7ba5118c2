"""The grammar: the keys of a spec, what each may be, and what it is for."""

from dataclasses import dataclass
from typing import Any

from garden_nb.core.spec.composites import Entries, Field, Listed, OneOrMore, Record, Settings
from garden_nb.core.spec.cursor import Cursor
from garden_nb.core.spec.judge_shape import JUDGE_EXAMPLE, Judge
from garden_nb.core.spec.scorer_choice import ScorerChoice
from garden_nb.core.spec.shapes import REFUSED, Number, Switch, Template, Text
from garden_nb.core.spec.variant_shape import COLUMN, Variant

__all__ = ["GARDEN"]

_NAME = Text(r"[^\W\d]\w*", "the name of a scorer, such as exact_match")
_OPTIONS = Settings("{tolerance: 0.01}")


@dataclass(frozen=True, slots=True)
class Scorer:
    """A scorer's name, or `{name: {option: value}}`."""

    def read(self, at: Cursor) -> Any:
        """Return a `ScorerChoice`, one without a name where it is refused."""
        value = at.value
        if isinstance(value, dict) and len(value) == 1:
            (name,) = value
            part = at.child(name)
            options = _OPTIONS.read(part) if part.value is not None else {}
            named = _NAME.read(Cursor(name, part.path, at.marks, at.findings))
            refused = options is REFUSED or named is REFUSED
            return ScorerChoice("") if refused else ScorerChoice(name, options)
        if isinstance(value, dict):
            at.refuse(f"{at.name} has {len(value)} keys.", "Write one scorer per item.")
            return ScorerChoice("")
        name = _NAME.read(at)
        return ScorerChoice("" if name is REFUSED else name)

    def schema(self) -> dict[str, Any]:
        """Return the schema of both ways."""
        options = {
            "type": "object",
            "additionalProperties": {"type": ["object", "null"]},
            "propertyNames": _NAME.schema(),
            "minProperties": 1,
            "maxProperties": 1,
        }
        return {"anyOf": [_NAME.schema(), options]}


@dataclass(frozen=True, slots=True)
class Gate:
    """A floor, a mapping of rules, or a list of such mappings.

    Which rules and options there are is for whoever judges.
    """

    def read(self, at: Cursor) -> Any:
        """Return the number, the mapping or the list as it stands."""
        if isinstance(at.value, list) and at.value:
            found = [self._one(at.child(place)) for place in range(len(at.value))]
            return REFUSED if REFUSED in found else found
        return self._one(at)

    def _one(self, at: Cursor) -> Any:
        accepted = "Accepted: a number (a floor), or rules such as {min: 0.6, min_delta: -0.02}."
        if isinstance(at.value, dict) and at.value:
            parts = [at.child(rule) for rule in at.value]
            wrong = [part for part in parts if not _is_plain(part.value, words=True)]
            for part in wrong:
                part.refuse_value("Accepted: a number or a word.")
            return REFUSED if wrong else at.value
        if _is_plain(at.value, words=False):
            return at.value
        at.refuse_value(accepted)
        return REFUSED

    def schema(self) -> dict[str, Any]:
        """Return the schema of all ways."""
        rules = {"type": "object", "additionalProperties": {"type": ["number", "string"]}}
        one = [{"type": "number"}, rules | {"minProperties": 1}]
        return {"anyOf": [*one, {"type": "array", "items": {"anyOf": one}, "minItems": 1}]}


def _is_plain(value: Any, *, words: bool) -> bool:
    accepted = int | float | str if words else int | float
    return isinstance(value, accepted) and not isinstance(value, bool)


_LIMITS = Record(
    {
        "per_variant": Field(
            Number(1, 1000, whole=True), "Trials of one variant under way at once."
        ),
        "per_account": Field(
            Number(1, 1000, whole=True), "Calls of one account under way at once, judges included."
        ),
        "requests_per_minute": Field(
            Number(0, positive=True), "Calls of one account per minute, retries included."
        ),
        "tokens_per_minute": Field(
            Number(0, positive=True), "Tokens of one account per minute, read and written ones."
        ),
    },
    "{per_account: 4, requests_per_minute: 60}",
)

_PER_VARIANT = "It belongs to a variant: variants: {name: {model: ...}}."
GARDEN = Record(
    {
        "cases": Field(Text(), "The frame's name in the notebook, or a file's path."),
        "variants": Field(
            Entries(Variant(), "{small: openai/gpt-4o-mini, large: openai/gpt-4o}", least=1),
            "What is compared, by label: models with prompts, or agents of the notebook.",
            required=True,
        ),
        "baseline": Field(Text(accepted="a variant's label"), "The label of the reference."),
        "prompt": Field(Template(), "The prompt of models that have none of their own."),
        "question": Field(COLUMN, "The column that agents get first."),
        "expected": Field(COLUMN, "The column with the right answers; no agent sees it."),
        "case_id": Field(COLUMN, "The column with the ids of the cases."),
        "category": Field(COLUMN, "The column with the slices."),
        "cluster": Field(COLUMN, "The column that names cases which are not independent."),
        "scorers": Field(
            Listed(Scorer(), "[exact_match, {numeric_match: {tolerance: 0.01}}]"),
            "Scorers of the library or of the notebook, by name.",
        ),
        "judge": Field(
            OneOrMore(Listed(Judge(), f"[{JUDGE_EXAMPLE}]")),
            "A model that scores the outputs, or several.",
        ),
        "gates": Field(
            Entries(Gate(), "{exact_match: 0.6}"), "Requirements by metric or label:metric."
        ),
        "repeats": Field(Number(1, 1000, whole=True), "Trials per case and variant."),
        "concurrency": Field(Number(1, 1000, whole=True), "Trials under way at once."),
        "timeout_s": Field(
            Number(0, 86_400, positive=True, null="no limit"),
            "Seconds until an attempt is given up.",
        ),
        "retries": Field(
            Number(0, 100, whole=True), "Further attempts after a failure that may pass."
        ),
        "deadline_s": Field(
            Number(0, 604_800, positive=True, null="no limit"),
            "Seconds that a trial may take over all its attempts and the waits between them.",
        ),
        "limits": Field(_LIMITS, "How many calls at once, and how many per minute."),
        "max_cost_usd": Field(
            Number(0, positive=True, null="no limit"), "The run stops once it has cost this much."
        ),
        "early_stop": Field(Switch(), "Whether to stop calling what is shown worse already."),
        "seed": Field(
            Number(0, 2**63 - 1, whole=True, null="a new one each time"),
            "The seed of everything drawn.",
        ),
        "store": Field(Text(accepted="a file's path"), "The journal's file."),
        "name": Field(Text(r"\S(?:.*\S)?", "a line of text"), "The run's name."),
        "fresh": Field(Switch(), "Whether to run everything anew."),
    },
    "{variants: {small: openai/gpt-4o-mini, large: openai/gpt-4o}}",
    {
        **dict.fromkeys(
            ("model", "system", "messages", "params", "temperature", "tools", "api_base", "agent"),
            _PER_VARIANT,
        ),
        "models": "Write variants.",
        "evaluators": "Write scorers.",
        "metrics": "Write scorers.",
        "dataset": "Write cases.",
        "data": "Write cases.",
    },
)
