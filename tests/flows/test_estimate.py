"""Estimates: numbers worked out by hand for a model with a known price, before anything is paid."""

import pytest

from garden_nb import Garden
from garden_nb.engine.llm import price_of, prompt_tokens
from garden_nb.engine.llm.door import warm_up
from garden_nb.flows.estimate import CallEstimate, Estimate, Range

CASES = [{"question": f"What is {i} + 1?", "answer": str(i + 1)} for i in range(40)]
MINI = "openai/gpt-4o-mini"


def constant(question):
    return "0"


@pytest.fixture(scope="module", autouse=True)
def _litellm():
    """Load litellm with what its first call loads, whose warnings are none of ours."""
    warm_up()


@pytest.fixture
def make(tmp_path):
    def garden(variants, **changes):
        store = tmp_path / "garden.db"
        return Garden(CASES, variants, **{"scorers": ["exact_match"], "store": store, **changes})

    return garden


def test_the_cost_is_tokens_times_price(make):
    """gpt-4o-mini reads a million tokens for $0.15 and writes them for $0.60."""
    assert price_of(MINI).input_usd == pytest.approx(0.15e-6)
    assert price_of(MINI).output_usd == pytest.approx(0.60e-6)
    message = [{"role": "user", "content": "What is 0 + 1?"}]
    each = prompt_tokens(MINI, message)  # all questions have as many tokens
    assert each == prompt_tokens(MINI, [{"role": "user", "content": "What is 38 + 1?"}]) == 15
    (known,) = (
        make({"a": {"model": MINI, "params": {"max_tokens": 100}}}, repeats=3).estimate().variants
    )
    calls = 40 * 3
    assert (known.calls, known.reused) == (calls, 0)
    assert known.input_tokens == (15 * calls, 15 * calls)
    assert known.output_tokens == (20 * calls, 100 * calls)
    assert known.cost_usd.low == pytest.approx((15 * 0.15e-6 + 20 * 0.60e-6) * calls)
    assert known.cost_usd.high == pytest.approx((15 * 0.15e-6 + 100 * 0.60e-6) * calls)


def test_a_judge_reads_its_frame_and_every_answer(make):
    garden = make(
        {"a": {"model": MINI, "params": {"max_tokens": 100}}, "b": MINI},
        judge={"model": MINI, "criterion": "Right", "scale": [1, 5]},
    )
    estimate = garden.estimate()
    (judge,) = estimate.judges
    (own,) = garden._scoring.judges.values()
    frame = prompt_tokens(MINI, own.messages_for("", CASES[0]["question"], "1"))
    assert (judge.name, judge.calls, estimate.judge_calls) == ("judge", 80, 80)
    assert judge.input_tokens.low == pytest.approx(80 * (frame + 20), rel=0.02)
    assert judge.input_tokens.high == pytest.approx(80 * (frame + 500), rel=0.02)
    assert judge.output_tokens == (80 * 30, 80 * 150)
    parts = [*estimate.variants, judge]
    assert estimate.cost_usd.low == pytest.approx(sum(part.cost_usd.low for part in parts))
    assert estimate.cost_usd.high == pytest.approx(sum(part.cost_usd.high for part in parts))


def test_a_price_that_nobody_knows_stays_unknown(make):
    estimate = make({"known": MINI, "new": "openai/brand-new", "mine": constant}).estimate()
    known, new, mine = estimate.variants
    assert known.cost_usd is not None
    assert (new.cost_usd, mine.cost_usd, estimate.cost_usd) == (None, None, None)
    assert new.input_tokens is not None
    assert mine.input_tokens is None
    text = str(estimate)
    assert "Cost: unknown, since no price is known of openai/brand-new, mine; the others $" in text
    assert "$0.0" not in next(line for line in text.splitlines() if line.startswith("new "))


def test_nothing_but_unknown_prices(make):
    assert "Cost: unknown, since no price is known of openai/brand-new.\n" in str(
        make({"new": "openai/brand-new"}).estimate()
    )


def test_what_is_journaled_is_not_called_again(make):
    def right(question):
        return str(int(question.split()[2]) + 1)

    agents = {"right": right, "wrong": constant}
    assert make(agents, name="mine").estimate().calls == 80
    make(agents, name="mine").run()
    again = make({**agents, "new": right}, name="mine").estimate()
    assert [(v.calls, v.reused) for v in again.variants] == [(0, 40), (0, 40), (40, 0)]
    assert again.seconds is None
    assert make(agents, name="mine", fresh=True).estimate().calls == 80
    assert make(agents, name="other").estimate().calls == 80  # functions are known within a run
    done = make(agents, name="mine").estimate()
    assert str(done).startswith("0 calls; 80 results reused.\nCost: nothing.\n")


def test_the_time_depends_on_concurrency(make):
    slow = make({"a": MINI, "b": MINI}, concurrency=4).estimate()
    assert slow.seconds == (20 * 0.5, 20 * 10.0)
    assert make({"a": MINI, "b": MINI}, concurrency=80).estimate().seconds == (0.5, 10.0)


def test_time_is_that_of_the_slowest_account_within_its_limits(make):
    """80 calls of one account, one every 6 s; or two at once, of 0.5 to 10 s each."""
    models = {"a": MINI, "b": MINI}
    paced = make(models, concurrency=80, limits={"requests_per_minute": 10}).estimate()
    assert paced.seconds == (480, 480)
    narrow = make(models, concurrency=80, limits={"per_account": 2}).estimate()
    assert narrow.seconds == (20, 400)


def test_too_few_cases_show_nothing(tmp_path):
    few = Garden(CASES[:5], {"a": constant}, store=tmp_path / "few.db").estimate()
    assert few.detectable is None
    assert "These cases show" not in str(few)


def test_names_are_shown_as_they_are_in_every_form():
    part = CallEstimate(
        "a|b *c*\x1b[31m", "openai/<b>", 3, 0, Range(10, 10), Range(5, 9), Range(0, 2)
    )
    estimate = Estimate((part,), (), None, 0.123)
    assert "\x1b" not in str(estimate)
    markdown = estimate._repr_markdown_()
    assert "a&#124;b &#42;c&#42;␛&#91;31m" in markdown
    assert "<b>" not in markdown
    assert str(estimate).splitlines()[:3] == [
        "3 calls.",
        "Cost: $0 to $2.00.",
        "These cases show pass rates that differ by 12.3 points or more.",
    ]
