"""A judge that is a Python function."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from garden_nb.core.digest import digest
from garden_nb.core.records import Score
from garden_nb.engine.judge.judgement import EXPLANATIONS
from garden_nb.engine.judge.output_type import parse_output_type
from garden_nb.engine.judge.score_field import ScoreField
from garden_nb.engine.parameters import Parameters, is_async
from garden_nb.engine.scorers import Scorer
from garden_nb.engine.scorers.function_digest import function_digest
from garden_nb.errors import InputError, Problem

__all__ = ["CallableJudge"]

_OFFERED = ("output", "expected", "question", "case")


@dataclass(frozen=True, eq=False)
class CallableJudge:
    """A function, sync or async, that gives the scores of an output type.

    It gets by keyword what it declares of `output`, `expected`, `question`, `case` and the row's
    columns, all of them where it takes any; it returns a mapping of scores, an object with
    them as attributes, or the value alone where there is only one.

    Attributes:
        function: The function.
        output_type: The scores: a pydantic model, or a mapping such as `{"accuracy": "binary"}`.
        column_prefix: What is put before the names of its columns.
        scale: The worst and the best value of ordinal and numeric scores; None for no bounds.

    Raises:
        InputError: The function cannot be called, or the output type cannot be used.
    """

    function: Callable[..., Any]
    output_type: Any
    column_prefix: str = ""
    scale: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        problems: list[Problem] = []
        if not callable(self.function):
            what = f"got {type(self.function).__name__}, which cannot be called."
            problems.append(Problem("judge", what, "Accepted: a sync or async function."))
        parse_output_type(self.output_type, self.scale, problems)
        if problems:
            raise InputError(problems)

    @property
    def fields(self) -> tuple[ScoreField, ...]:
        """The scores, by the names that the function gives them."""
        return parse_output_type(self.output_type, self.scale, [])

    def scorer_for(self, name: str, columns: tuple[str, ...]) -> Scorer:
        """Return the judge as a scorer: one part per score, or no parts where there is only one.

        Args:
            name: The scorer's name.
            columns: The columns that there are, for a function that takes any keyword.
        """
        version = digest(function_digest(self.function), str(self.fields))
        single = len(self.fields) == 1

        def scores(said: Any) -> Any:
            read = self.read(said)
            return next(iter(read.values())) if single else read

        async def in_loop(**given: Any) -> Any:
            said = self.function(**given)
            return scores(await said if inspect.isawaitable(said) else said)

        def in_thread(**given: Any) -> Any:
            said = self.function(**given)
            return _then(said, scores) if inspect.isawaitable(said) else scores(said)

        judge: Any = in_loop if is_async(self.function) else in_thread
        judge.__signature__ = _shape(self.function, columns)
        judge.account = getattr(self.function, "account", None)
        return Scorer(name, judge, version)

    def read(self, said: Any) -> dict[str, Score]:
        """Return what the function said as scores by name; a missing one has its reason."""
        fields = self.fields
        if said is None:
            return {field.name: Score(None, "the judge returned None") for field in fields}
        given: Mapping[str, Any]
        if isinstance(said, Mapping):
            given = said
        elif any(hasattr(said, field.name) for field in fields):
            names = (*(field.name for field in fields), *EXPLANATIONS)
            given = {name: getattr(said, name, None) for name in names}
        elif len(fields) == 1:
            return {fields[0].name: fields[0].read(said)}
        else:
            fault = f"the judge returned {type(said).__name__}, not a mapping of its scores"
            return {field.name: Score(None, fault) for field in fields}
        words = next((w for name in EXPLANATIONS if isinstance(w := given.get(name), str)), "")
        return {field.name: field.read(given.get(field.name), words) for field in fields}


async def _then(said: Any, scores: Callable[[Any], Any]) -> Any:
    return scores(await said)


def _shape(function: Callable[..., Any], columns: tuple[str, ...]) -> inspect.Signature:
    """Return the signature by which the function is offered what it declares."""
    parameters = Parameters.of(function)
    offered = tuple(dict.fromkeys((*_OFFERED, *columns)))
    if parameters is None:
        return _keywords(("output", "expected"), ())
    optional = [name for name in parameters.optional if name in offered]
    if parameters.takes_any:
        optional += [n for n in offered if n not in (*parameters.required, *optional, "case")]
    return _keywords(parameters.required, tuple(optional))


def _keywords(required: tuple[str, ...], optional: tuple[str, ...]) -> inspect.Signature:
    kind = inspect.Parameter.KEYWORD_ONLY
    given = [inspect.Parameter(name, kind) for name in required if name.isidentifier()]
    given += [inspect.Parameter(n, kind, default=None) for n in optional if n.isidentifier()]
    return inspect.Signature(given)
