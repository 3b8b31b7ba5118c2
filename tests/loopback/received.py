"""A request as the server received it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Received"]


@dataclass(frozen=True, slots=True)
class Received:
    """A request as the server received it.

    Attributes:
        arrived_s: When, on the monotonic clock.
        path: The path of its URL.
        headers: Its headers, names in lower case.
        body: Its JSON body.
    """

    arrived_s: float
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def model(self) -> str:
        """The model that was asked for."""
        return str(self.body.get("model", ""))

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation; Anthropic's separate system text comes first."""
        system = self.body.get("system")
        first = [{"role": "system", "content": system}] if system else []
        return [*first, *self.body.get("messages", [])]

    @property
    def system(self) -> str:
        """The system texts."""
        return "\n".join(text_of(m) for m in self.messages if m["role"] == "system")

    @property
    def question(self) -> str:
        """The last user text."""
        texts = [text_of(m) for m in self.messages if m["role"] == "user"]
        return texts[-1] if texts else ""


def text_of(message: Mapping[str, Any]) -> str:
    """Return the text of a message, of its text parts where it has several."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", "") for part in content if part.get("type") == "text")
