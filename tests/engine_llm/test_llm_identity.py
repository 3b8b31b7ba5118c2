"""What makes two answers the same one: everything that a model is told, and never a key."""

import os

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.scorers import contains, exact_match
from loopback import Temper

KEY = "sk-loopback-0123456789abcdef"
TOOL = {"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}


def test_variants_that_differ_only_in_temperature_share_no_output(garden):
    agents = {f"t{t}": garden.agent(params={"temperature": t}) for t in (0.2, 0.9)}
    run = garden.run(agents)
    assert run.reused == 0
    asked = [request.body["temperature"] for request in garden.server.requests]
    assert sorted(asked) == [0.2] * 4 + [0.9] * 4


def test_variants_that_are_the_same_share_no_output_either(garden):
    garden.run({"a": garden.agent(), "b": garden.agent()})
    assert len(garden.server.requests) == 8


def test_the_same_spec_is_paid_for_once_under_any_name(garden):
    garden.run({"a": garden.agent(prompt="Sum: {question}")}, name="first")
    again = garden.run({"a": garden.agent(prompt="Sum: {question}")}, name="second")
    assert again.reused == 4
    assert len(garden.server.requests) == 4


def test_editing_one_prompt_makes_exactly_that_variant_s_calls(garden):
    agents = {"terse": garden.agent(system="One word."), "cot": garden.agent(system="Think.")}
    garden.run(agents, [contains])
    garden.run(agents | {"cot": garden.agent(system="Think step by step.")}, [contains])
    asked = [request.system for request in garden.server.requests[8:]]
    assert asked == ["Think step by step."] * 4


def test_adding_a_scorer_makes_no_call(garden):
    garden.run({"a": garden.agent()}, [contains])
    run = garden.run({"a": garden.agent()}, [contains, exact_match])
    assert len(garden.server.requests) == 4
    assert {name for record in run.records() for name in record.scores} == {
        "contains",
        "exact_match",
    }


SETTINGS = {
    "model": "openai/stand-in-small",
    "system": "Be brief.",
    "prompt": "Q: {question}",
    "messages": [{"role": "user", "content": "{question}"}],
    "history": "chat",
    "images": ["photo"],
    "params": {"seed": 2},
    "api_base": "http://127.0.0.1:1/v1",
    "tools": [TOOL],
}


@pytest.mark.parametrize("name", SETTINGS)
def test_everything_that_a_model_is_told_is_in_its_fingerprint(name):
    plain = {"model": "openai/stand-in-large"}
    assert LlmAgent(**plain).fingerprint != LlmAgent(**plain | {name: SETTINGS[name]}).fingerprint


def test_a_new_key_changes_nothing_that_was_paid_for(garden):
    headers = {"extra_headers": {"Authorization": f"Bearer {KEY}"}}
    garden.run({"a": garden.agent(params=headers)})
    headers = {"extra_headers": {"Authorization": "Bearer sk-rotated-0123456789"}}
    run = garden.run({"a": garden.agent(params=headers, api_key="sk-rotated-0123456789")})
    assert run.reused == 4


def test_no_key_reaches_the_journal(garden):
    """Not by settings, parameters, headers, addresses, nor by what a provider says."""
    said = f"Incorrect API key provided: {KEY}. You can find it at /keys?key={KEY}"
    garden.server.always("refused", Temper.refusing(400, said))
    garden.server.always("strict", Temper.refusing(401, said))
    params = {"api_key": KEY, "extra_headers": {"Authorization": f"Bearer {KEY}"}}
    base = garden.server.base_url.replace("http://", f"http://me:{KEY}@")
    agents = {
        "fine": garden.agent(params=params),
        "refused": garden.agent("openai/refused", params=params),
        "strict": garden.agent("openai/strict"),
        "address": garden.agent(api_base=base),
    }
    run = garden.run(agents, retries=0)
    assert run.stopped["strict"]
    sent = [request.headers["authorization"] for request in garden.server.of("stand-in-large")]
    assert f"Bearer {KEY}" in sent
    stored = b"".join(path.read_bytes() for path in garden.store.parent.iterdir())
    assert b"stand-in-large" in stored
    assert b"Incorrect API key" in stored
    assert KEY.encode() not in stored
    assert not any(KEY in repr(event) for event in garden.events)
    assert KEY not in repr([*agents.values(), *run.records()])


@pytest.mark.parametrize("where", ["argument", "params", "headers", "environment"])
def test_a_key_that_does_not_look_like_one_is_hidden_too(garden, where, monkeypatch):
    key = "correct horse battery staple".replace(" ", "")
    monkeypatch.setenv("OPENAI_API_KEY", key if where == "environment" else "other-key-01234567")
    settings = {
        "argument": {"api_key": key},
        "params": {"api_key": None, "params": {"api_key": key}},
        "headers": {"params": {"extra_headers": {"Authorization": f"Bearer {key}"}}},
        "environment": {"api_key": None},
    }[where]
    garden.server.script(Temper.refusing(401, f"We do not know {key}"))
    record = garden.record(garden.agent(**settings))
    assert garden.server.requests[0].headers["authorization"] == f"Bearer {key}"
    assert "We do not know [redacted]" in record.failure.message
    assert key.encode() not in b"".join(p.read_bytes() for p in garden.store.parent.iterdir())


def test_an_image_is_known_by_what_it_shows(garden, tmp_path):
    pictures = [tmp_path / f"{i}.png" for i in range(2)]
    for picture in pictures:
        picture.write_bytes(b"before")
    inputs = [{"question": "What is it?", "photo": os.fspath(picture)} for picture in pictures]
    cases = CaseSet(
        tuple(Case(f"c{i}", given) for i, given in enumerate(inputs)), question="question"
    )
    garden.run({"a": garden.agent(images=["photo"])}, cases=cases)
    pictures[1].write_bytes(b"after")
    run = garden.run({"a": garden.agent(images=["photo"])}, cases=cases)
    assert (run.reused, len(garden.server.requests)) == (1, 3)
