"""Models given as mappings: one problem each for what is refused, and no secrets in settings."""

import pytest

from garden_nb.engine.llm import LlmAgent
from garden_nb.errors import InputError
from garden_nb.flows.garden import Garden
from garden_nb.flows.spec_of import resumable_text

CASES = [{"question": "2 + 2?", "expected": "4"}]
SECRET = "correct-horse-battery"


@pytest.mark.parametrize(
    "given",
    [
        {"model": "openai/gpt-4o-mini", "params": {"api_key": SECRET}},
        {"model": "openai/gpt-4o-mini", "params": {"extra_headers": {"X-Auth": SECRET}}},
        {"model": "openai/gpt-4o-mini", "params": {"passphrase": SECRET}},
        {"model": "openai/gpt-4o-mini", "temprature": 0},
    ],
)
def test_a_refused_mapping_is_one_problem(given):
    with pytest.raises(InputError) as caught:
        Garden(CASES, {"a": given})
    assert len(caught.value.problems) == 1
    assert "None" not in str(caught.value)
    assert SECRET not in str(caught.value)


def test_headers_and_queries_are_no_settings_to_read():
    model = LlmAgent(
        model="openai/gpt-4o-mini",
        params={"temperature": 0, "extra_headers": {"X-Whoever": SECRET}},
        api_base=f"https://host/v1?code={SECRET}",
    )
    (variant,) = Garden(CASES, {"a": model}).variants
    assert variant.settings["params"] == {
        "temperature": 0,
        "extra_headers": {"X-Whoever": "[redacted]"},
    }
    assert variant.settings["api_base"] == "https://host/v1?code=[redacted]"
    assert SECRET not in str(variant)
    assert SECRET in variant.agent.secrets


def test_a_garden_with_headers_is_not_kept_as_text(tmp_path):
    csv = tmp_path / "cases.csv"
    csv.write_text("question,expected\n2 + 2?,4\n")

    def kept(**params):
        model = {"model": "openai/gpt-4o-mini", "params": params}
        garden = Garden(csv, {"a": model}, store=tmp_path / "garden.db")
        return resumable_text(garden._given, garden.variants, garden._scoring, {})

    assert "temperature" in kept(temperature=0)
    assert kept(extra_headers={"X-Whoever": SECRET}) is None


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": 5}, "name: got 5. Accepted: any text"),
        ({"name": " "}, "name: got ' '."),
        ({"seed": "x"}, "seed: got 'x'. Accepted: a whole number"),
        ({"seed": True}, "seed: got True."),
        ({"early_stop": "no"}, "early_stop: got 'no'. Accepted: True or False."),
        ({"fresh": "no"}, "fresh: got 'no'."),
        ({"on_event": "print"}, "on_event: got 'print'."),
    ],
)
def test_arguments_of_another_kind_are_problems(given, message):
    with pytest.raises(InputError) as caught:
        Garden(CASES, {"a": str.upper}, **given)
    assert len(caught.value.problems) == 1
    assert message in str(caught.value)
