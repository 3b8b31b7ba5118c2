from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.variants import Variant
from garden_nb.engine.plan import plan_trials

A = Variant("a", None)
B = Variant("b", None)

ids = st.lists(st.text(min_size=1, max_size=8), unique=True, min_size=1, max_size=12)


def case_set(names):
    return CaseSet(tuple(Case(name, {"question": name}) for name in names), question="question")


def places(trials):
    return [(t.case.id, t.variant.label, t.repeat) for t in trials]


@given(ids, st.integers(0, 3), st.randoms())
def test_the_order_depends_on_seed_and_ids_only(names, seed, random):
    shuffled = random.sample(names, len(names))
    plan = plan_trials(case_set(names), (A, B), repeats=2, seed=seed, scope="r")
    again = plan_trials(case_set(shuffled), (A, B), repeats=2, seed=seed, scope="r")
    assert places(plan) == places(again)
    assert [t.key for t in plan] == [t.key for t in again]


@given(ids)
def test_all_variants_of_a_case_come_together_and_each_trial_once(names):
    trials = places(plan_trials(case_set(names), (A, B), repeats=3, scope="r"))
    assert len(trials) == len(set(trials)) == len(names) * 2 * 3
    for _, group in groupby(trials, key=lambda place: (place[2], place[0])):
        assert [variant for _, variant, _ in group] == ["a", "b"]
    assert [repeat for _, _, repeat in trials] == sorted(repeat for _, _, repeat in trials)


def test_another_seed_gives_another_order():
    names = [str(i) for i in range(50)]
    orders = {
        tuple(places(plan_trials(case_set(names), (A,), seed=s, scope="r"))) for s in range(5)
    }
    assert len(orders) == 5


def key(case=None, variant=A, repeat=0, scope="r"):
    case = case or Case("1", {"question": "q"})
    trials = plan_trials(CaseSet((case,)), (variant,), repeats=repeat + 1, scope=scope)
    return trials[repeat].key


def test_a_key_changes_with_what_the_agent_sees_the_label_and_the_repeat():
    keys = [
        key(),
        key(Case("1", {"question": "Q"})),
        key(Case("2", {"question": "q"})),
        key(variant=B),
        key(repeat=1),
    ]
    assert len(set(keys)) == len(keys)


def test_a_corrected_answer_keeps_the_key():
    right = Case("1", {"question": "q"}, expected="x", category="c", cluster="k")
    assert key(right) == key()


def test_an_opaque_agent_is_known_within_its_run_only():
    assert key(scope="r") != key(scope="s")


def test_a_version_or_a_fingerprint_is_known_in_every_run():
    versioned = Variant("a", None, version="1")
    printed = Variant("a", None, fingerprint="f")
    for variant in (versioned, printed):
        assert key(variant=variant, scope="r") == key(variant=variant, scope="s")
    assert key(variant=versioned) != key(variant=Variant("a", None, version="2"))
    assert key(variant=printed) != key(variant=Variant("a", None, fingerprint="g"))
    assert key(variant=versioned) != key(variant=printed)
