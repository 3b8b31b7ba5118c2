"""Versions of scorers that hold odd things: there is one, and it is the same every time."""

import pytest

from garden_nb.engine.scorers.function_digest import function_digest


class Holding:
    """A scorer that holds what it is given, itself, and a list within itself."""

    def __init__(self, *held):
        self.held = held
        self.me = self
        self.us = [self]
        self.us.append(self.us)

    def __call__(self, output):
        return self.held


class Other:
    pass


class Unshown:
    def __repr__(self):
        raise SystemExit


@pytest.mark.parametrize(
    "held", [Other, lambda: [Other()], lambda: {"a": (Other(),)}, lambda: {Other()}, Unshown]
)
def test_what_is_held_may_have_no_end_no_name_and_another_address(held):
    kept = [Holding(held()), Holding(held())]
    assert len({function_digest(one) for one in kept}) == 1


@pytest.mark.parametrize("held", [1, "a", [1], {"a": [2]}, {1, 2}, (1, (2,))])
def test_settings_within_are_told_apart(held):
    assert function_digest(Holding(held)) != function_digest(Holding(0))
    assert function_digest(Holding(held)) == function_digest(Holding(held))
