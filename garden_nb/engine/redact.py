"""Secrets: found in texts and settings, and replaced before anything stores or shows them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

__all__ = ["hide", "redact", "redact_settings", "secrets_in"]

MASK = "[redacted]"
_SHORTEST = 8
"""Shorter secrets are not looked for in texts: they may be a part of any word."""

_SECRET_NAME = (
    r"(?:x-)?(?:[a-z0-9]+[_-])*"
    r"(?:api[_-]?key|secret[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret|secret"
    r"|password|passwd|pwd|credentials?|(?:access|auth|refresh|session|bearer|api)[_-]?token"
    r"|token|authorization|cookie)"
)
_NAME = re.compile(_SECRET_NAME, re.IGNORECASE)
_QUERY_NAME = rf"(?:{_SECRET_NAME}|key|sig|signature)"
_VALUE = r"[^\s\"'&,;<>(){}\[\]]+"

_RULES = (
    # Authorization: Bearer abc; 'Authorization': 'Basic abc'
    (
        re.compile(
            rf"(\bauthorization[\"']?\s*[:=]\s*[\"']?)(?:(?:bearer|basic|token|digest)\s+)?{_VALUE}",
            re.IGNORECASE,
        ),
        rf"\1{MASK}",
    ),
    # Bearer abc123, but not "a bearer bond"
    (
        re.compile(rf"(\b(?:bearer|basic)\s+)(?=\S{{20}}|\S*[0-9._=]\S){_VALUE}", re.IGNORECASE),
        rf"\1{MASK}",
    ),
    # https://user:password@host
    (re.compile(r"(\b[a-z][a-z0-9+.-]*://)[^\s/@\"']+@", re.IGNORECASE), rf"\1{MASK}@"),
    # ?key=abc&sig=abc
    (re.compile(rf"([?&]{_QUERY_NAME}=)[^\s&#,\"']+", re.IGNORECASE), rf"\1{MASK}"),
    # api_key='abc', "password": "abc", token: abc
    (
        re.compile(
            rf"((?<![a-z0-9]){_SECRET_NAME}[\"']?\s*[:=]\s*)"
            rf"(?:\"[^\"]*\"|'[^']*'|(?=\S{{6}}){_VALUE})",
            re.IGNORECASE,
        ),
        rf"\1{MASK}",
    ),
    # keys that are known by their look
    (
        re.compile(
            r"\b(?:sk|pk|rk)[-_][A-Za-z0-9*_-]{8,}"
            r"|\b(?:gsk|hf|ghp|gho|ghs|glpat|xai|nvapi|pplx|r8|key)[-_][A-Za-z0-9_-]{16,}"
            r"|\bgithub_pat_\w{20,}|\bxox[abeprs]-[\w-]{8,}"
            r"|\bAIza[\w-]{30,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"
            r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"
        ),
        MASK,
    ),
)


def redact(text: str) -> str:
    """Return `text` with keys, passwords and tokens replaced.

    >>> redact("401 for https://me:pw@host/v1?key=abc, api_key='sk-live-0123456789'")
    '401 for https://[redacted]@host/v1?key=[redacted], api_key=[redacted]'
    """
    for pattern, mask in _RULES:
        text = pattern.sub(mask, text)
    return text


def redact_settings(settings: Any) -> Any:
    """Return nested settings with the values of secret names, and secrets in texts, replaced."""
    if isinstance(settings, str):
        return redact(settings)
    if isinstance(settings, Mapping):
        return {
            name: MASK
            if _NAME.fullmatch(str(name)) and value is not None
            else redact_settings(value)
            for name, value in settings.items()
        }
    if isinstance(settings, Sequence) and not isinstance(settings, bytes | bytearray):
        return [redact_settings(item) for item in settings]
    return settings


def secrets_in(settings: Any) -> Iterator[str]:
    """Yield the values of secret names in nested settings, without `Bearer` and the like."""
    if isinstance(settings, Mapping):
        for name, value in settings.items():
            if _NAME.fullmatch(str(name)) and isinstance(value, str):
                yield value.split(" ")[-1]
            else:
                yield from secrets_in(value)
    elif isinstance(settings, Sequence) and not isinstance(settings, str | bytes | bytearray):
        for item in settings:
            yield from secrets_in(item)


def hide(text: str, secrets: Iterable[str]) -> str:
    """Return `text` with known secrets replaced, whatever they look like; short ones are no keys.

    >>> hide("no access with hunter2hunter2", ["hunter2hunter2", "no"])
    'no access with [redacted]'
    """
    known = {secret for secret in secrets if len(secret) >= _SHORTEST}
    for secret in sorted(known, key=len, reverse=True):  # one may be a part of another
        text = text.replace(secret, MASK)
    return text
