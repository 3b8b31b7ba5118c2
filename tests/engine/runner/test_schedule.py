import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.plan import plan_trials
from garden_nb.engine.runner.schedule import Schedule

LABELS = ("a", "b", "c")


def plan(n_cases):
    cases = CaseSet(tuple(Case(f"c{i}", {"question": f"q{i}"}) for i in range(n_cases)))
    return plan_trials(cases, tuple(Variant(label, None) for label in LABELS), scope="r")


def anyone(label):
    return True


def take_all(schedule, now=0.0, may_call=anyone):
    taken = []
    while (waiting := schedule.next(now, may_call)) is not None:
        taken.append(waiting)
    return taken


def test_trials_come_in_the_order_of_the_plan():
    trials = plan(5)
    schedule = Schedule(trials)
    assert [waiting.trial for waiting in take_all(schedule)] == list(trials)
    assert schedule.empty
    assert math.isinf(schedule.due())


def test_a_variant_that_waits_holds_nobody_up():
    trials = plan(3)
    schedule = Schedule(trials)
    others = [t for t in trials if t.variant.label != "b"]
    assert [w.trial for w in take_all(schedule, may_call=lambda x: x != "b")] == others
    assert not schedule.empty
    assert [w.trial for w in take_all(schedule)] == [t for t in trials if t.variant.label == "b"]


def test_a_trial_comes_again_at_its_time_and_not_before():
    schedule = Schedule(plan(2))
    first = schedule.next(0.0, anyone)
    schedule.put_back(first, due=5.0)
    assert schedule.due() == 5.0
    rest = take_all(schedule, now=4.9)
    assert len(rest) == 5
    assert first not in rest
    assert schedule.next(5.0, anyone) is first
    assert schedule.empty


def test_a_trial_that_is_due_goes_before_those_behind_it_in_the_plan():
    schedule = Schedule(plan(4))
    taken = [schedule.next(0.0, anyone) for _ in range(6)]
    schedule.put_back(taken[1], due=1.0)
    assert schedule.next(2.0, anyone) is taken[1]


def test_dropped_trials_never_come_and_those_called_before_are_returned():
    schedule = Schedule(plan(3))
    first = schedule.next(0.0, anyone)
    schedule.put_back(first, due=9.0)
    label = first.trial.variant.label
    assert schedule.drop(label) == [first]
    assert schedule.drop(label) == []
    assert schedule.drop("absent") == []
    assert {w.trial.variant.label for w in take_all(schedule)} == set(LABELS) - {label}
    assert schedule.empty


@given(
    st.lists(
        st.tuples(st.sampled_from(LABELS), st.booleans(), st.floats(0, 10)), min_size=1, max_size=60
    )
)
def test_every_trial_comes_once_and_nothing_comes_early(steps):
    trials = plan(4)
    schedule = Schedule(trials)
    now, taken, back = 0.0, [], {}
    for closed, again, wait in steps:
        waiting = schedule.next(now, lambda label, closed=closed: label != closed)
        now += 0.5
        if waiting is None:
            continue
        assert waiting.trial.variant.label != closed
        assert back.pop(waiting.place, 0.0) < now
        if again:
            back[waiting.place] = now + wait
            schedule.put_back(waiting, now + wait)
        else:
            taken.append(waiting)
    taken += take_all(schedule, now=math.inf)
    assert sorted(waiting.place for waiting in taken) == list(range(len(trials)))
    assert schedule.empty


@pytest.mark.parametrize("n_cases", [0, 1])
def test_an_empty_schedule_is_empty(n_cases):
    schedule = Schedule(plan(n_cases))
    assert schedule.empty is (n_cases == 0)
