"""The bodies of completions, as OpenAI and Anthropic write them."""

import json
from collections.abc import Mapping
from typing import Any

from loopback.received import Received, text_of

__all__ = ["completion"]


def completion(request: Received, says: str, changes: Mapping[str, Any]) -> bytes:
    """Return the body of a completion in the form that the request's path asks for."""
    asked = sum(len(text_of(message).split()) for message in request.messages)
    form = _anthropic if request.path.endswith("/messages") else _openai
    body = form(request.model, says, asked, len(says.split()))
    for path, value in changes.items():
        _change(body, path.split("."), value)
    return json.dumps(body).encode()


def _openai(model: str, says: str, asked: int, said: int) -> dict[str, Any]:
    message = {"role": "assistant", "content": says, "refusal": None}
    return {
        "id": "chatcmpl-loopback",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
        "usage": {
            "prompt_tokens": asked,
            "completion_tokens": said,
            "total_tokens": asked + said,
        },
    }


def _anthropic(model: str, says: str, asked: int, said: int) -> dict[str, Any]:
    return {
        "id": "msg_loopback",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [{"type": "text", "text": says}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": asked, "output_tokens": said},
    }


def _change(body: Any, path: list[str], value: Any) -> None:
    *outer, last = path
    for name in outer:
        body = body[int(name)] if isinstance(body, list) else body[name]
    body[last] = value
