"""Failures: exceptions as one readable line, and those that end a variant."""

import re

from garden_nb.core.records import Failure
from garden_nb.engine.foreign import attribute, text_of_error
from garden_nb.engine.redact import redact

__all__ = ["VariantUnusableError", "failure_of", "unusable_reason"]

_LONGEST_MESSAGE = 2_000
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
    text = re.sub(r"\s+", " ", redact(text_of_error(error))).strip()
    if len(text) > _LONGEST_MESSAGE:
        text = f"{text[:_LONGEST_MESSAGE]}… ({len(text):,} characters)"
    kind = attribute(error, "kind")
    name = kind if isinstance(kind, str) and kind else type(error).__name__
    return Failure(name, text or "no message")


def unusable_reason(error: BaseException) -> str | None:
    """Return why no call of this variant can work, or None where others still may.

    That is so for `VariantUnusableError`, for a refused key and for an exhausted account, as the
    clients of model providers name them. A plain 401 or 403 is not enough: a page that an agent
    looked up may have given it.
    """
    names = {base.__name__ for base in type(error).__mro__}
    code = attribute(error, "code")
    if isinstance(error, VariantUnusableError):
        return failure_of(error).message
    if names & _UNUSABLE_NAMES or (isinstance(code, str) and code in _UNUSABLE_CODES):
        failure = failure_of(error)
        return f"{failure.kind}: {failure.message}"
    return None
