"""Wrong prompts and parameters, found before anything is paid."""

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.engine.llm import LlmAgent
from garden_nb.errors import InputError


def cases(**inputs):
    case = Case("c1", {"question": "1 + 1?", **inputs}, expected="2")
    return CaseSet((case,), question="question", columns={"expected": "answer"})


def problems(eval_set=None, **settings):
    agent = LlmAgent(model="openai/stand-in-large", **settings)
    found = agent.problems("variant 'a'", eval_set or cases())
    return [str(problem) for problem in found]


def test_a_sound_agent_has_none():
    messages = [{"role": "system", "content": "Brief."}, {"role": "user", "content": "{question}"}]
    assert problems(messages=messages, params={"temperature": 0}) == []


def test_a_misspelt_column_gets_its_neighbour():
    (found,) = problems(prompt="{qestion}")
    assert found.startswith("variant 'a', prompt: there is no column 'qestion'. Did you mean")


def test_the_expected_answer_is_hidden():
    (found,) = problems(system="The answer is {answer}.")
    assert "'answer' is hidden from agents" in found


def test_all_problems_come_at_once():
    found = problems(
        system="{",
        prompt="{x.__class__}",
        messages=[{"role": "usr", "content": "hi"}, {"role": "user"}],
        history="chat",
        images=["photo"],
        params={"n": 2, "stream": True, "num_retries": 3},
    )
    assert len(found) == 9
    assert any("messages[0]" in one and 'Did you mean "user"' in one for one in found)


def test_messages_have_to_ask_something():
    (found,) = problems(messages=[{"role": "system", "content": "Brief."}])
    assert "ask nothing" in found


def test_histories_and_images_are_tried_before_the_run():
    given = cases(chat="not json", photo="missing.png")
    (history,) = problems(given, history="chat")
    assert history.startswith("variant 'a', case 'c1', column \"chat\": 'not json' is no history.")
    (image,) = problems(given, images=["photo"])
    assert "cannot read 'missing.png'" in image


@pytest.mark.parametrize("cell", ["", "[]", None, float("nan"), []])
def test_an_empty_history_is_none(cell):
    assert problems(cases(chat=cell), history="chat") == []


def test_a_run_does_not_start_with_them(garden):
    with pytest.raises(InputError, match="there is no column 'qestion'"):
        garden.run({"a": garden.agent(prompt="{qestion}")})
    assert garden.server.requests == []


@pytest.mark.parametrize("model", ["", None, 4])
def test_a_model_is_named(model):
    (problem,) = LlmAgent(model=model).problems("variant 'a'", cases())
    assert "provider/model" in str(problem)
