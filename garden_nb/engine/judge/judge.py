"""A judge: a model that scores outputs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from typing import Any

from garden_nb.core.digest import digest, plain
from garden_nb.core.records import Score, Usage
from garden_nb.engine.judge.callable_judge import CallableJudge
from garden_nb.engine.judge.frame import SYSTEM, answer_form, frame, reminder, reply_of, told_scores
from garden_nb.engine.judge.judge_call import JudgeCall
from garden_nb.engine.judge.output_type import parse_output_type
from garden_nb.engine.judge.read_scores import read_scores
from garden_nb.engine.judge.score_field import ScoreField, ScoreType
from garden_nb.engine.llm import Chat, ProviderError, Reply
from garden_nb.engine.llm.usage import total
from garden_nb.engine.redact import redact_keys
from garden_nb.engine.scorers import Scorer
from garden_nb.errors import InputError, Problem, did_you_mean

__all__ = ["Judge"]

_FIXED = ("output", "question")


@dataclass(frozen=True, eq=False)
class Judge:
    """A model that scores outputs; used like any other scorer.

    A score is missing, with the reason, where the judge's answer is broken, empty, hedging or
    out of scale, also when asked again; it is never guessed. The explanation is the score's reason.

    Attributes:
        model: litellm's id of the model.
        criterion: What to judge by, in plain words.
        criteria: The same for each score of the output type by its name, or in one text.
        rubric: What values mean, by value (`{1: "wrong", 5: "right and complete"}`), or in words.
        output_type: The scores: a pydantic model with `bool`, `int`, `float` or `Literal` fields,
            or a mapping such as `{"accuracy": "binary", "tone": ["formal", "casual"]}`. None is
            one number on the scale, called `name`.
        scale: The worst and the best value of ordinal and numeric scores.
        column_prefix: What is put before the names of its columns in a flow.
        name: The name of the score where there is no output type.
        reference: The column with the reference answer that the judge sees; None shows none.
        columns: Further columns that it sees, such as `retrieved_context`.
        retries: How often it is asked again after an answer that cannot be used.
        params: Further parameters of each call, such as `temperature`.
        api_base: The provider's address; litellm's own by default.
        api_key: The key; the provider's environment variable by default. Never stored.

    Raises:
        InputError: Some of it cannot be used; everything is listed.
    """

    model: str
    _: KW_ONLY
    criterion: str = ""
    criteria: Mapping[str, str] | str = field(default_factory=dict)
    rubric: Mapping[Any, str] | str | None = None
    output_type: Any = None
    scale: Sequence[float] = (1, 5)
    column_prefix: str = ""
    name: str = "judge"
    reference: str | None = "expected"
    columns: Sequence[str] = ()
    retries: int = 1
    params: Mapping[str, Any] = field(default_factory=dict, repr=False)
    api_base: str | None = field(default=None, repr=False)
    api_key: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        problems = self._problems()
        if problems:
            raise InputError(problems)

    @classmethod
    def from_callable(
        cls,
        function: Callable[..., Any],
        output_type: Any,
        column_prefix: str = "",
        scale: tuple[float, float] | None = None,
    ) -> CallableJudge:
        """Return a Python function as a judge; see `CallableJudge`.

        >>> judge = Judge.from_callable(lambda output, expected: output == expected,
        ...                             output_type={"accuracy": "binary"})
        >>> judge.fields[0].name
        'accuracy'
        """
        return CallableJudge(function, output_type, column_prefix, scale)

    async def __call__(self, output: Any, question: Any, expected: Any = None) -> Any:
        """Return the score of an output, with the explanation and what the judge consumed.

        A mapping of scores by name where there are several.

        Raises:
            ProviderError: There was no answer; the engine decides whether to try again.
            VariantUnusableError: There will be none either.
        """
        return await self._judge({"question": question, "expected": expected, "answer": output})

    def messages_for(self, output: Any, question: Any, expected: Any = None) -> list[Any]:
        """Return what the judge is told about an output."""
        return self._messages({"question": question, "expected": expected, "answer": output})

    @cached_property
    def fields(self) -> tuple[ScoreField, ...]:
        """The scores that it gives."""
        if self.output_type is None:
            low, high = self._bounds
            return (ScoreField(self.name, ScoreType.NUMERIC, low, high),)
        return parse_output_type(self.output_type, self._bounds, [])

    @cached_property
    def scorer(self) -> Scorer:
        """The judge as a scorer, known by everything that determines its scores but its key."""
        return self.scorer_for(self.name if len(self.fields) > 1 else self.fields[0].name, ())

    def scorer_for(self, name: str, columns: tuple[str, ...]) -> Scorer:  # noqa: ARG002
        """Return the judge as a scorer of a given name."""

        async def ask(**given: Any) -> Any:
            pieces = {"question": given.get("question"), "expected": None, "answer": None}
            if self.reference is not None:
                pieces["expected"] = given.get(self.reference)
            pieces |= {column: given.get(column) for column in self.columns}
            pieces["answer"] = given.get("output")
            return await self._judge(pieces)

        seen = (*_FIXED, *self.columns, *([] if self.reference is None else [self.reference]))
        only = self.fields[0].metric if len(self.fields) == 1 else None
        metric = replace(only, name=name) if only is not None else None
        call = JudgeCall(ask, self._chat, tuple(dict.fromkeys(seen)))
        return Scorer(name, call, self._version, paid=True, metric=metric)

    @property
    def account(self) -> object:
        """What shares one quota with the judge: its provider, address and key."""
        return self._chat.account

    @property
    def _version(self) -> str:
        params = redact_keys(plain(self.params))
        base = redact_keys(self.api_base)
        told = (self._criterion, told_scores(self.fields, self._by_score), reply_of(self.fields))
        seen = (self.reference, tuple(self.columns), self.retries)
        return digest("judge", self.model, told, seen, params, base, SYSTEM)

    async def _judge(self, pieces: Mapping[str, Any]) -> Any:
        messages = self._messages(pieces)
        reply = await self._ask(messages)
        usage, asked = reply.usage, 1
        scores, fault = self._read(reply)
        for _ in range(self.retries):
            if not fault:
                break
            messages += reminder(reply.text, fault, self.fields)
            try:
                reply = await self._ask(messages)
            except ProviderError as error:
                scores = {n: _asked_in_vain(score, error) for n, score in scores.items()}
                break
            usage, asked = total(usage, reply.usage), asked + 1
            scores, fault = self._read(reply)
        return _paid(scores, replace(usage, steps=asked))

    def _messages(self, pieces: Mapping[str, Any]) -> list[Any]:
        scores = told_scores(self.fields, self._by_score)
        return frame(self._criterion, scores, reply_of(self.fields), pieces)

    @property
    def _criterion(self) -> str:
        parts = [f"Criterion: {self.criterion}"] if self.criterion.strip() else []
        if isinstance(self.criteria, str):
            parts.append(f"Criteria: {self.criteria}")
        elif len(self.fields) == 1 and self.fields[0].name in self.criteria:
            parts.append(f"Criterion: {self.criteria[self.fields[0].name]}")
        if isinstance(self.rubric, Mapping):
            lines = (f"- {value}: {meaning}" for value, meaning in self.rubric.items())
            parts.append("\n".join(["Rubric:", *lines]))
        elif self.rubric is not None:
            parts.append(f"Rubric: {self.rubric}")
        return "\n\n".join(parts) or "Criteria: see each score."

    @property
    def _by_score(self) -> Mapping[str, str]:
        return {} if isinstance(self.criteria, str) else self.criteria

    @property
    def _bounds(self) -> tuple[float, float]:
        low, high = self.scale
        return (float(low), float(high))

    @cached_property
    def _chat(self) -> Chat:
        return Chat(self.model, self.params, self.api_base, self.api_key)

    async def _ask(self, messages: list[Any]) -> Reply:
        if await self._chat.takes_schema():
            return await self._chat.complete(messages, response_format=answer_form(self.fields))
        return await self._chat.complete(messages)

    def _read(self, reply: Reply) -> tuple[dict[str, Score], str]:
        return read_scores(reply.text, self.fields, cut_off=reply.finish_reason == "length")

    def _problems(self) -> list[Problem]:
        problems = []
        texts = (
            ("model", "name") if self.criteria or self.rubric else ("model", "criterion", "name")
        )
        for name in texts:
            given = getattr(self, name)
            if not isinstance(given, str) or not given.strip():
                problems.append(Problem("judge", f"{name} is {given!r}.", "Accepted: text."))
        if not _is_scale(self.scale):
            accepted = "Accepted: the worst and the best score, such as [1, 5]."
            problems.append(Problem("judge", f"scale is {self.scale!r}.", accepted))
        if not isinstance(self.retries, int) or isinstance(self.retries, bool) or self.retries < 0:
            accepted = "Accepted: a whole number from 0."
            problems.append(Problem("judge", f"retries is {self.retries!r}.", accepted))
        if problems or self.output_type is None:
            return problems
        names = [f.name for f in parse_output_type(self.output_type, self._bounds, problems)]
        problems += [
            Problem("judge", f"criteria: there is no score {name!r}.", did_you_mean(name, names))
            for name in self._by_score
            if name not in names
        ]
        return problems


def _asked_in_vain(score: Score, error: ProviderError) -> Score:
    if score.value is not None:
        return score
    return Score(None, f"{score.reason}; asked again, {error}")


def _paid(scores: Mapping[str, Score], usage: Usage) -> Any:
    """Return scores with what they cost together, which is told once; one score stands alone."""
    paid = {
        name: replace(score, usage=usage if place == 0 else None)
        for place, (name, score) in enumerate(scores.items())
    }
    return next(iter(paid.values())) if len(paid) == 1 else paid


def _is_scale(scale: Any) -> bool:
    try:
        low, high = map(float, scale)
    except (TypeError, ValueError):
        return False
    return low < high and high - low < float("inf")
