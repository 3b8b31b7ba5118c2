"""Retries: whether and when a failed attempt is made again."""

import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from garden_nb.engine.foreign import attribute, entries
from garden_nb.engine.limits.failure import unusable_reason

__all__ = ["LONGEST_WAIT_S", "asked_wait_s", "backoff_s", "is_rate_limit", "retry_delay_s"]

LONGEST_WAIT_S = 120.0
"""A service that asks for a longer wait is not asked again in this run."""
_FIRST_WAIT_S = 0.5
_LONGEST_BACKOFF_S = 30.0

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
_RATE_LIMIT_STATUS = frozenset({429, 529})
_RATE_LIMIT_NAMES = frozenset({"OverloadedError", "RateLimitError"})


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
    asked_s = asked_wait_s(error, now)
    if asked_s is not None:
        return None if asked_s > LONGEST_WAIT_S else asked_s
    return backoff_s(attempt)


def backoff_s(number: int) -> float:
    """Return our own wait after so many failures in a row, from 1: it doubles, with a spread."""
    longest = min(_LONGEST_BACKOFF_S, _FIRST_WAIT_S * 2.0 ** min(number - 1, 60))
    return longest * random.uniform(0.5, 1.0)  # noqa: S311  # spreads callers, hides nothing


def is_rate_limit(error: BaseException) -> bool:
    """Return whether an error says that calls come too fast, so that all of them should wait.

    That is so for a status of 429 or 529, and for 503 where it names a wait.
    """
    status = _status(error)
    if attribute(error, "kind") == "rate_limit" or status in _RATE_LIMIT_STATUS:
        return True
    if status == 503 and asked_wait_s(error) is not None:
        return True
    return any(base.__name__ in _RATE_LIMIT_NAMES for base in type(error).__mro__)


def _is_retryable(error: BaseException) -> bool:
    said = attribute(error, "retryable")
    if isinstance(said, bool):
        return said
    status = _status(error)
    if status is not None:
        return status in _RETRYABLE_STATUS or 500 <= status < 600
    return any(base.__name__ in _RETRYABLE_NAMES for base in type(error).__mro__)


def _status(error: BaseException) -> int | None:
    for source in (error, attribute(error, "response")):
        for name in ("status_code", "status"):
            status = attribute(source, name)
            if isinstance(status, int) and not isinstance(status, bool):
                return int(status)
    return None


def asked_wait_s(error: BaseException, now: datetime | None = None) -> float | None:
    """Return the wait that a service asks for, at least 0; None where it names none.

    It is read from the headers `retry-after-ms` and `retry-after`, or from an attribute
    `retry_after`: a number of seconds or an HTTP date.

    Args:
        error: What the attempt raised.
        now: The present time, for a wait that is given as a date.
    """
    now = now or datetime.now(UTC)
    given = attribute(error, "retry_after")
    headers = {} if given is not None else _headers(error)
    milliseconds = _seconds(headers.get("retry-after-ms"), now)
    asked_s = (
        milliseconds / 1000
        if milliseconds is not None
        else _seconds(headers.get("retry-after") if given is None else given, now)
    )
    return None if asked_s is None else max(0.0, asked_s)


def _headers(error: BaseException) -> dict[str, Any]:
    sources = (attribute(error, "response"), error)
    found = (entries(attribute(source, "headers")) for source in sources)
    return next((headers for headers in found if headers), {})


def _seconds(given: Any, now: datetime) -> float | None:
    """Return a wait given as a number of seconds or as an HTTP date; None where it is neither."""
    if isinstance(given, int | float | str):
        try:
            seconds = float(given)
        except (ValueError, OverflowError):
            pass
        else:
            return seconds if seconds == seconds else None  # noqa: PLR0124  # NaN
    try:
        date = parsedate_to_datetime(str(given))
        return (date.replace(tzinfo=date.tzinfo or UTC) - now).total_seconds()
    except Exception:  # noqa: BLE001  # a header may say anything: years that no calendar has
        return None
