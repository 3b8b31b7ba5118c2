"""The stand-ins that other tests rely on: right about as often as they say, and repeatable."""

import asyncio

import httpx
import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.engine.scorers import contains, exact_match
from loopback import CAPITALS, ERROR_RATES, LoopbackServer, right_answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is 17 + 25?", "42"),
        ("What is 5 − 9?", "-4"),
        ("What is 6 × 7?", "42"),
        ("What is the capital of France?", "Paris"),
        ('How many letters has the word "garden"?', "6"),
        ("Why?", None),
    ],
)
def test_right_answers(question, answer):
    assert right_answer(question) == answer


def rates(garden, **settings):
    cases = tuple(
        Case(f"c{i}", {"question": f"What is {i} + 7?"}, expected=str(i + 7)) for i in range(150)
    )
    garden.cases = CaseSet(cases, "question", {"expected": "answer"})
    agents = {name: garden.agent(f"openai/{name}", **settings) for name in ERROR_RATES}
    records = garden.run(agents, [contains, exact_match], fresh=True, concurrency=20).records()
    return {
        name: [
            1 - sum(r.scores[metric].value for r in records if r.variant == name) / 150
            for metric in ("contains", "exact_match")
        ]
        for name in agents
    }


def test_the_models_err_at_their_rates_and_prompts_make_a_difference(garden):
    plain = rates(garden)
    for name, rate in ERROR_RATES.items():
        assert plain[name] == [pytest.approx(rate, abs=0.1), 1.0]
    bare = rates(garden, system="One word only.")
    assert bare["stand-in-small"][1] == pytest.approx(0.4, abs=0.1)


def test_another_server_gives_the_same_answers():
    async def said(base):
        async with httpx.AsyncClient() as client:
            bodies = [
                {"model": "stand-in-small", "messages": [{"role": "user", "content": f"{i} + 1"}]}
                for i in range(20)
            ]
            replies = [await client.post(f"{base}/chat/completions", json=b) for b in bodies]
        return [reply.json()["choices"][0]["message"]["content"] for reply in replies]

    answers = []
    for _ in range(2):
        with LoopbackServer() as server:
            answers.append(asyncio.run(said(server.base_url)))
    assert answers[0] == answers[1]
    assert len(set(CAPITALS)) == len(CAPITALS)
