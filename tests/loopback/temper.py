"""A temper: how the server treats one request."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Temper"]


@dataclass(frozen=True, slots=True)
class Temper:
    """How the server treats one request; by default it answers at once.

    Attributes:
        latency_s: Seconds until the first byte of the answer.
        status: The HTTP status.
        headers: Further headers.
        says: What the model says, in place of the stand-in's answer.
        changes: What is changed in the completion, by dotted path (`choices.0.finish_reason`,
            `usage`).
        body: The bytes of the body, in place of a completion.
        drip_s: Seconds that the body takes, a few bytes at a time.
        reset: Whether the connection is reset in the middle of the body.
        hangs: Whether no answer ever comes.
    """

    latency_s: float = 0.0
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    says: str | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    body: bytes | None = None
    drip_s: float = 0.0
    reset: bool = False
    hangs: bool = False

    @classmethod
    def refusing(cls, status: int, message: str, code: str = "", **headers: str) -> "Temper":
        """Return an error as a provider words it; `retry_after="2"` is a header."""
        error = {"message": message, "type": "error", "param": None, "code": code or None}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return cls(status=status, headers=named, body=json.dumps({"error": error}).encode())

    @classmethod
    def rate_limited(cls, retry_after: str | None = None) -> "Temper":
        """Return a 429, with `Retry-After` in seconds or as an HTTP date."""
        headers = {} if retry_after is None else {"retry_after": retry_after}
        return cls.refusing(
            429, "Rate limit reached for requests", "rate_limit_exceeded", **headers
        )

    @classmethod
    def saying(cls, text: str | None, **changes: Any) -> "Temper":
        """Return an answer with this text; `finish_reason` and `usage` can be changed."""
        paths = {"finish_reason": "choices.0.finish_reason", "refusal": "choices.0.message.refusal"}
        changed = {paths.get(name, name): value for name, value in changes.items()}
        if text is None:
            changed["choices.0.message.content"] = None
        return cls(says=text, changes=changed)
