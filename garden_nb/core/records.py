"""Records: the stored facts of trials."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Failure", "Output", "Record", "Score", "Usage"]


@dataclass(frozen=True, slots=True)
class Usage:
    """What one trial consumed; None is unknown, never zero.

    Attributes:
        input_tokens: Tokens read, cached ones included once.
        output_tokens: Tokens written.
        cached_tokens: The part of `input_tokens` that was served from a cache.
        cost_usd: The price of the trial.
        steps: Model or tool calls inside the agent.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    cost_usd: float | None = None
    steps: int | None = None


@dataclass(frozen=True, slots=True)
class Output:
    """What an agent answered.

    Attributes:
        value: The answer as the agent gave it, in JSON types.
        usage: What it consumed, as far as known.
        detail: What else an adapter could tell (finish reason, tool calls); JSON types.
    """

    value: Any
    usage: Usage = field(default_factory=Usage)
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a trial, a judge or a scorer gave nothing.

    Attributes:
        kind: The field's short name for it: an exception's type, `timeout`, `cancelled`.
        message: One readable line, secrets redacted.
    """

    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Score:
    """The value of one scorer on one output; None with a reason where it is missing.

    Attributes:
        value: A number, or None.
        reason: Why the value is missing, or the scorer's own explanation.
        binary: Whether the scorer answered with a truth value.
        usage: What the scorer consumed, where it is a model; None where nothing was paid for.
    """

    value: float | None
    reason: str = ""
    binary: bool = False
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """The stored fact of one trial (one case, one variant, one repeat).

    Attributes:
        case_id: The case.
        variant: The variant's label.
        repeat: The repeat's index, from 0.
        output: What the agent answered, or None where the trial failed.
        failure: Why it failed, or None.
        scores: Scores by scorer name.
        latency_ms: Wall time of the attempt that answered, in milliseconds.
        attempts: How often the agent was called.
        reused: Whether the output was taken from the journal.
    """

    case_id: str
    variant: str
    repeat: int = 0
    output: Output | None = None
    failure: Failure | None = None
    scores: Mapping[str, Score] = field(default_factory=dict)
    latency_ms: float | None = None
    attempts: int = 1
    reused: bool = False
