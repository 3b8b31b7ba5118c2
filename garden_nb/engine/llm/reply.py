"""A reply: what a model said, what that consumed, and what else is known of it."""

import json
from dataclasses import dataclass
from typing import Any

from garden_nb.core.digest import plain
from garden_nb.core.records import Usage
from garden_nb.engine.llm.usage import usage_of

__all__ = ["Reply"]

_SLIGHT_MS = 10.0
_SLIGHT_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said.

    Attributes:
        text: Its words; those of a refusal where the provider marks one; empty where it said
            nothing.
        usage: Tokens, cached ones counted once, and their price where it is known.
        finish_reason: Why it ended (`stop`, `length`, `tool_calls`, `content_filter`).
        refusal: The words of a refusal that the provider marks as one, or None.
        tool_calls: Names and arguments of the tools that it wants called.
        served_by: The model that the provider names.
        latency_ms: Wall time of the call.
        loop_lag_ms: How late the event loop was meanwhile, which is no provider's fault.
    """

    text: str
    usage: Usage
    finish_reason: str | None = None
    refusal: str | None = None
    tool_calls: tuple[dict[str, Any], ...] = ()
    served_by: str | None = None
    latency_ms: float = 0.0
    loop_lag_ms: float = 0.0

    @classmethod
    def of(cls, response: Any, model: str, *, latency_ms: float, loop_lag_ms: float) -> "Reply":
        """Return what litellm gives as a reply.

        Raises:
            LookupError, AttributeError: There is no message in it.
        """
        choice = response.choices[0]
        message = choice.message
        refusal = getattr(message, "refusal", None)
        calls = getattr(message, "tool_calls", None) or ()
        return cls(
            text=_text(message.content) or refusal or "",
            usage=usage_of(response, model),
            finish_reason=choice.finish_reason,
            refusal=refusal,
            tool_calls=tuple(_tool_call(call) for call in calls),
            served_by=getattr(response, "model", None),
            latency_ms=latency_ms,
            loop_lag_ms=loop_lag_ms,
        )

    @property
    def value(self) -> Any:
        """The answer: the text, or the tool calls where there is no text.

        An empty answer is an answer, the empty text, which scores as what it is.
        """
        if not self.text and self.tool_calls:
            return {"tool_calls": list(self.tool_calls)}
        return self.text

    @property
    def lagged(self) -> bool:
        """Whether a good part of the latency may be this process's own and not the provider's."""
        return self.loop_lag_ms > max(_SLIGHT_MS, _SLIGHT_SHARE * self.latency_ms)

    @property
    def detail(self) -> dict[str, Any]:
        """What is kept beside the answer, as far as there is any."""
        known = {
            "finish_reason": self.finish_reason,
            "refusal": self.refusal,
            "tool_calls": list(self.tool_calls),
            "empty": not self.text.strip() and not self.tool_calls,
            "served_by": self.served_by,
            "lagged": self.lagged,
        }
        kept = {name: value for name, value in known.items() if value}
        return kept | {"loop_lag_ms": round(self.loop_lag_ms, 1)}


def _text(content: Any) -> str:
    if isinstance(content, list):
        parts = (part.get("text", "") for part in content if isinstance(part, dict))
        return "".join(text for text in parts if isinstance(text, str))
    return content if isinstance(content, str) else ""


def _tool_call(call: Any) -> dict[str, Any]:
    written = call.function.arguments
    try:
        arguments = json.loads(written) if isinstance(written, str) else plain(written)
    except ValueError:
        arguments = written  # as broken as the model wrote them
    return {"name": call.function.name, "arguments": arguments}
