from datetime import UTC, datetime

import pytest

from garden_nb.engine.limits import (
    LONGEST_WAIT_S,
    VariantUnusableError,
    failure_of,
    retry_delay_s,
    unusable_reason,
)
from garden_nb.engine.limits.retry import backoff_s, is_rate_limit

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Response:
    def __init__(self, status_code, headers):
        self.status_code = status_code
        self.headers = headers


class StatusError(Exception):
    def __init__(self, status, headers=None, *, on_response=True):
        super().__init__(f"status {status}")
        if on_response:
            self.response = Response(status, headers or {})
        else:
            self.status_code = status
            self.headers = headers or {}


def named(name, **attributes):
    error = type(name, (Exception,), {})("no")
    for attribute, value in attributes.items():
        setattr(error, attribute, value)
    return error


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 529])
@pytest.mark.parametrize("on_response", [True, False])
def test_statuses_that_may_pass_are_tried_again(status, on_response):
    delay_s = retry_delay_s(StatusError(status, on_response=on_response), 1)
    assert delay_s is not None
    assert 0.25 <= delay_s <= 0.5


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_statuses_that_stay_are_not(status):
    assert retry_delay_s(StatusError(status), 1) is None


@pytest.mark.parametrize(
    ("error", "again"),
    [
        (ConnectionResetError("reset"), True),
        (TimeoutError("read"), True),
        (named("APIConnectionError"), True),
        (named("RateLimitError"), True),
        (named("Anything", retryable=True), True),
        (named("RateLimitError", retryable=False), False),
        (ValueError("bad"), False),
        (FileNotFoundError("gone"), False),
    ],
)
def test_errors_are_tried_again_by_what_they_say(error, again):
    assert (retry_delay_s(error, 1) is not None) is again


def test_waits_grow_and_stay_below_their_limit():
    error = StatusError(500)
    for attempt in range(1, 40):
        longest = min(30.0, 0.5 * 2.0 ** (attempt - 1))
        delay_s = retry_delay_s(error, attempt)
        assert longest / 2 <= delay_s <= longest


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "Thu, 01 Jan 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Thu, 01 Jan 2026 11:00:00 GMT"}, 0.0),
        ({"retry-after": "-5"}, 0.0),
        ({"retry-after": str(LONGEST_WAIT_S + 1)}, None),
        ({"retry-after": "1e99"}, None),
        ({"retry-after": "inf"}, None),
    ],
)
def test_a_wait_that_the_service_names_is_kept(headers, expected):
    assert retry_delay_s(StatusError(429, headers), 3, NOON) == expected


@pytest.mark.parametrize("nonsense", ["soon", "", "nan", "Thu, 99 Foo 2026", "1e999999x"])
def test_a_wait_that_says_nothing_falls_back_on_our_own(nonsense):
    assert 0.25 <= retry_delay_s(StatusError(429, {"retry-after": nonsense}), 1, NOON) <= 0.5


def test_a_wait_may_be_an_attribute():
    assert retry_delay_s(named("RateLimitError", retry_after=3), 1) == 3.0


@pytest.mark.parametrize(
    "error",
    [
        VariantUnusableError("no such tool"),
        named("AuthenticationError", status_code=401),
        named("PermissionDeniedError"),
        named("RateLimitError", code="insufficient_quota", status_code=429),
    ],
)
def test_errors_that_end_a_variant(error):
    assert unusable_reason(error)
    assert retry_delay_s(error, 1) is None


@pytest.mark.parametrize("error", [StatusError(401), StatusError(403), ValueError("x")])
def test_an_ordinary_refusal_ends_no_variant(error):
    assert unusable_reason(error) is None


def test_a_failure_is_one_short_line_without_secrets():
    failure = failure_of(ValueError("line one\n  line two api_key='abcdefgh'\t" + "x" * 5000))
    assert failure.kind == "ValueError"
    assert failure.message.startswith("line one line two api_key=[redacted] xxx")
    assert "\n" not in failure.message
    assert len(failure.message) < 2100
    assert "characters)" in failure.message


def test_a_failure_survives_an_exception_that_cannot_be_shown():
    class RudeError(Exception):
        def __str__(self):
            raise RuntimeError

    assert failure_of(RudeError()).message == "(no text: its __str__ raised RuntimeError)"
    assert failure_of(ValueError()).message == "no message"


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (StatusError(429), True),
        (StatusError(529), True),
        (StatusError(503), False),
        (StatusError(503, {"Retry-After": "2"}), True),
        (StatusError(500, {"Retry-After": "2"}), False),
        (named("RateLimitError"), True),
        (named("Anything", kind="rate_limit"), True),
        (named("Anything", kind="server_error"), False),
        (ValueError("429"), False),
    ],
)
def test_only_what_comes_too_fast_is_a_rate_limit(error, expected):
    assert is_rate_limit(error) is expected


def test_our_own_wait_has_a_limit_whatever_the_number():
    assert 15 <= backoff_s(10_000) <= 30
