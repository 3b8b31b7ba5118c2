"""A judge's call: what the engine calls, and whose quota that uses."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from garden_nb.engine.llm import Chat

__all__ = ["JudgeCall"]


class JudgeCall:
    """What a judging model is called by; takes by keyword what its signature says.

    Args:
        ask: Gives the scores of what it gets by keyword.
        chat: The model.
        names: What it is to get.
    """

    def __init__(
        self, ask: Callable[..., Awaitable[Any]], chat: Chat, names: Sequence[str]
    ) -> None:
        kind = inspect.Parameter.KEYWORD_ONLY
        self.__signature__ = inspect.Signature([inspect.Parameter(name, kind) for name in names])
        self._ask = ask
        self._chat = chat

    async def __call__(self, **given: Any) -> Any:
        """Return the scores."""
        return await self._ask(**given)

    @property
    def account(self) -> object:
        """What shares one quota with the judge; known once litellm is."""
        return self._chat.account
