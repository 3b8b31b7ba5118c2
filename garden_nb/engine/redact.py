"""Secrets: found in texts and settings, and replaced before anything stores or shows them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import Any
from urllib.parse import unquote_plus

from garden_nb.core.secret_names import SECRET_NAME, is_secret

__all__ = ["hide", "know", "redact", "redact_keys", "redact_settings", "secrets_in"]

MASK = "[redacted]"
_SHORTEST = 8
"""Shorter secrets are not looked for in texts: they may be a part of any word."""

_QUERY_NAME = rf"(?:{SECRET_NAME}|key|sig|signature|code)"
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
            rf"((?<![a-z0-9]){SECRET_NAME}[\"']?\s*[:=]\s*)"
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

_PRIVATE = re.compile(r"headers$|^(?:extra|default)[_-]?query$", re.IGNORECASE)
_COMMON = frozenset(
    {
        *("accept", "content-type", "user-agent", "api-version", "http-referer", "x-title"),
        *("anthropic-version", "anthropic-beta", "openai-beta"),
    }
)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_PART = re.compile(r"([?&][^\s=&#]*=)[^\s&#]+")
_SCHEME = re.compile(r"^\s*(?:bearer|basic|token|digest)\s+", re.IGNORECASE)
_known: ContextVar[frozenset[str]] = ContextVar("known", default=frozenset())


def redact(text: str) -> str:
    """Return `text` with keys, passwords and tokens replaced, and what the run knows as secret.

    >>> redact("401 for https://me:pw@host/v1?key=abc, api_key='sk-live-0123456789'")
    '401 for https://[redacted]@host/v1?key=[redacted], api_key=[redacted]'
    """
    text = hide(text, _known.get())
    for pattern, mask in _RULES:
        text = pattern.sub(mask, text)
    return text


def know(secrets: Iterable[str]) -> None:
    """Let `redact` replace these, too, wherever it is called in the present context."""
    _known.set(frozenset(secrets))


def redact_settings(settings: Any) -> Any:
    """Return nested settings as they may be stored and shown.

    The values of secret names, all values of headers and of the queries of addresses, and secrets
    in texts are replaced.
    """
    return _redacted(settings, _without_query)


def redact_keys(settings: Any) -> Any:
    """Return nested settings as what determines an answer: without keys, which may be renewed."""
    return _redacted(settings, redact, wholly=False)


def _redacted(settings: Any, text: Callable[[str], str], *, wholly: bool = True) -> Any:
    if isinstance(settings, str):
        return text(settings)
    if isinstance(settings, Mapping):
        return {
            name: _masked(value)
            if is_secret(str(name)) or (wholly and _is_private(name))
            else _redacted(value, text, wholly=wholly)
            for name, value in settings.items()
        }
    if isinstance(settings, Sequence) and not isinstance(settings, bytes | bytearray):
        return [_redacted(item, text, wholly=wholly) for item in settings]
    return settings


def _is_private(name: Any) -> bool:
    """Return whether these are headers or the parts of a query, any of which may be a key."""
    return bool(_PRIVATE.search(str(name)))


def _masked(value: Any) -> Any:
    """Return a value with the names that it has, but nothing else."""
    if isinstance(value, Mapping):
        return {name: _masked(item) for name, item in value.items()}
    return None if value is None else MASK


def _without_query(text: str) -> str:
    if _ADDRESS.fullmatch(text):
        text = _PART.sub(rf"\1{MASK}", text)
    return redact(text)


def secrets_in(settings: Any) -> Iterator[str]:
    """Yield what `redact_settings` replaces, without `Bearer` and the like.

    What is said in headers and queries by everybody, such as a version, is no secret.
    """
    if isinstance(settings, Mapping):
        for name, value in settings.items():
            if is_secret(str(name)):
                yield from _texts(value)
            elif _is_private(name) and isinstance(value, Mapping):
                private = {n: v for n, v in value.items() if str(n).lower() not in _COMMON}
                yield from _texts(private)
            else:
                yield from secrets_in(value)
    elif isinstance(settings, str):
        yield from _secrets_of_address(settings)
    elif isinstance(settings, Sequence) and not isinstance(settings, bytes | bytearray):
        for item in settings:
            yield from secrets_in(item)


def _secrets_of_address(text: str) -> Iterator[str]:
    if not _ADDRESS.fullmatch(text):
        return
    for part in text.partition("?")[2].partition("#")[0].split("&"):
        name, _, value = part.partition("=")
        if value and name.lower() not in _COMMON:
            yield from {value, unquote_plus(value)}
    user, at, _ = text.partition("://")[2].partition("/")[0].rpartition("@")
    if at:
        yield unquote_plus(user.partition(":")[2])


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield _SCHEME.sub("", value)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        for item in value:
            yield from _texts(item)


def hide(text: str, secrets: Iterable[str]) -> str:
    """Return `text` with known secrets replaced, whatever they look like; short ones are no keys.

    >>> hide("no access with hunter2hunter2", ["hunter2hunter2", "no"])
    'no access with [redacted]'
    """
    known = {secret for secret in secrets if len(secret) >= _SHORTEST and secret != MASK}
    for secret in sorted(known, key=len, reverse=True):  # one may be a part of another
        text = text.replace(secret, MASK)
    return text
