from hypothesis import given
from hypothesis import strategies as st

from garden_nb.engine.limits.window import Window


def test_it_doubles_per_round_of_answers_up_to_its_ceiling():
    window, sizes = Window(100, 4), []
    for _ in range(6):
        sizes.append(window.size)
        for _ in range(window.size):
            window.answered()
    assert sizes == [4, 8, 16, 32, 64, 100]


def test_calls_that_were_sent_together_are_one_episode():
    window = Window(64, 64)
    assert window.refused(began=1.0, now=2.0, under_way=64)
    assert window.size == 32
    for under_way in range(63, 0, -1):
        assert not window.refused(began=1.5, now=2.5, under_way=under_way)
    assert window.size == 32
    window.answered()
    assert window.refused(began=3.0, now=4.0, under_way=10)
    assert window.size == 5


def test_a_second_refusal_without_an_answer_leaves_one_call():
    window = Window(64, 64)
    window.refused(began=1.0, now=2.0, under_way=64)
    window.refused(began=3.0, now=4.0, under_way=32)
    assert window.size == 1
    window.answered()
    assert window.size == 2


def test_after_a_cut_it_doubles_up_to_half_and_then_grows_by_one_per_round():
    window = Window(64, 64)
    window.refused(began=1.0, now=2.0, under_way=64)
    window.refused(began=3.0, now=4.0, under_way=16)
    sizes = []
    for _ in range(6):
        sizes.append(window.size)
        for _ in range(window.size):
            window.answered()
    assert sizes[:4] == [1, 2, 4, 8]
    assert sizes[4:] == [8, 9]


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 200)), max_size=100), st.integers(1, 100))
def test_it_is_never_below_one_or_above_its_ceiling(steps, ceiling):
    window = Window(ceiling, ceiling)
    for now, (answered, under_way) in enumerate(steps, start=1):
        if answered:
            window.answered()
        else:
            window.refused(began=now - 0.5, now=float(now), under_way=under_way)
        assert 1 <= window.size <= ceiling
