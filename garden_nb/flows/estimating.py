"""Estimating: what a run would call, cost and take, before anything is paid."""

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.judge import Judge
from garden_nb.engine.limits import Limits
from garden_nb.engine.llm import LlmAgent, price_of, prompt_tokens
from garden_nb.engine.runner import Remaining, RunRequest, remaining
from garden_nb.flows.estimate import CallEstimate, Estimate, Range
from garden_nb.stats.power.mde_paired_binary import mde_paired_binary

__all__ = ["estimate_run"]

_SAMPLED = 20
_ANSWER_TOKENS = Range(20, 500)
"""An answer's length is unknown beforehand: from a short phrase to a page."""
_JUDGEMENT_TOKENS = Range(30, 150)
"""A judge writes a score and one or two sentences."""
_CALL_S = Range(0.5, 10.0)
"""Seconds that one call of a model takes: a short answer of a fast one to a page of a slow one."""
_DISCORDANT = 0.2


def estimate_run(request: RunRequest, judges: Mapping[str, Judge]) -> Estimate:
    """Return what a run would call, cost and take; what is journaled is not called again.

    Tokens are counted on a sample of the cases. Where a model would be called, litellm is loaded,
    which takes seconds; nothing is sent anywhere.

    Args:
        request: The run.
        judges: The judges, by the name of their scorer.

    Raises:
        JournalError: The journal cannot be read.
    """
    left = remaining(request)
    variants = tuple(_variant(variant, request.cases, left) for variant in request.variants)
    answers = Range(
        _ANSWER_TOKENS.low,
        max((_answer(variant.agent).high for variant in request.variants), default=0.0),
    )
    mde = mde_paired_binary(len(request.cases), _DISCORDANT)
    return Estimate(
        variants,
        tuple(
            _judge(name, judge, request.cases, (left.scores[name], answers))
            for name, judge in judges.items()
        ),
        _seconds(request, left, judges),
        None if math.isnan(mde) else mde,
    )


def _variant(variant: Variant, cases: CaseSet, left: Remaining) -> CallEstimate:
    agent, calls, reused = variant.agent, left.calls[variant.label], left.reused[variant.label]
    if not isinstance(agent, LlmAgent):
        return CallEstimate(variant.label, None, calls, reused)
    counts = [
        prompt_tokens(agent.model, agent.messages_for(cases.question_of(case), case), agent.tools)
        for case in _sample(cases)
    ]
    read = sum(counts) / len(counts) * calls
    written = _answer(agent)
    return _priced(
        CallEstimate(
            variant.label,
            agent.model,
            calls,
            reused,
            Range(read, read),
            Range(written.low * calls, written.high * calls),
        )
    )


def _answer(agent: object) -> Range:
    """Return how many tokens one answer has."""
    limit = None
    if isinstance(agent, LlmAgent):
        limit = agent.params.get("max_tokens") or agent.params.get("max_completion_tokens")
    if not isinstance(limit, int | float):
        return _ANSWER_TOKENS
    return Range(min(_ANSWER_TOKENS.low, limit), limit)


def _judge(name: str, judge: Judge, cases: CaseSet, asked: tuple[int, Range]) -> CallEstimate:
    """Return what a judge would cost.

    Args:
        name: The name of its score.
        judge: The judge.
        cases: The eval set.
        asked: How many answers it judges, and how many tokens each has.
    """
    calls, answers = asked
    counts = [
        prompt_tokens(judge.model, judge.messages_for("", cases.question_of(case), case.expected))
        for case in _sample(cases)
    ]
    frame = sum(counts) / len(counts)
    return _priced(
        CallEstimate(
            name,
            judge.model,
            calls,
            input_tokens=Range((frame + answers.low) * calls, (frame + answers.high) * calls),
            output_tokens=Range(_JUDGEMENT_TOKENS.low * calls, _JUDGEMENT_TOKENS.high * calls),
        )
    )


def _priced(part: CallEstimate) -> CallEstimate:
    """Return what would be called with its cost, where the model's price is known."""
    price = price_of(part.model or "")
    if price is None or part.input_tokens is None or part.output_tokens is None:
        return part
    low, high = zip(part.input_tokens, part.output_tokens, strict=True)
    cost = Range(price.cost_usd(*map(round, low)), price.cost_usd(*map(round, high)))
    return replace(part, cost_usd=cost)


def _seconds(request: RunRequest, left: Remaining, judges: Mapping[str, Judge]) -> Range | None:
    """Return how long a run takes within its limits; judges work while agents do.

    Tokens per minute are left aside: how many there will be is not known.
    """
    models = [v.label for v in request.variants if isinstance(v.agent, LlmAgent)]
    called = sum(left.calls[label] for label in models)
    judged = [left.scores[name] for name in judges]
    if not called and not any(judged):
        return None
    agents = math.ceil(sum(left.calls.values()) / request.concurrency)
    waves = max(agents, *(math.ceil(n / request.concurrency) for n in judged), 1)
    paced = [_paced(request.limits, calls) for calls in _by_account(request, left, judges)]
    low, high = (max(waves * each, *(part(each) for part in paced)) for each in _CALL_S)
    return Range(low, high)


def _by_account(
    request: RunRequest, left: Remaining, judges: Mapping[str, Judge]
) -> Collection[int]:
    """Return the calls that are left of each account."""
    calls: Counter[object] = Counter()
    for variant in request.variants:
        known = isinstance(variant.agent, LlmAgent)
        account = variant.agent.account if known else ("agent", variant.label)
        calls[account] += left.calls[variant.label]
    for name, judge in judges.items():
        calls[judge.account] += left.scores[name]
    return calls.values()


def _paced(limits: Limits, calls: int) -> Callable[[float], float]:
    """Return what gives the seconds that an account's calls take, by the seconds of each."""

    def seconds(each: float) -> float:
        pace = 0.0 if limits.requests_per_minute is None else 60 / limits.requests_per_minute
        abreast = 0.0 if limits.per_account is None else each / limits.per_account
        return calls * max(pace, abreast)

    return seconds


def _sample(cases: CaseSet) -> Sequence[Case]:
    step = max(1, len(cases) // _SAMPLED)
    return cases.cases[::step]
