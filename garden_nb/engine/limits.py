"""Limits: which failures are tried again and when, and which end a variant.

The loop around these rules is the engine's own, not a retry library's, since each attempt is
timed, shown, journaled, paused and cancelled together with its trial.
"""

import random
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from garden_nb.core.records import Failure
from garden_nb.engine.redact import redact

__all__ = ["VariantUnusableError", "failure_of", "retry_delay_s", "unusable_reason"]

LONGEST_WAIT_S = 120.0
"""A service that asks for a longer wait is not asked again in this run."""
_FIRST_WAIT_S = 0.5
_LONGEST_BACKOFF_S = 30.0
_LONGEST_MESSAGE = 2_000

_RETRYABLE_STATUS = frozenset({408, 409, 425, 429})
_RETRYABLE_NAMES = frozenset(
    {
        "APIConnectionError",
        "APITimeoutError",
        "ClientConnectionError",
        "ConnectionError",
        "InternalServerError",
        "OverloadedError",
        "RateLimitError",
        "ServiceUnavailableError",
        "Timeout",
        "TimeoutError",
        "TransportError",
    }
)
_UNUSABLE_NAMES = frozenset({"AuthenticationError", "PermissionDeniedError"})
_UNUSABLE_CODES = frozenset({"insufficient_quota", "invalid_api_key", "account_deactivated"})


class VariantUnusableError(Exception):
    """An agent raises this to say that its variant cannot work at all: it is called no more.

    Args:
        message: Why.
        kind: A short name for it.
        account: What else cannot work for the same reason: every agent whose own `account` is
            equal to it.
    """

    def __init__(self, message: str, *, kind: str = "unusable", account: object = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.account = account


def failure_of(error: BaseException) -> Failure:
    """Return an exception as a failure: its kind, and its text on one line without secrets.

    The kind is what the exception says of itself in an attribute `kind`, else its type.
    """
    text = re.sub(r"\s+", " ", redact(_text_of(error))).strip()
    if len(text) > _LONGEST_MESSAGE:
        text = f"{text[:_LONGEST_MESSAGE]}… ({len(text):,} characters)"
    kind = getattr(error, "kind", None)
    name = kind if isinstance(kind, str) and kind else type(error).__name__
    return Failure(name, text or "no message")


def _text_of(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as broken:  # noqa: BLE001  # an exception's own code may be broken, too
        return f"(no text: its __str__ raised {type(broken).__name__})"


def retry_delay_s(error: BaseException, attempt: int, now: datetime | None = None) -> float | None:
    """Return how long to wait before the next attempt, or None where none is worth it.

    An error is worth another attempt when it says so: a status of 408, 409, 425, 429 or 5xx, a
    lost connection, or an attribute `retryable`. A wait that the service names is kept; when it
    is longer than `LONGEST_WAIT_S`, there is no further attempt.

    Args:
        error: What the attempt raised.
        attempt: The number of the attempt, from 1.
        now: The present time, for a wait that is given as a date.
    """
    if unusable_reason(error) is not None or not _is_retryable(error):
        return None
    asked_s = _retry_after_s(error, now or datetime.now(UTC))
    if asked_s is not None:
        return None if asked_s > LONGEST_WAIT_S else max(0.0, asked_s)
    longest = min(_LONGEST_BACKOFF_S, _FIRST_WAIT_S * 2.0 ** (attempt - 1))
    return longest * random.uniform(0.5, 1.0)  # noqa: S311  # spreads callers, hides nothing


def _is_retryable(error: BaseException) -> bool:
    said = getattr(error, "retryable", None)
    if isinstance(said, bool):
        return said
    status = _status(error)
    if status is not None:
        return status in _RETRYABLE_STATUS or 500 <= status < 600
    return any(base.__name__ in _RETRYABLE_NAMES for base in type(error).__mro__)


def _status(error: BaseException) -> int | None:
    for source in (error, getattr(error, "response", None)):
        for name in ("status_code", "status"):
            status = getattr(source, name, None)
            if isinstance(status, int) and not isinstance(status, bool):
                return int(status)
    return None


def _retry_after_s(error: BaseException, now: datetime) -> float | None:
    given = getattr(error, "retry_after", None)
    if given is not None:
        return _seconds(given, now)
    headers = _headers(error)
    milliseconds = _seconds(headers.get("retry-after-ms"), now)
    if milliseconds is not None:
        return milliseconds / 1000
    return _seconds(headers.get("retry-after"), now)


def _headers(error: BaseException) -> dict[str, Any]:
    for source in (getattr(error, "response", None), error):
        headers = getattr(source, "headers", None)
        if isinstance(headers, Mapping):
            return {str(name).lower(): value for name, value in headers.items()}
    return {}


def _seconds(given: Any, now: datetime) -> float | None:
    """Return a wait given as a number of seconds or as an HTTP date; None where it is neither."""
    if isinstance(given, int | float | str):
        try:
            seconds = float(given)
        except ValueError:
            pass
        else:
            return seconds if seconds == seconds else None  # noqa: PLR0124  # NaN
    try:
        date = parsedate_to_datetime(str(given))
    except (TypeError, ValueError):
        return None
    return (date.replace(tzinfo=date.tzinfo or UTC) - now).total_seconds()


def unusable_reason(error: BaseException) -> str | None:
    """Return why no call of this variant can work, or None where others still may.

    That is so for `VariantUnusableError`, for a refused key and for an exhausted account, as the
    clients of model providers name them. A plain 401 or 403 is not enough: a page that an agent
    looked up may have given it.
    """
    names = {base.__name__ for base in type(error).__mro__}
    code = getattr(error, "code", None)
    if isinstance(error, VariantUnusableError):
        return failure_of(error).message
    if names & _UNUSABLE_NAMES or (isinstance(code, str) and code in _UNUSABLE_CODES):
        failure = failure_of(error)
        return f"{failure.kind}: {failure.message}"
    return None
