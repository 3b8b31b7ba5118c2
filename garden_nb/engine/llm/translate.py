"""What litellm raised, as an error that the engine knows how to treat."""

import re
from collections.abc import Iterable
from dataclasses import replace

from garden_nb.engine.limits import VariantUnusableError
from garden_nb.engine.llm.mishap import Mishap
from garden_nb.engine.llm.provider_error import ProviderError
from garden_nb.engine.redact import hide

__all__ = ["translate"]


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_NO_KEY = _words(
    r"missing credentials",
    r"(missing|no) [\w ]*api[ _-]?key",
    r"api[ _-]?key [\w ]*not (set|found|provided)",
    r"could not resolve authentication",
    r"default credentials were not found",
    r"unable to locate credentials",
)
_BAD_KEY = _words(
    r"api[ _-]?key (is )?(not valid|invalid|expired)",
    r"(incorrect|invalid) api[ _-]?key",
)
_PER_DAY = _words(r"per[ _-]?day", r"\bdaily\b", r"\b[RT]PD\b")
_SPENT = _words(
    r"insufficient[ _]?(quota|funds|credits|balance)",
    r"credit balance",
    r"billing (hard )?limit",
    r"plan and billing",
    r"out of credits",
)
_PER_MINUTE = _words(r"per[ _-]?(second|minute|hour)", r"\b[RT]PM\b")
_NO_PROVIDER = _words(r"LLM Provider NOT provided")
_NO_MODEL = _words(
    r"model_not_found",
    r"\bmodel\b.{0,120}(does not exist|not found|not supported|do not have access)",
    r"(unknown|invalid|no such) model",
)
_FLAGGED = _words(
    r"moderation", r"flagged", r"content[ _]?(policy|filter|management)", r"safety system"
)
_TOO_LONG = _words(r"context[ _]?(length|window)", r"maximum context", r"too many (input )?tokens")

_TOO_LARGE = _words(r"request too large")
"""It exceeds what a minute allows, all by itself: said as a 429, though no wait helps."""

_CONNECTION = ("TransportError", "ClientError", "OSError")
_UNREADABLE = ("JSONDecodeError", "LookupError", "AttributeError", "APIError")
_PASSING = frozenset({408, 409, 425, 429})
_TOO_FAST = frozenset({429, 529})


def translate(
    error: BaseException, model: str, account: object, secrets: Iterable[str] = ()
) -> Exception:
    """Return a `ProviderError`, or a `VariantUnusableError` where no call of the model can work.

    Args:
        error: What litellm raised.
        model: The id of the model that was called.
        account: What shares its quota.
        secrets: Keys that no message may show; providers repeat the one that they refuse.
    """
    mishap = Mishap.of(error)
    secrets = tuple(secrets)
    mishap = replace(
        mishap, message=hide(mishap.message, secrets), innermost=hide(mishap.innermost, secrets)
    )
    found = _unusable(mishap, model, account)
    if found is not None:
        return found
    if mishap.status is not None:
        return _refused(mishap, model)
    return _unanswered(mishap, model)


def _unusable(mishap: Mishap, model: str, account: object) -> VariantUnusableError | None:
    """Return why no call of the model can work, or None where another call may."""
    status = mishap.status
    said = f"{model}: {{}} {mishap.message}"
    if mishap.says(_NO_PROVIDER):
        what = f"{model!r} names no provider that litellm knows."
        accepted = "Write provider/model, such as openai/gpt-4o-mini."
        return VariantUnusableError(f"{what} {accepted}", kind="unknown_model")
    if mishap.says(_NO_KEY):
        return VariantUnusableError(said.format("there is no API key."), kind="authentication")
    if status == 401 or mishap.says(_BAD_KEY):
        return VariantUnusableError(said.format("the key was refused."), kind="authentication")
    if status == 402 or _is_spent(mishap):
        what = "the account's quota is used up; no more calls are made with it in this run."
        return VariantUnusableError(said.format(what), kind="quota", account=account)
    if status == 403 and not mishap.says(_FLAGGED):
        return VariantUnusableError(said.format("the key may not do this."), kind="permission")
    if status == 404 or (status == 400 and mishap.says(_NO_MODEL)):
        what = "the provider has no such model or address."
        return VariantUnusableError(said.format(what), kind="unknown_model")
    if mishap.is_a("UnsupportedParamsError"):
        what = "the model does not take these parameters."
        return VariantUnusableError(said.format(what), kind="unsupported_params")
    return None


def _is_spent(mishap: Mishap) -> bool:
    if mishap.status not in (400, 403, 429):
        return False
    return mishap.says(_PER_DAY) or (mishap.says(_SPENT) and not mishap.says(_PER_MINUTE))


def _refused(mishap: Mishap, model: str) -> ProviderError:
    """Return the error of a call that the provider answered with a status."""
    status = mishap.status or 0
    text = f"{model} answered {status}: {mishap.message}"
    if status == 429 and mishap.says(_TOO_LARGE):
        return ProviderError(text, kind="context_window", retryable=False)
    if status >= 500 or status in _PASSING:
        milliseconds = mishap.headers.get("retry-after-ms", "")
        wait = mishap.headers.get("retry-after")
        if milliseconds.isdigit():
            wait = str(int(milliseconds) / 1000)
        is_overload = status in _TOO_FAST or (status == 503 and wait is not None)
        kind = "rate_limit" if is_overload else "server_error"
        return ProviderError(text, kind=kind, retryable=True, retry_after=wait)
    if mishap.is_a("ContextWindowExceededError") or mishap.says(_TOO_LONG):
        return ProviderError(text, kind="context_window", retryable=False)
    if mishap.is_a("ContentPolicyViolationError") or mishap.says(_FLAGGED):
        return ProviderError(text, kind="content_policy", retryable=False)
    return ProviderError(text, kind="bad_request", retryable=False)


def _unanswered(mishap: Mishap, model: str) -> ProviderError:
    """Return the error of a call that got no answer, or none that could be read."""
    if mishap.is_a("TimeoutError", "TimeoutException", "Timeout"):
        return ProviderError(
            f"{model}: no answer in time: {mishap.message}", kind="timeout", retryable=True
        )
    if mishap.is_a(*_CONNECTION):
        text = f"{model}: the connection failed: {mishap.innermost or mishap.message}"
        return ProviderError(text, kind="connection", retryable=True)
    if mishap.is_a(*_UNREADABLE):
        text = f"{model}: the answer could not be read: {mishap.message or mishap.innermost}"
        return ProviderError(text, kind="malformed", retryable=True)
    return ProviderError(f"{model}: {mishap.message}", kind="client_error", retryable=False)
