import asyncio
import math

import pytest

from garden_nb.core.records import Usage
from garden_nb.core.variants import Variant
from garden_nb.engine.limits import Account, Accounts, Limits


class BusyError(Exception):
    status_code = 429

    def __init__(self, retry_after=None):
        super().__init__("too many requests, api_key=abcdefgh012345")
        if retry_after is not None:
            self.retry_after = retry_after


def account(ceiling=8, *, is_provider=False, **limits):
    return Account(Limits(**limits), ceiling, is_provider=is_provider)


def open_now(found, now):
    return found.opens_at() <= now


def test_no_more_calls_at_once_than_its_ceiling():
    found = account(2)
    tickets = [found.begin(0.0), found.begin(0.0)]
    assert math.isinf(found.opens_at())
    found.answered(tickets[0])
    assert open_now(found, 0.0)


def test_a_provider_is_approached_slowly_and_a_function_is_not():
    for is_provider, size in ((True, 32), (False, 100)):
        found = account(100, is_provider=is_provider)
        begun = 0
        while open_now(found, 0.0):
            found.begin(0.0)
            begun += 1
        assert begun == size


@pytest.mark.parametrize("retry_after", [7, "7", 7.0])
def test_everybody_waits_as_long_as_one_was_told(retry_after):
    found = account()
    tickets = [found.begin(0.0) for _ in range(4)]
    assert found.refused(tickets[0], BusyError(retry_after), 1.0) == 7.0
    assert found.refused(tickets[1], BusyError(2), 1.5) == 6.5
    assert math.isinf(found.opens_at())
    found.failed(tickets[2])
    assert found.opens_at() == 8.0
    assert found.refused(tickets[3], BusyError(30), 2.0) == 30.0
    assert found.opens_at() == 32.0


def test_a_first_refusal_that_names_no_wait_holds_nobody_else_up():
    found = account()
    ticket = found.begin(0.0)
    assert found.refused(ticket, BusyError(), 1.0) == 0.0
    assert open_now(found, 1.0)


@pytest.mark.parametrize("retry_after", [None, 0])
def test_refusals_in_a_row_make_longer_and_longer_waits(retry_after):
    found, now, waits = account(), 0.0, []
    for _ in range(6):
        ticket = found.begin(now)
        waits.append(found.refused(ticket, BusyError(retry_after), now + 0.1))
        now = max(now + 0.2, found.opens_at())
    longest = [0.0, 0.5, 1, 2, 4, 8]
    assert all(top / 2 <= wait <= top for wait, top in zip(waits, longest, strict=True))
    answered_after(found, now, 1)
    assert 4 <= found.refused(found.begin(now), BusyError(retry_after), now + 0.1) <= 8
    answered_after(found, now + 10, 20)
    assert found.refused(found.begin(now + 10), BusyError(retry_after), now + 10.1) == 0.0


def answered_after(found, now, count):
    for _ in range(count):
        found.answered(found.begin(now))


def test_a_wait_after_which_some_are_answered_is_kept_and_does_not_grow():
    found, now = account(), 0.0
    for _ in range(6):
        answered_after(found, now, 3)
        wait_s = found.refused(found.begin(now), BusyError(), now + 0.1)
        now = max(now + 0.2, found.opens_at())
    assert 0.25 <= wait_s <= 0.5


def test_a_call_that_is_withdrawn_counts_for_no_pace():
    found = account(requests_per_minute=60, tokens_per_minute=6_000)
    found.withdrawn(found.begin(100.0))
    assert found.opens_at() <= 100.0


def test_it_is_closed_when_nothing_but_refusals_comes():
    found, now = account(), 0.0
    calls = 0
    while not found.closed:
        ticket = found.begin(now)
        found.refused(ticket, BusyError(), now + 0.1)
        calls += 1
        now = max(now + 0.2, found.opens_at())
    assert 5 <= calls <= 10
    assert 10 <= now <= 40
    assert "every call was refused for its rate" in found.closed
    assert "api_key=[redacted]" in found.closed


def test_one_that_has_answered_before_is_given_more_time():
    found, now = account(), 0.0
    found.answered(found.begin(now))
    while not found.closed:
        ticket = found.begin(now)
        found.refused(ticket, BusyError(5), now + 0.1)
        now = max(now + 0.2, found.opens_at())
    assert now >= 60


@pytest.mark.parametrize("is_provider", [True, False])
def test_a_provider_that_asks_for_hours_is_closed_and_a_page_that_does_is_not(is_provider):
    found = account(is_provider=is_provider)
    ticket = found.begin(0.0)
    found.refused(ticket, BusyError("7200"), 1.0)
    assert ("asks for a wait of 7,200 s" in found.closed) is is_provider
    assert open_now(found, 1.0)


def test_requests_per_minute_count_refused_ones_too():
    found = account(requests_per_minute=60)
    found.failed(found.begin(100.0))
    assert found.opens_at() == pytest.approx(100.95)


def test_tokens_per_minute_are_set_aside_and_corrected():
    found = account(100, tokens_per_minute=6_000)
    ticket = found.begin(100.0)
    assert found.opens_at() == pytest.approx(109.95)
    found.answered(ticket, Usage(150, 50))
    assert found.opens_at() == pytest.approx(101.95)
    found.failed(found.begin(102.0))
    assert found.opens_at() == pytest.approx(102.0, abs=0.06)


def test_unknown_usage_counts_as_what_was_set_aside_where_others_tell():
    found = account(100, tokens_per_minute=6_000)
    found.answered(found.begin(100.0), Usage(900, 100))
    found.answered(found.begin(110.0), Usage())
    assert found.opens_at() == pytest.approx(119.95)


def test_who_never_tells_tokens_is_not_held_to_them_until_somebody_does():
    found = account(100, tokens_per_minute=6_000)
    for second in range(3):
        found.answered(found.begin(100.0 + second), Usage() if second else None)
        assert open_now(found, 100.0 + second)
    found.answered(found.begin(104.0), Usage(300, 300))
    assert found.opens_at() == pytest.approx(109.95)
    assert found.begin(110.0).tokens == 600.0


def test_those_who_wait_at_the_entry_come_first_and_one_after_the_other():
    async def main():
        found, order = account(1), []
        now = asyncio.get_running_loop().time

        async def judge(name):
            ticket = await found.entry()
            order.append(name)
            await asyncio.sleep(0.01)
            found.answered(ticket)

        first = found.begin(now())
        judges = [asyncio.ensure_future(judge(name)) for name in "ab"]
        await asyncio.sleep(0)
        found.answered(first)
        assert math.isinf(found.opens_at())
        await asyncio.gather(*judges)
        assert sorted(order) == ["a", "b"]
        assert found.opens_at() <= now()

    asyncio.run(main())


def test_the_entry_waits_for_the_end_of_a_rest_and_ends_with_the_account():
    async def main():
        found = account(2)
        now = asyncio.get_running_loop().time
        found.refused(found.begin(now()), BusyError(0.2), now())
        started = now()
        assert await found.entry() is not None
        assert now() - started >= 0.19
        found.refused(found.begin(now()), BusyError(60), now())
        waiting = asyncio.ensure_future(found.entry())
        await asyncio.sleep(0.01)
        found.close("used up")
        assert await waiting is None

    asyncio.run(main())


class Model:
    def __init__(self, name):
        self.account = name

    def __call__(self, question):
        return question


def test_what_names_the_same_account_shares_it_and_everything_else_is_its_own():
    unhashable = Model({"a": "dict"})
    agents = {"a": Model("x"), "b": Model("x"), "c": Model("y"), "d": print, "e": print}
    variants = [Variant(label, agent) for label, agent in agents.items()]
    accounts = Accounts([*variants, Variant("f", unhashable)], Limits(), 8)
    found = {label: accounts.of_variant(label) for label in "abcdef"}
    assert found["a"] is found["b"]
    assert len({id(one) for one in found.values()}) == 5
    assert accounts.of(Model("x").__call__) is found["a"]
    assert accounts.of(print) is None
    accounts.close("x", "used up")
    accounts.close(None, "nothing")
    accounts.close({"a": "dict"}, "nothing")
    assert [found[label].closed for label in "abcdef"] == ["used up", "used up", "", "", "", ""]
