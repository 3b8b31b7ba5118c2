"""The digest of an agent's code: it changes with the code and with nothing else."""

import subprocess
import sys
from functools import partial

from garden_nb.engine.agents.code_digest import code_digest

SOURCE = """
from garden_nb.engine.agents.code_digest import code_digest
client = None
text = {text!r}
TONE = {tone!r}
calls = []
count = {count}

def helper(text):
    return text.{method}()

def agent(question, style="{style}"):
    global client
    if client is None:
        client = "made at the first call"
    calls.append(question.text)
    return helper(question) if question in {{"a", "b", "c", "d"}} else TONE

before = code_digest(agent)
client = {client!r}
assert code_digest(agent) == before
print(before)
"""
GIVEN = {"tone": "kind", "count": 1, "method": "upper", "style": "plain"}
GIVEN |= {"text": "no global of the agent's", "client": "made"}


def digest_of(**changes):
    """Return the digest in a process of its own, whose hashes are other ones."""
    source = SOURCE.format(**{**GIVEN, **changes})
    done = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_what_the_code_names_counts_and_what_it_fills_does_not():
    same = digest_of()
    assert len(same) > 10
    assert digest_of(count=2, text="another", client="x") == same
    for change in ({"tone": "rude"}, {"method": "lower"}, {"style": "long"}):
        assert digest_of(**change) != same


def made(prompt, seen):
    def agent(question):
        seen.append(question)
        return f"{prompt}{question}"

    return agent


class Agent:
    def __init__(self):
        self.calls = 0

    def __call__(self, question):
        self.calls += 1
        return question

    def method(self, question):
        return question


class WithoutCall:
    def run(self, question):
        return question


def test_closures_methods_partials_and_objects():
    assert code_digest(made("a", [])) == code_digest(made("a", [1]))
    assert code_digest(made("a", [])) != code_digest(made("b", []))
    used = Agent()
    used("x")
    assert code_digest(used) == code_digest(Agent())
    assert code_digest(used.method) == code_digest(Agent().method)
    assert code_digest(partial(made, "a")) != code_digest(partial(made, "b"))


def test_what_has_no_code_of_its_own_has_no_digest():
    assert code_digest(WithoutCall()) is None
    assert code_digest(len) is None


def test_functions_that_call_each_other_end():
    def even(n):
        return n == 0 or odd(n - 1)

    def odd(n):
        return n != 0 and even(n - 1)

    assert code_digest(even) is not None
