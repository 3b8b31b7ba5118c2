"""A judge: a model that scores outputs by one criterion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from garden_nb.core.digest import digest, plain
from garden_nb.core.metrics import Kind, Metric
from garden_nb.core.records import Score, Usage
from garden_nb.engine.judge.frame import SYSTEM, answer_form, frame, reminder
from garden_nb.engine.judge.judgement import Judgement, Scale, read_judgement
from garden_nb.engine.llm import Chat, ProviderError, Reply
from garden_nb.engine.llm.usage import total
from garden_nb.engine.redact import redact_settings
from garden_nb.engine.scorers import Scorer
from garden_nb.errors import InputError, Problem

__all__ = ["Judge"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Judge:
    """A model that scores outputs by one criterion; used like any other scorer.

    A score is missing, with the reason, where the judge's answer is broken, empty, hedging or
    out of scale twice in a row; it is never guessed. The explanation is the score's reason.

    Attributes:
        model: litellm's id of the model.
        criterion: What to judge by, in plain words.
        scale: The worst and the best score.
        name: The name of the score.
        params: Further parameters of each call, such as `temperature`.
        api_base: The provider's address; litellm's own by default.
        api_key: The key; the provider's environment variable by default. Never stored.

    Raises:
        InputError: The criterion or the scale cannot be used.
    """

    model: str
    criterion: str
    scale: Sequence[float] = (1, 5)
    name: str = "judge"
    params: Mapping[str, Any] = field(default_factory=dict, repr=False)
    api_base: str | None = field(default=None, repr=False)
    api_key: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        problems = []
        for name in ("model", "criterion", "name"):
            given = getattr(self, name)
            if not isinstance(given, str) or not given.strip():
                problems.append(Problem("judge", f"{name} is {given!r}.", "Accepted: text."))
        if not _is_scale(self.scale):
            accepted = "Accepted: the worst and the best score, such as [1, 5]."
            problems.append(Problem("judge", f"scale is {self.scale!r}.", accepted))
        if problems:
            raise InputError(problems)

    async def __call__(self, output: Any, question: Any, expected: Any = None) -> Score:
        """Return the score of an output, with the explanation and what the judge consumed.

        Raises:
            ProviderError: There was no answer; the engine decides whether to try again.
            VariantUnusableError: There will be none either.
        """
        messages = self.messages_for(output, question, expected)
        reply = await self._ask(messages)
        judgement = self._read(reply)
        if not judgement.fault:
            return _score(judgement, reply.usage)
        messages += reminder(reply.text, judgement.fault, self._bounds)
        try:
            again = await self._ask(messages)
        except ProviderError as error:
            fault = f"{judgement.fault}; asked again, {error}"
            return _score(Judgement(fault=fault), reply.usage)
        return _score(self._read(again), total(reply.usage, again.usage))

    def messages_for(self, output: Any, question: Any, expected: Any = None) -> list[Any]:
        """Return what the judge is told about an output."""
        return frame(
            self.criterion, self._bounds, question=question, output=output, expected=expected
        )

    @cached_property
    def scorer(self) -> Scorer:
        """The judge as a scorer, known by everything that determines its scores but its key."""
        params = redact_settings(plain(self.params))
        base = redact_settings(self.api_base)
        version = digest("judge", self.model, self.criterion, self._bounds, params, base, SYSTEM)
        low, high = self._bounds
        metric = Metric(self.name, Kind.BOUNDED, low=low, high=high)
        return Scorer(self.name, self.__call__, version, paid=True, metric=metric)

    @property
    def _bounds(self) -> Scale:
        low, high = self.scale
        return (float(low), float(high))

    @cached_property
    def _chat(self) -> Chat:
        return Chat(self.model, self.params, self.api_base, self.api_key)

    async def _ask(self, messages: list[Any]) -> Reply:
        if await self._chat.takes_schema():
            return await self._chat.complete(messages, response_format=answer_form(self._bounds))
        return await self._chat.complete(messages)

    def _read(self, reply: Reply) -> Judgement:
        cut_off = reply.finish_reason == "length"
        return read_judgement(reply.text, self._bounds, cut_off=cut_off)


def _score(judgement: Judgement, usage: Usage) -> Score:
    if judgement.fault:
        return Score(None, f"the judge's answer {judgement.fault}", usage=usage)
    return Score(judgement.score, judgement.explanation, usage=usage)


def _is_scale(scale: Any) -> bool:
    try:
        low, high = map(float, scale)
    except (TypeError, ValueError):
        return False
    return low < high and high - low < float("inf")
