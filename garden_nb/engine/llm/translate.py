"""What litellm raised, as an error that the engine knows how to treat."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from garden_nb.engine.limits import VariantUnusableError
from garden_nb.engine.llm.provider_error import ProviderError

__all__ = ["translate"]

_NO_KEY = re.compile(
    r"missing credentials|missing [\w ]*api[ _-]?key|no api[ _-]?key|api[ _-]?key [\w ]*not (set|found)"
    r"|could not resolve authentication|default credentials were not found"
    r"|unable to locate credentials",
    re.IGNORECASE,
)
_REFUSED_KEY = re.compile(
    r"api[ _-]?key (is )?(not valid|invalid|expired)|(incorrect|invalid) api[ _-]?key",
    re.IGNORECASE,
)
_EXHAUSTED = re.compile(
    r"per[ _-]?day|daily|\b[RT]PD\b|insufficient[_ ]quota|credit balance|billing (hard )?limit"
    r"|check your plan and billing|out of credits|payment required",
    re.IGNORECASE,
)
_PER_MINUTE = re.compile(r"per[ _-]?(minute|second|hour)|\b[RT]PM\b", re.IGNORECASE)
_NO_MODEL = re.compile(
    r"model_not_found|model[`'\"\w /:.-]* (does not exist|not found|is not supported)"
    r"|(unknown|invalid|no such) model",
    re.IGNORECASE,
)
_FLAGGED = re.compile(
    r"moderation|flagged|content[ _]?(policy|filter|management)|safety system", re.IGNORECASE
)
_TOO_LONG = re.compile(
    r"context[ _]?(length|window)|maximum context|too many tokens", re.IGNORECASE
)
_PREFIX = re.compile(r"^(?:litellm\.)?[A-Z]\w*(?:Error|Exception|Timeout)(?: - |: )")
_LONGEST = 500


def translate(error: Exception, model: str, account: object) -> Exception:
    """Return a `ProviderError`, or a `VariantUnusableError` where no call of the model can work.

    litellm gives many things the name InternalServerError: a refused connection, a missing key,
    a broken body. What really happened is in the errors behind it.

    Args:
        error: What litellm raised.
        model: The id of the model that was called.
        account: What shares its quota.
    """
    fact = _Fact.of(error, model)
    if fact.status is not None:
        return _refused(fact, account)
    return _unanswered(error, fact)


@dataclass(frozen=True, slots=True)
class _Fact:
    """What is known of a call that failed.

    Attributes:
        model: The id of the model.
        status: The HTTP status, or None where there was no answer that could be read.
        message: The provider's own words, or litellm's where there was no answer.
        code: The provider's own code of the error.
        headers: The headers of the answer.
        behind: The names of the types of the errors behind it, the innermost last.
    """

    model: str
    status: int | None
    message: str
    code: str = ""
    headers: Mapping[str, Any] = field(default_factory=dict)
    behind: tuple[str, ...] = ()

    @classmethod
    def of(cls, error: Exception, model: str) -> "_Fact":
        chain = list(_chain(error))
        behind = tuple(name for link in chain for name in _names(link))
        answered = next((link for link in chain if type(link).__name__ == "HTTPStatusError"), None)
        if answered is None:
            status = getattr(error, "status_code", None)
            known = isinstance(status, int) and 400 <= status < 500 and status != 408
            return cls(model, status if known else None, _words(str(error)), behind=behind)
        response = answered.response
        message, code = _body(response)
        headers = {str(name).lower(): value for name, value in response.headers.items()}
        sent = getattr(error, "litellm_response_headers", None) or {}
        headers |= {str(name).lower(): value for name, value in sent.items()}
        words = message or _words(str(error))
        return cls(model, int(response.status_code), words, code, headers, behind)

    def says(self, pattern: re.Pattern[str]) -> bool:
        return bool(pattern.search(f"{self.code} {self.message}"))

    def sentence(self, what: str) -> str:
        return f"{self.model}: {what}: {self.message}" if self.message else f"{self.model}: {what}"


def _chain(error: BaseException) -> Iterator[Any]:
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def _names(error: BaseException) -> list[str]:
    return [base.__name__ for base in type(error).__mro__ if base not in (Exception, object)]
