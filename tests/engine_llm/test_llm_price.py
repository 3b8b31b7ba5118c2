"""Tokens and prices before anything is paid."""

import pytest

from garden_nb.engine.llm import Price, price_of, prompt_tokens


@pytest.mark.parametrize("model", ["gpt-4o-mini", "openai/gpt-4o-mini"])
def test_a_known_model_has_its_price(model):
    assert price_of(model) == Price(0.15e-6, 0.6e-6)
    assert price_of(model).cost_usd(1000, 100) == pytest.approx(0.00021)


@pytest.mark.parametrize("model", ["my/local", "openai/my-local", "azure/my-deployment", "", "?"])
def test_the_price_of_an_unknown_model_is_unknown(model):
    assert price_of(model) is None


def test_a_provider_s_own_name_for_a_model_finds_it():
    assert price_of("vertex_ai/gemini-2.5-flash") == price_of("gemini/gemini-2.5-flash")


def test_a_free_model_is_free():
    assert price_of("ollama/llama3") == Price(0.0, 0.0)


def test_a_model_that_is_known_without_a_price_has_none():
    """The map has models whose price per token it does not say; litellm calls that 0."""
    assert price_of("azure/container") is None


def test_tokens_grow_with_the_prompt_for_models_known_or_not(garden):
    for model in ("openai/gpt-4o-mini", "openai/my-local", "anthropic/claude-sonnet-4-5"):
        short, long = (
            prompt_tokens(model, garden.agent(model, prompt=prompt).messages_for("?", case))
            for case in [garden.cases.cases[0]]
            for prompt in ("{question}", "Think about it. {question} " * 20)
        )
        assert 5 < short < 40
        assert long > 10 * short


def test_tools_count():
    message = [{"role": "user", "content": "What is 1 + 2?"}]
    call = {"name": "add", "description": "Adds two numbers", "parameters": {"type": "object"}}
    tools = [{"type": "function", "function": call}]
    assert prompt_tokens("gpt-4o-mini", message, tools) > prompt_tokens("gpt-4o-mini", message) + 5
