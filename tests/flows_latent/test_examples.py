"""The examples in the docstrings of flows and judges are right."""

import doctest
import importlib
import pkgutil

import pytest

import garden_nb.engine.judge
import garden_nb.flows.evaluation

PACKAGES = (garden_nb.engine.judge, garden_nb.flows.evaluation)
MODULES = [
    f"{package.__name__}.{found.name}"
    for package in PACKAGES
    for found in pkgutil.iter_modules(package.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    examples = [
        test
        for name in MODULES
        for test in finder.find(importlib.import_module(name))
        if test.examples
    ]
    assert len(examples) >= 5
