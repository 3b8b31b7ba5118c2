import doctest

import pytest

from garden_nb.engine import events, redact
from garden_nb.engine.scorers import matching


@pytest.mark.parametrize("module", [events, redact, matching])
def test_examples_in_docstrings_are_true(module):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
