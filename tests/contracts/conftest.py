"""Fixtures of the contract tests: an eval set and the flows with defaults."""

import pandas as pd
import pytest
from contracts_support import FLASH, LITE, Agent, N, make_agent, make_judge

from garden_nb.flows.agent_eval_flow import agent_eval_flow
from garden_nb.flows.agent_garden_flow import agent_garden_flow


@pytest.fixture
def eval_data():
    """Return sums with answers, categories and ids."""
    return pd.DataFrame(
        {
            "case": [f"q{n}" for n in range(N)],
            "question": [f"{n} + 1" for n in range(N)],
            "answer": [str(n + 1) for n in range(N)],
            "topic": ["easy" if n < 25 else "hard" for n in range(N)],
        }
    )


@pytest.fixture
def garden(eval_data):
    """Return a function that runs a garden with the defaults of these tests."""

    def run(**changes):
        given = {
            "eval_data": eval_data,
            "agent_factory_for_model": lambda model: lambda: make_agent(model),
            "judge": make_judge(),
            "models": [FLASH, LITE],
            "expected_column": "answer",
            "seed": 42,
        }
        return agent_garden_flow(**{**given, **changes})

    return run


@pytest.fixture
def evaluation(eval_data):
    """Return a function that evaluates one agent with the defaults of these tests."""

    def run(**changes):
        given = {
            "eval_data": eval_data,
            "agent_factory": lambda: Agent(errs=4),
            "judge": make_judge(),
            "expected_column": "answer",
            "seed": 42,
        }
        return agent_eval_flow(**{**given, **changes})

    return run
