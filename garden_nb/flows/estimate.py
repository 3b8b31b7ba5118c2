"""Estimates: what a run would call, cost and take, before anything is paid."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.llm import LlmAgent, price_of, prompt_tokens
from garden_nb.engine.runner import RunRequest
from garden_nb.stats.power.mde_paired_binary import mde_paired_binary

__all__ = ["Estimate", "VariantEstimate", "estimate_run"]

_SAMPLED = 20
_ANSWER_TOKENS = (20, 500)
"""An answer's length is unknown beforehand: from a short phrase to a page."""
_CALL_S = (0.5, 10.0)
"""Seconds that one call of a model takes: a short answer of a fast one to a page of a slow one."""
_DISCORDANT = 0.2


@dataclass(frozen=True, slots=True)
class VariantEstimate:
    """What one variant would call and cost.

    Attributes:
        variant: Its label.
        calls: Calls of its agent; retries aside.
        input_tokens: About how many tokens they read; None where that is not known.
        cost_low_usd: Their cost with short answers; None where the price is not known.
        cost_high_usd: Their cost with answers as long as the model may give, or a page.
    """

    variant: str
    calls: int
    input_tokens: int | None = None
    cost_low_usd: float | None = None
    cost_high_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would call, cost and take; nothing was called to find out.

    Attributes:
        variants: One per variant.
        calls: Calls of all agents, what is journaled already included.
        judge_calls: Calls of judges, whose cost is not estimated.
        cost_low_usd: The cost with short answers; None where some price is not known.
        cost_high_usd: The cost with long answers.
        seconds_low: The time at the given concurrency with fast models; None without models.
        seconds_high: The same with slow models.
        detectable: The smallest difference of pass rates that so many cases show 8 times in 10,
            where one case in five has another outcome under another variant.
    """

    variants: tuple[VariantEstimate, ...]
    calls: int
    judge_calls: int
    cost_low_usd: float | None
    cost_high_usd: float | None
    seconds_low: float | None
    seconds_high: float | None
    detectable: float | None

    def __str__(self) -> str:
        """Return the estimate as a few lines for people."""
        judged = f", {self.judge_calls:,} of judges" if self.judge_calls else ""
        lines = [f"{self.calls:,} calls{judged}"]
        if self.cost_low_usd is None or self.cost_high_usd is None:
            lines.append("cost: unknown (some model or agent has no known price)")
        else:
            lines.append(f"cost: ${self.cost_low_usd:.3g} to ${self.cost_high_usd:.3g}")
        if self.seconds_low is not None and self.seconds_high is not None:
            lines.append(f"time: about {_time(self.seconds_low)} to {_time(self.seconds_high)}")
        if self.detectable is not None:
            lines.append(
                f"shows pass rates that differ by {100 * self.detectable:.1f} points or more"
            )
        return "\n".join(lines)

    __repr__ = __str__


def estimate_run(request: RunRequest) -> Estimate:
    """Return what a run would call, cost and take.

    Tokens are counted on a sample of the cases. Where a variant is a model, litellm is loaded,
    which takes seconds; nothing is sent anywhere.
    """
    trials = len(request.cases) * request.repeats
    variants = tuple(_variant(variant, request.cases, trials) for variant in request.variants)
    calls = sum(one.calls for one in variants)
    paid = sum(1 for scorer in request.scorers if scorer.paid)
    models = any(isinstance(variant.agent, LlmAgent) for variant in request.variants)
    waves = math.ceil(calls / request.concurrency)
    mde = mde_paired_binary(len(request.cases), _DISCORDANT)
    return Estimate(
        variants=variants,
        calls=calls,
        judge_calls=paid * calls,
        cost_low_usd=_sum([one.cost_low_usd for one in variants]),
        cost_high_usd=_sum([one.cost_high_usd for one in variants]),
        seconds_low=waves * _CALL_S[0] if models else None,
        seconds_high=waves * _CALL_S[1] if models else None,
        detectable=None if math.isnan(mde) else mde,
    )


def _variant(variant: Variant, cases: CaseSet, trials: int) -> VariantEstimate:
    agent = variant.agent
    if not isinstance(agent, LlmAgent):
        return VariantEstimate(variant.label, trials)
    sample = _sample(cases)
    counts = [
        prompt_tokens(agent.model, agent.messages_for(cases.question_of(case), case), agent.tools)
        for case in sample
    ]
    read = round(sum(counts) / len(counts) * trials)
    price = price_of(agent.model)
    if price is None:
        return VariantEstimate(variant.label, trials, read)
    short, page = _ANSWER_TOKENS
    longest = agent.params.get("max_tokens") or agent.params.get("max_completion_tokens") or page
    return VariantEstimate(
        variant.label,
        trials,
        read,
        price.cost_usd(read, min(short, int(longest)) * trials),
        price.cost_usd(read, int(longest) * trials),
    )


def _sample(cases: CaseSet) -> Sequence[Case]:
    step = max(1, len(cases) // _SAMPLED)
    return cases.cases[::step]


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{math.ceil(seconds)} s"
    return f"{math.ceil(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
