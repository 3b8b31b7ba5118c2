"""What the journal's rows hold, as values."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from garden_nb.core.records import Failure, Output, Score, Usage
from garden_nb.engine.foreign import known_usage

__all__ = ["Known", "RunRow", "ScoreRow", "Stored", "readable", "storable"]


_ESCAPE = re.compile(r"\\(?=\\*(?:ud[89a-f][0-9a-f]{2}|[\ud800-\udfff]))")


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as the journal knows it.

    Attributes:
        id: Its id, unique in all journals.
        name: Its name; several runs may have had the same one, the newest counts.
        created: When it was first started, in seconds since 1970.
        touched: When it was last started or ended, in seconds since 1970.
        state: How it stands; `running` after a crash, too.
        owner: The process that started it last.
        seed: The seed of its order.
        repeats: Passes over the cases.
        planned: Trials planned.
        cases_digest: The digest of the eval set.
        variants: Label to fingerprint, version and settings.
        scorers: Scorer name to version.
        versions: Library name to version.
        about: What whoever started it needs to read it again; the engine does not look inside.
    """

    id: str
    name: str
    created: float
    touched: float
    state: str
    owner: str
    seed: int
    repeats: int
    planned: int
    cases_digest: str
    variants: Mapping[str, Any] = field(default_factory=dict)
    scorers: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Known:
    """What a journal has of a run that starts or goes on, by trial key.

    Attributes:
        finished: The ids of outputs that need not be asked for again.
        failed: The ids of failures, which the run keeps until something better comes.
    """

    finished: Mapping[str, int] = field(default_factory=dict)
    failed: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of one trial.

    Attributes:
        output: What the agent answered, or None where it failed.
        failure: Why it failed, or None.
        latency_ms: Wall time of the attempt that answered.
        attempts: Calls it took.
        started: When the first attempt began, in seconds since 1970.
        ended: When the last one ended, in seconds since 1970.
    """

    output: Output | None
    failure: Failure | None
    latency_ms: float | None
    attempts: int
    started: float
    ended: float


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A score and what it depends on.

    Attributes:
        output_id: The output that was scored.
        scorer: The scorer's name.
        version: The scorer's version.
        expected: The digest of what the scorer saw beside the output.
        part: Which of its values this is; empty for a single one.
        score: The score.
    """

    output_id: int
    scorer: str
    version: str
    expected: str
    part: str
    score: Score

    def columns(self) -> tuple[Any, ...]:
        """Return what is stored."""
        score = self.score
        return (
            self.output_id,
            self.scorer,
            self.version,
            self.expected,
            storable(self.part),
            score.value,
            readable(score.reason),
            int(score.binary),
            *_usage_columns(score.usage or Usage())[:4],
        )


def storable(name: str) -> str:
    r"""Return a name with lone surrogates escaped, which SQLite cannot hold.

    Different names stay different: what looks like an escape already has its backslash doubled.

    >>> storable("caf\u00e9"), storable("c\ud800"), storable(r"c\ud800")
    ('café', 'c\\ud800', 'c\\\\ud800')
    """
    return _ESCAPE.sub(r"\\\\", name).encode("utf-8", "backslashreplace").decode("utf-8")


def readable(text: str) -> str:
    """Return a text for people with lone surrogates replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def output_columns(output: Output | None) -> tuple[Any, ...]:
    """Return value, detail and usage of `output` as columns."""
    if output is None:
        return (None,) * 7
    return (
        json.dumps(output.value, allow_nan=False),
        json.dumps(output.detail, allow_nan=False) if output.detail else None,
        *_usage_columns(output.usage),
    )


def _usage_columns(usage: Usage) -> tuple[int | float | None, ...]:
    usage = known_usage(usage)
    return (
        usage.input_tokens,
        usage.output_tokens,
        usage.cached_tokens,
        usage.cost_usd,
        usage.steps,
    )


def output_of(columns: tuple[Any, ...]) -> Output:
    """Return the output that `output_columns` was given."""
    value, detail, *usage = columns
    return Output(
        value=json.loads(value), usage=Usage(*usage), detail=json.loads(detail) if detail else {}
    )


def score_of(value: float | None, reason: str, binary: int, *usage: Any) -> Score:
    """Return the score of a row."""
    paid = Usage(*usage) if any(number is not None for number in usage) else None
    return Score(value=value, reason=reason, binary=bool(binary), usage=paid)
