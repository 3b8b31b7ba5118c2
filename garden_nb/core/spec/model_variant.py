"""Model variants: a model, what it is asked, and with which parameters."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["ModelVariant"]


@dataclass(frozen=True)
class ModelVariant:
    """A variant that is a model with a prompt.

    Attributes:
        model: The model's id with its provider, such as `openai/gpt-4o-mini`.
        system: The system message, a template.
        prompt: The user's last message, a template; None takes the garden's prompt where there
            are no messages.
        messages: Messages after the system text, with `role` and `content`: a template, or a list
            of parts whose `text` is one.
        params: Parameters that are passed on, such as `temperature`.
        api_base: The address of the server, where it is not the provider's own.
        tools: Tool descriptions that are passed on.
        history: The column that holds earlier turns, as a list of messages.
        images: The columns that hold an image's address or path.
        version: The user's own name for the state of what the id stands for.
    """

    model: str
    system: str | None = None
    prompt: str | None = None
    messages: tuple[Mapping[str, Any], ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    api_base: str | None = None
    tools: tuple[Mapping[str, Any], ...] = ()
    history: str | None = None
    images: tuple[str, ...] = ()
    version: str | None = None

    def templates(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield each template with the keys and positions that lead to it."""
        if self.system is not None:
            yield ("system",), self.system
        if self.prompt is not None:
            yield ("prompt",), self.prompt
        for i, message in enumerate(self.messages):
            content = message["content"]
            if isinstance(content, str):
                yield ("messages", i, "content"), content
            else:
                for k, part in enumerate(content):
                    if "text" in part:
                        yield ("messages", i, "content", k, "text"), part["text"]
