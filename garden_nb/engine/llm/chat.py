"""A chat: one model with its parameters, to which conversations are sent."""

import asyncio
import os
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from garden_nb.engine.llm.door import is_open, litellm
from garden_nb.engine.llm.loop_lag import LoopLag
from garden_nb.engine.llm.reply import Reply
from garden_nb.engine.llm.translate import translate
from garden_nb.engine.redact import secrets_in

__all__ = ["Chat"]

_FAMILIES = {
    r"gpt-|o\d": "openai",
    "claude": "anthropic",
    "gemini": "vertex_ai",
}
"""The providers of well-known ids without one, by how these begin; as litellm has them."""


@dataclass(frozen=True, eq=False)
class Chat:
    """One model with its parameters, reached through litellm.

    Attributes:
        model: litellm's id of the model, such as `openai/gpt-4o-mini`.
        params: Further parameters of each call, such as `temperature`.
        api_base: The address of the provider; litellm's own by default.
        api_key: The key; litellm takes it from the environment by default.
        tools: What the model may ask to be called, in OpenAI's form.
    """

    model: str
    params: Mapping[str, Any] = field(default_factory=dict, repr=False)
    api_base: str | None = None
    api_key: str | None = field(default=None, repr=False)
    tools: Sequence[Any] = ()

    async def complete(self, messages: Sequence[Mapping[str, Any]], **more: Any) -> Reply:
        """Send a conversation once and return the reply; nothing is tried again here.

        Raises:
            ProviderError: There was no answer.
            VariantUnusableError: There will be none either.
        """
        module = await self._litellm()
        with LoopLag.of_running_loop().watch() as lag:
            started = time.perf_counter()
            try:
                response = await module.acompletion(messages=list(messages), **self._call(), **more)
            except Exception as error:
                raise self._translated(error) from error
            latency_ms = (time.perf_counter() - started) * 1000
        try:
            return Reply.of(response, self.model, latency_ms=latency_ms, loop_lag_ms=lag.ms)
        except (LookupError, AttributeError) as error:
            raise self._translated(error) from error

    async def takes_schema(self) -> bool:
        """Return whether the model is known to keep to a JSON schema for its answer."""
        module = await self._litellm()
        return bool(module.supports_response_schema(model=self.model))

    @property
    def account(self) -> tuple[str | None, ...]:
        """What shares one quota: the provider, its address and the key; never stored or shown.

        The same before litellm is loaded and after that, so that all calls of a run agree on it.
        """
        provider, slash, _ = self.model.partition("/")
        if not slash:
            found = (name for start, name in _FAMILIES.items() if re.match(start, self.model))
            provider = next(found, provider)
        return (provider, self.api_base, self.api_key)

    def _translated(self, error: Exception) -> Exception:
        return translate(error, self.model, self.account, self.secrets)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no message may show: keys of its own and of the environment."""
        given = {"api_key": self.api_key, "params": self.params, "api_base": self.api_base}
        return (*secrets_in(given), *secrets_in(os.environ))

    async def _litellm(self) -> Any:
        return litellm() if is_open() else await asyncio.to_thread(litellm)

    def _call(self) -> dict[str, Any]:
        given = {"api_base": self.api_base, "api_key": self.api_key, "tools": list(self.tools)}
        call = {name: value for name, value in given.items() if value}
        return {**call, **self.params, "model": self.model, "max_retries": 0, "num_retries": 0}
