"""An agent that is a model with a prompt."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.digest import digest, plain
from garden_nb.core.records import Output
from garden_nb.engine.llm.chat import Chat
from garden_nb.engine.llm.check_prompt import check_prompt
from garden_nb.engine.llm.conversation import Conversation
from garden_nb.engine.llm.image import image_digest
from garden_nb.engine.redact import redact_keys, redact_settings
from garden_nb.errors import Problem

__all__ = ["LlmAgent"]


@dataclass(frozen=True, kw_only=True, eq=False)
class LlmAgent:
    """A model with a prompt, called through litellm like any other agent.

    In every text, `{column}` is a column of the case and `{question}` the question. Nothing of
    litellm is loaded before the first call.

    Attributes:
        model: litellm's id of the model, such as `openai/gpt-4o-mini`.
        system: The system message.
        prompt: The user's last message; the question itself where there are no messages either.
        messages: Messages between the two, with role and content.
        history: The column with earlier turns of the conversation.
        images: The columns with images, URLs or paths of files.
        params: Further parameters of each call, such as `temperature` or `max_tokens`.
        api_base: The provider's address; litellm's own by default.
        api_key: The key; the provider's environment variable by default. Never stored.
        tools: What the model may ask to be called, in OpenAI's form.

    Example:
        >>> agent = LlmAgent(model="openai/gpt-4o-mini", prompt="Answer briefly: {question}")
        >>> agent.messages_for("2 + 2?", Case("1", {"question": "2 + 2?"}))
        [{'role': 'user', 'content': 'Answer briefly: 2 + 2?'}]
    """

    model: str
    system: str | None = None
    prompt: str | None = None
    messages: Sequence[Mapping[str, Any]] = ()
    history: str | None = None
    images: Sequence[str] = ()
    params: Mapping[str, Any] = field(default_factory=dict, repr=False)
    api_base: str | None = field(default=None, repr=False)
    api_key: str | None = field(default=None, repr=False)
    tools: Sequence[Any] = ()

    async def __call__(self, question: Any, case: Case) -> Output:
        """Ask the model about a case.

        An empty answer is the output "", which scores as what it is; `detail` says `empty`. An
        answer that consists of tool calls is `{"tool_calls": [...]}`.

        Raises:
            ProviderError: There was no answer; the engine decides whether to try again.
            VariantUnusableError: There will be none either.
        """
        if self.images:
            messages = await asyncio.to_thread(self.messages_for, question, case)
        else:
            messages = self.messages_for(question, case)
        reply = await self._chat.complete(messages)
        return Output(reply.value, reply.usage, reply.detail)

    def messages_for(self, question: Any, case: Case) -> list[dict[str, Any]]:
        """Return what the model is told of a case.

        Raises:
            InputError: A column is missing, a history or an image cannot be used.
        """
        return self._conversation.for_case(question, case)

    @cached_property
    def fingerprint(self) -> str:
        """The digest of everything that determines the answer, keys left out."""
        return digest("litellm", self._content(redact_keys))

    @property
    def account(self) -> object:
        """What shares one quota with this agent."""
        return self._chat.account

    @property
    def settings(self) -> dict[str, Any]:
        """What differs between variants, for people to read; keys left out."""
        return {name: value for name, value in self._content(redact_settings).items() if value}

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no message may show."""
        return self._chat.secrets

    def seen_files(self, case: Case) -> tuple[str, ...]:
        """Return the digests of the local images of a case, which its cells only name."""
        digests = (image_digest(source) for source in self._conversation.image_sources(case))
        return tuple(found for found in digests if found is not None)

    def problems(self, where: str, cases: CaseSet) -> list[Problem]:
        """Return everything that keeps the model from being asked about some case."""
        return check_prompt(where, self.model, self.params, self._conversation, cases)

    @cached_property
    def _conversation(self) -> Conversation:
        return Conversation(self.system, self.prompt, self.messages, self.history, self.images)

    @cached_property
    def _chat(self) -> Chat:
        return Chat(self.model, self.params, self.api_base, self.api_key, self.tools)

    def _content(self, redacted: Callable[[Any], Any]) -> dict[str, Any]:
        content = {
            "model": self.model,
            "system": self.system,
            "prompt": self.prompt,
            "messages": self.messages,
            "history": self.history,
            "images": self.images,
            "params": redacted(plain(self.params)),
            "api_base": redacted(self.api_base),
            "tools": self.tools,
        }
        return {name: plain(value) for name, value in content.items()}
