"""A judge as the agent under test: its judgement is the output."""

import asyncio
from functools import cached_property
from inspect import isawaitable
from typing import Any

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.digest import digest
from garden_nb.core.records import Output, Score, Usage
from garden_nb.engine.judge import CallableJudge, Judge, ScoreField
from garden_nb.engine.scorers import Scorer, ScorerCall

__all__ = ["JudgeAgent", "JudgementMissingError"]


class JudgementMissingError(ValueError):
    """A judge gave no score that can be used, also when asked again."""

    kind = "judgement"


class JudgeAgent:
    """Judges the output of each case; the engine calls it like an agent.

    Args:
        judge: The judge.
        cases: The cases, whose inputs hold the outputs.
        output_column: The input with what is judged.
    """

    def __init__(self, judge: Judge | CallableJudge, cases: CaseSet, output_column: str) -> None:
        self._judge = judge
        self._cases = cases
        self._column = output_column
        self._call = ScorerCall.of(self._scorer, cases)

    @property
    def fields(self) -> tuple[ScoreField, ...]:
        """The scores that it gives."""
        return self._judge.fields

    async def __call__(self, case: Case) -> Output:
        """Return the scores by name, with the explanations beside them.

        Raises:
            JudgementMissingError: No score can be used.
        """
        whole = self._cases.by_id[case.id]
        given = self._call.arguments(self._cases, whole, whole.inputs[self._column])
        if self._call.is_async:
            said = await self._scorer.function(**given)
        else:
            said = await asyncio.to_thread(self._scorer.function, **given)
            said = await said if isawaitable(said) else said
        named = {self.fields[0].name: said} if isinstance(said, Score) else dict(said)
        if all(score.value is None for score in named.values()):
            raise JudgementMissingError("; ".join(dict.fromkeys(s.reason for s in named.values())))
        usage = next((s.usage for s in named.values() if s.usage is not None), Usage())
        values = {name: score.value for name, score in named.items()}
        return Output(values, usage, {"reasons": {n: s.reason for n, s in named.items()}})

    @cached_property
    def fingerprint(self) -> str:
        """The digest of everything that determines the judgements."""
        return digest("judge", self._scorer.version)

    @property
    def account(self) -> object:
        """What shares one quota with the judge; None where it says nothing of it."""
        return getattr(self._scorer.function, "account", None)

    @property
    def settings(self) -> dict[str, Any]:
        """What people may want to read of it."""
        return {"scores": [field.name for field in self.fields]}

    @cached_property
    def _scorer(self) -> Scorer:
        columns = tuple(name for name in self._cases.input_columns if name != self._column)
        return self._judge.scorer_for("judge", columns)
