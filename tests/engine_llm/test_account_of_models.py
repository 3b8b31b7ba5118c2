"""Whose quota a model uses: known before litellm is loaded, and as litellm has it."""

import subprocess
import sys

import pytest

from garden_nb.engine.judge import Judge
from garden_nb.engine.llm import LlmAgent
from garden_nb.engine.llm.door import litellm


@pytest.mark.parametrize(
    "model",
    [
        *("gpt-4o", "gpt-4o-mini", "o3-mini", "gpt-4.1", "claude-opus-4-20250514"),
        *("gemini-2.5-flash", "openai/gpt-4o", "azure/my-model", "ollama/llama3:8b"),
    ],
)
def test_the_provider_is_litellm_s(model):
    provider, base, key = LlmAgent(model=model).account
    assert (base, key) == (None, None)
    assert provider == litellm().get_llm_provider(model)[1]


def test_a_judge_uses_the_account_of_its_provider_address_and_key():
    door = {"api_base": "http://localhost:1/v1", "api_key": "sk-loopback-0123456789"}
    agent = LlmAgent(model="openai/a", **door)
    assert Judge(model="openai/b", criterion="Good", **door).account == agent.account
    assert Judge(model="gpt-4o", criterion="Good").account == LlmAgent(model="o3-mini").account
    for other in ({"api_key": "sk-another-0123456789"}, {"api_base": "http://localhost:2/v1"}):
        judge = Judge(model="openai/b", criterion="Good", **{**door, **other})
        assert judge.account != agent.account


def test_nothing_is_loaded_to_know_it():
    code = """
import sys
from garden_nb.engine.judge import Judge
print(Judge(model="gpt-4o", criterion="Good").account, "litellm" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "('openai', None, None) False"
