"""A mishap: what is known of a call that gave no answer."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Mishap"]

_PREFIX = re.compile(r"^(?:litellm\.)?[A-Z]\w*(?:Error|Exception|Timeout)(?: - |: )")
_LONGEST = 500


@dataclass(frozen=True, slots=True)
class Mishap:
    """What is known of a call that gave no answer.

    litellm gives many things the name InternalServerError and the status 500: a refused
    connection, a missing key, a broken body. What happened is in the errors behind it.

    Attributes:
        status: The HTTP status of the provider, or the status below 500 that litellm itself gave
            a call which it did not make; None where no answer could be read.
        message: The provider's own words, else those of the error.
        code: The provider's own short name for it; empty where there is none.
        headers: The headers of the answer, names in lower case.
        behind: The names of the types of the errors, of their bases too.
        innermost: The words of the first error of all.
    """

    status: int | None
    message: str
    code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    behind: frozenset[str] = frozenset()
    innermost: str = ""

    @classmethod
    def of(cls, error: BaseException) -> "Mishap":
        """Return what an error of litellm's tells."""
        chain = list(_chain(error))
        behind = frozenset(base.__name__ for link in chain for base in type(link).__mro__)
        answer = next((a for link in chain if (a := _answer(link)) is not None), None)
        status = getattr(error, "status_code", None)
        message, code, headers = _words(str(error)), "", {}
        if answer is not None:
            status = answer.status_code
            headers = _headers(getattr(error, "litellm_response_headers", None), answer.headers)
            said, code = _body(answer)
            message = said or message
        elif not isinstance(status, int) or not 400 <= status < 500 or status == 408:
            status = None
        return cls(status, message, code, headers, behind, _words(str(chain[-1])))

    def says(self, pattern: re.Pattern[str]) -> bool:
        """Return whether code or message match."""
        return bool(pattern.search(f"{self.code} {self.message}"))

    def is_a(self, *names: str) -> bool:
        """Return whether one of the errors is of a type of that name."""
        return not self.behind.isdisjoint(names)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ or link.__context__


def _answer(error: BaseException) -> Any:
    """Return the HTTP answer that an error of httpx is about, or None for other errors."""
    named = any(base.__name__ == "HTTPStatusError" for base in type(error).__mro__)
    return getattr(error, "response", None) if named else None


def _headers(*sources: Mapping[str, str] | None) -> dict[str, str]:
    given = (item for source in sources for item in (source or {}).items())
    return {str(name).lower(): str(value) for name, value in given}


def _body(answer: Any) -> tuple[str, str]:
    """Return message and code of an error's body in the form that most providers use."""
    try:
        body = json.loads(answer.content)
    except Exception:  # noqa: BLE001  # the body may be unread, masked or anything
        return "", ""
    return _said(body)


def _said(body: Any) -> tuple[str, str]:
    body = body[0] if isinstance(body, list) and body else body
    error = body.get("error", body) if isinstance(body, dict) else None
    if isinstance(error, str):
        return _short(error), ""
    if not isinstance(error, dict):
        return "", ""
    code = error.get("code") or error.get("status") or error.get("type") or ""
    return _short(str(error.get("message") or "")), str(code)


def _words(text: str) -> str:
    """Return the words of an error without litellm's names in front and traceback behind."""
    text = text.split("Traceback (most recent call last)", maxsplit=1)[0].strip()
    while found := _PREFIX.match(text):
        text = text[found.end() :]
    try:
        said, _ = _said(json.loads(text))
    except ValueError:
        said = ""
    return said or _short(text)


def _short(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
