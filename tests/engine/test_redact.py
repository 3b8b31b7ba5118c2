import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.engine.redact import MASK, redact, redact_settings

SECRET = "sk-live-0123456789abcdef"
PLAIN = "hunter2hunter2"


@pytest.mark.parametrize(
    "text",
    [
        f"Incorrect API key provided: {SECRET}.",
        f"Authorization: Bearer {PLAIN}",
        f"{{'Authorization': 'Basic {PLAIN}'}}",
        f"Bearer {PLAIN}",
        f"https://user:{PLAIN}@host/v1",
        f"GET https://host/v1?key={PLAIN}&q=1",
        f"GET https://host/v1?q=1&api_key={PLAIN}",
        f"api_key={PLAIN}",
        f'{{"api_key": "{PLAIN}"}}',
        f"OPENAI_API_KEY={PLAIN}",
        f"headers={{'x-api-key': '{PLAIN}'}}",
        f"password: {PLAIN}",
        f"access_token={PLAIN}",
        f"client_secret='{PLAIN}'",
        f"postgres://me:{PLAIN}@db/x",
    ],
)
def test_secrets_are_replaced(text):
    shown = redact(text)
    assert MASK in shown
    assert PLAIN not in shown
    assert SECRET not in shown


@pytest.mark.parametrize(
    "text",
    [
        "max_tokens=100 prompt_tokens=12345678 tokens: 5",
        "KeyError: 'token'",
        "the secret: we never know",
        "a task-management risk-adjusted answer",
        "a basic understanding of bearer bonds and bearer instruments",
        "https://host/path?q=key&page=2",
        "index out of range: 7 of 7",
        "mail me@example.org",
    ],
)
def test_other_texts_stay_as_they_are(text):
    assert redact(text) == text


@given(
    st.text(string.ascii_letters + string.digits, min_size=20, max_size=60),
    st.sampled_from(
        ["sk-{}", "?key={}", "api_key={}", "Bearer {}", "https://u:{}@h", "token='{}'"]
    ),
    st.text(max_size=20),
    st.text(max_size=20),
)
def test_no_surrounding_text_keeps_a_secret(secret, shape, before, after):
    text = f"{before} {shape.format(secret)} {after}"
    assert secret not in redact(text) or secret in before + after


def test_settings_lose_what_their_names_give_away():
    settings = {
        "api_key": "x",
        "temperature": 0,
        "max_tokens": 5,
        "headers": {"Authorization": "y", "note": f"Bearer {PLAIN}", "cookie": None},
        "keys": [SECRET, 1, None],
    }
    assert redact_settings(settings) == {
        "api_key": MASK,
        "temperature": 0,
        "max_tokens": 5,
        "headers": {"Authorization": MASK, "note": f"Bearer {MASK}", "cookie": None},
        "keys": [MASK, 1, None],
    }
