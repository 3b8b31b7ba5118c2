"""Prices and tokens, as litellm's offline map and tokenizers know them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from garden_nb.engine.llm.door import litellm

__all__ = ["Price", "price_of", "prompt_tokens"]


@dataclass(frozen=True, slots=True)
class Price:
    """What a model's tokens cost.

    Attributes:
        input_usd: The price of one token read.
        output_usd: The price of one token written.
    """

    input_usd: float
    output_usd: float

    def cost_usd(self, input_tokens: int, output_tokens: int) -> float:
        """Return the cost of so many tokens, none of them cached."""
        return self.input_usd * input_tokens + self.output_usd * output_tokens


def price_of(model: str) -> Price | None:
    """Return the price of a model, or None where it is unknown; a free model's price is 0.

    Loads litellm, which takes seconds the first time.
    """
    module = litellm()
    try:
        key = module.get_model_info(model)["key"]
    except Exception:  # noqa: BLE001  # litellm raises what it likes for models it does not know
        return None
    entry = module.model_cost.get(key, {})  # the info itself says 0 where a price is not known
    prices = (entry.get("input_cost_per_token"), entry.get("output_cost_per_token"))
    if not all(isinstance(price, int | float) for price in prices):
        return None
    return Price(*(float(price) for price in prices))


def prompt_tokens(
    model: str, messages: Sequence[Mapping[str, Any]], tools: Sequence[Any] = ()
) -> int:
    """Return about how many tokens a prompt has; no network is used.

    Exact for models whose tokenizer litellm carries, close for others; an image counts as what
    litellm takes for its usual size. Loads litellm, which takes seconds the first time.
    """
    count: int = litellm().token_counter(
        model=model, messages=[dict(message) for message in messages], tools=list(tools) or None
    )
    return count
