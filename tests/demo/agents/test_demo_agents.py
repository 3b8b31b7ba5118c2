"""The agents: real, deterministic, and never looking at the answers."""

import inspect
import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garden_nb.demo import agents as agents_package
from garden_nb.demo import demo_agents, demo_cases
from garden_nb.demo.catalogue import catalogue

AGENTS = demo_agents()
NAMES = {entry.name for entry in catalogue()}

ANSWER = """
import json, sys

def refuse(event, args):
    if event == "open" and "questions" in str(args[0]):
        raise RuntimeError("an agent looks at the answers")

sys.addaudithook(refuse)
from garden_nb.demo import demo_agents

questions = json.load(sys.stdin)
answers = {label: [agent(q) for q in questions] for label, agent in demo_agents().items()}
json.dump(answers, sys.stdout)
"""


def test_there_are_enough_contenders_and_a_baseline():
    assert next(iter(AGENTS)) == "keywords"
    assert len(AGENTS) >= 4
    assert all(len(label) <= 10 for label in AGENTS)


@pytest.mark.parametrize("label", AGENTS)
def test_an_agent_is_a_function_of_the_question_alone(label):
    agent = AGENTS[label]
    assert list(inspect.signature(agent).parameters) == ["question"]
    assert getattr(agents_package, label) is agent


@pytest.mark.parametrize("label", AGENTS)
@given(question=st.text())
@settings(max_examples=25, deadline=None)
def test_any_question_is_answered_with_a_known_name(label, question):
    assert AGENTS[label](question) in NAMES


@pytest.mark.parametrize("label", AGENTS)
def test_an_easy_question_is_answered_right(label):
    assert AGENTS[label]("shuffle a list in place") == "random.shuffle"


def test_a_misspelt_word_is_forgiven():
    assert AGENTS["names"]("shufle") == AGENTS["names"]("chuffle") == "random.shuffle"
    assert AGENTS["ngrams"]("swapcases") == "str.swapcase"


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_answers_alike_and_reads_no_answers(seed):
    """Set and dict orders differ between hash seeds; answers must not."""
    questions = demo_cases()["question"].tolist()[::4]
    done = subprocess.run(
        [sys.executable, "-c", ANSWER],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONHASHSEED": seed},
    )
    here = {label: [agent(q) for q in questions] for label, agent in AGENTS.items()}
    assert json.loads(done.stdout) == here
