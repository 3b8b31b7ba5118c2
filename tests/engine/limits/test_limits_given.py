import pytest

from garden_nb.engine.limits import Limits


def test_no_limits_are_no_problem():
    assert list(Limits().problems()) == []
    assert list(Limits(per_variant=1, requests_per_minute=0.5).problems()) == []


@pytest.mark.parametrize(
    "name", ["per_variant", "per_account", "requests_per_minute", "tokens_per_minute"]
)
@pytest.mark.parametrize("value", [0, -1, True, "8"])
def test_every_wrong_number_is_named(name, value):
    (problem,) = Limits(**{name: value}).problems()
    assert problem.where == "limits"
    assert f"{name} is {value!r}." in str(problem)


def test_all_problems_come_at_once():
    assert len(list(Limits(per_variant=1.5, per_account=0, tokens_per_minute=-3).problems())) == 3
