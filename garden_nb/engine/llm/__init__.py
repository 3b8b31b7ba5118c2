"""Models and prompts as agents, through litellm: the only door to providers.

Why: litellm speaks to every provider, but takes seconds to import, prints, fetches a price list,
tries again behind one's back and names most failures InternalServerError. Here it is loaded by
the first call, kept silent and offline but for the call itself, and asked once per attempt; what
went wrong becomes one readable line and a rule: try again, give up this case, stop this variant.

    llm_agent      a model with a prompt: what users have as a variant
    conversation   templates, history and images become messages
    chat           one call; reply, usage, price: what came back
    mishap         what is known of a failed call; translate: what it means
    door           the import itself
    loop_lag       how much of a latency is this process's own
"""

from garden_nb.engine.llm.chat import Chat
from garden_nb.engine.llm.llm_agent import LlmAgent
from garden_nb.engine.llm.price import Price, price_of, prompt_tokens
from garden_nb.engine.llm.provider_error import ProviderError
from garden_nb.engine.llm.reply import Reply

__all__ = ["Chat", "LlmAgent", "Price", "ProviderError", "Reply", "price_of", "prompt_tokens"]
