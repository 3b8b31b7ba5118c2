import string
from contextvars import copy_context

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.engine.redact import (
    MASK,
    know,
    redact,
    redact_keys,
    redact_settings,
    secrets_in,
)

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
        "notes": f"Bearer {PLAIN}",
    }
    assert redact_settings(settings) == {
        "api_key": MASK,
        "temperature": 0,
        "max_tokens": 5,
        "headers": {"Authorization": MASK, "note": MASK, "cookie": None},
        "keys": [MASK, 1, None],
        "notes": f"Bearer {MASK}",
    }


SETTINGS = [
    {"extra_headers": {"X-Auth": PLAIN}},
    {"params": {"extra_headers": {"X-Whatever": PLAIN, "X-Title": "mine"}}},
    {"params": {"extraHeaders": {"a": {"b": [PLAIN]}}}},
    {"extra_query": {"code": PLAIN}},
    {"X-Functions-Key": PLAIN},
    {"Ocp-Apim-Subscription-Key": PLAIN},
    {"passphrase": PLAIN},
    {"azureAdToken": PLAIN},
    {"X-Auth": f"Bearer {PLAIN}"},
    {"api_base": f"https://host/v1?code={PLAIN}&api-version=2024-02-01"},
    {"api_base": f"https://host/v1?whatever={PLAIN}"},
    {"api_base": f"https://me:{PLAIN}@host/v1"},
    {"vertex_credentials": {"private": PLAIN}},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_settings_are_stored_and_told_without_their_secrets(settings):
    assert PLAIN not in str(redact_settings(settings))
    assert PLAIN in set(secrets_in(settings))
    assert "2024-02-01" not in set(secrets_in(settings))


@pytest.mark.parametrize(
    "settings",
    [
        {"max_tokens": 5, "stop": ["</s>"], "eos_token": "</s>", "logprobs": True},
        {"system": "See https://example.org/a?b=c and answer.", "query": "SELECT 1", "author": "x"},
        {"api_base": "https://host/v1"},
    ],
)
def test_other_settings_stay_as_they_are(settings):
    assert redact_settings(settings) == settings
    assert not list(secrets_in(settings))


def test_what_determines_an_answer_is_told_apart_by_anything_but_keys():
    def routed(key, route):
        return redact_keys({"headers": {"X-Auth": key, "X-Route": route}})

    assert routed("a", "b") == routed("c", "b") != routed("a", "d")


def test_what_a_run_knows_as_secret_is_hidden_in_its_context_only():
    def inside():
        know([PLAIN, "short"])
        return redact(f"refused: {PLAIN}, in short")

    assert copy_context().run(inside) == f"refused: {MASK}, in short"
    assert PLAIN in redact(f"refused: {PLAIN}")
