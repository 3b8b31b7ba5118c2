"""The grammar: the keys of a spec, what each may be, and what it is for."""

from dataclasses import dataclass
from typing import Any

from garden_nb.core.spec.composites import Entries, Field, Listed, OneOrMore, Record, Settings
from garden_nb.core.spec.cursor import Cursor
from garden_nb.core.spec.judge_choice import JudgeChoice
from garden_nb.core.spec.scorer_choice import ScorerChoice
from garden_nb.core.spec.shapes import REFUSED, Number, Switch, Template, Text
from garden_nb.core.spec.variant_shape import ADDRESS, COLUMN, MODEL_ID, PARAMS, Variant

__all__ = ["GARDEN"]

_NAME = Text(r"[^\W\d]\w*", "the name of a scorer, such as exact_match")
_OPTIONS = Settings("{tolerance: 0.01}")
_JUDGE_EXAMPLE = '{model: openai/gpt-4o, criterion: "Correct and helpful"}'


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


_NO_JUDGE: dict[str, Any] = {"model": "", "criterion": ""}
_JUDGE = Record(
    {
        "model": Field(MODEL_ID, "The judging model's id with its provider.", required=True),
        "criterion": Field(
            Text(accepted='text, such as "Correct and helpful"'),
            "What a good answer is, in words.",
            required=True,
        ),
        "scale": Field(Scale(), "The lowest and the highest score; [0, 1] is no or yes."),
        "name": Field(
            Text(r"[^\W\d][\w.-]*", "the name of a metric, such as judge"),
            "The name of the judge's metric.",
        ),
        "params": Field(PARAMS, "Parameters that are passed on to the model."),
        "api_base": Field(ADDRESS, "The address of a server that is not the provider's own."),
    },
    _JUDGE_EXAMPLE,
    {"temperature": "Write params: {temperature: ...}.", "criteria": "Write criterion."},
)


@dataclass(frozen=True, slots=True)
class Judge:
    """A model with a criterion."""

    def read(self, at: Cursor) -> Any:
        """Return a `JudgeChoice`, with blanks for what is refused."""
        values = _JUDGE.read(at)
        if values is REFUSED:
            return JudgeChoice(**_NO_JUDGE, name="")
        if at.value.get("name") is not None:
            values.setdefault("name", "")
        return JudgeChoice(**_NO_JUDGE | values)

    def schema(self) -> dict[str, Any]:
        """Return the schema of a judge."""
        return _JUDGE.schema()


@dataclass(frozen=True, slots=True)
class Gate:
    """A floor, or a mapping of rules; which rules there are is for whoever judges."""

    def read(self, at: Cursor) -> Any:
        """Return the number or the mapping as it stands."""
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
        """Return the schema of both ways."""
        rules = {"type": "object", "additionalProperties": {"type": ["number", "string"]}}
        return {"anyOf": [{"type": "number"}, rules | {"minProperties": 1}]}


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
            OneOrMore(Listed(Judge(), f"[{_JUDGE_EXAMPLE}]")),
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
