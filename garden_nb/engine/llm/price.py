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
    entry = _entry(litellm(), model)
    read, written = entry.get("input_cost_per_token"), entry.get("output_cost_per_token")
    if not isinstance(read, int | float) or not isinstance(written, int | float):
        return None
    return Price(float(read), float(written))


def _entry(module: Any, model: str) -> Mapping[str, Any]:
    """Return the map's entry of a model, empty where there is none.

    litellm's own look-up asks a local server about some models and takes an unknown price for 0.
    """
    known: Mapping[str, Mapping[str, Any]] = module.model_cost
    if model in known:
        return known[model]
    try:
        name, provider, *_ = module.get_llm_provider(model)
    except Exception:  # noqa: BLE001  # litellm raises what it likes for ids it does not know
        return {}
    for key in (f"{provider}/{name}", name):
        entry = known.get(key, {})
        if str(entry.get("litellm_provider", "")).startswith(provider):
            return entry
    return {}


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
