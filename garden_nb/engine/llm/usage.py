"""What a completion consumed."""

from typing import Any, TypeVar

from garden_nb.core.records import Usage
from garden_nb.engine.foreign import amount, attribute, guarded, whole
from garden_nb.engine.llm.price import price_of

__all__ = ["total", "usage_of"]

N = TypeVar("N", int, float)


def usage_of(response: Any, model: str) -> Usage:
    """Return the tokens and the cost of a completion; what is not known is None, never 0.

    Input tokens include cached ones once: OpenAI reports these as a part of its prompt tokens,
    and litellm brings Anthropic's, which come on top, into the same form.
    """
    given = attribute(response, "usage")
    read = _count(given, "prompt_tokens") or None  # no prompt is empty: a 0 was not reported
    written = _count(given, "completion_tokens") if read is not None else None
    cached = _count(attribute(given, "prompt_tokens_details"), "cached_tokens")
    if read is not None and cached is not None:
        read = max(read, cached)
    return Usage(
        input_tokens=read,
        output_tokens=written,
        cached_tokens=cached,
        cost_usd=None if read is None else _cost_usd(response, model),
    )


def _count(source: Any, name: str) -> int | None:
    number = attribute(source, name)
    return whole(number) if isinstance(number, int) and not isinstance(number, bool) else None


def _cost_usd(response: Any, model: str) -> float | None:
    cost = amount(guarded(lambda: attribute(response, "_hidden_params").get("response_cost")))
    if cost == 0 and guarded(lambda: price_of(model)) is None:  # without a price, it is not free
        return None
    return cost


def total(first: Usage, second: Usage) -> Usage:
    """Return the sum of two usages; what is unknown of either is unknown of both."""
    return Usage(
        input_tokens=_sum(first.input_tokens, second.input_tokens),
        output_tokens=_sum(first.output_tokens, second.output_tokens),
        cached_tokens=_sum(first.cached_tokens, second.cached_tokens),
        cost_usd=_sum(first.cost_usd, second.cost_usd),
    )


def _sum(first: N | None, second: N | None) -> N | None:
    return None if first is None or second is None else first + second
