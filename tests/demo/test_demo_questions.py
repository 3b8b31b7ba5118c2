"""The eval set: complete, unambiguous in form, and true of every supported Python."""

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

from garden_nb.demo import demo_cases
from garden_nb.demo.catalogue import catalogue
from garden_nb.demo.words import words


@pytest.fixture(scope="module")
def cases():
    return demo_cases()


def test_columns_and_size(cases):
    assert list(cases.columns) == ["id", "question", "answer", "category"]
    assert len(cases) >= 130
    assert (cases != "").all(axis=None)
    assert cases.map(lambda text: text == text.strip()).all(axis=None)


@pytest.mark.parametrize("column", ["id", "question", "answer"])
def test_nothing_is_asked_twice(cases, column):
    assert cases[column].is_unique


def test_categories_are_large_enough_to_compare(cases):
    sizes = cases["category"].value_counts()
    assert len(sizes) >= 7
    assert sizes.min() >= 12


def test_every_answer_can_be_found(cases):
    listed = {entry.name for entry in catalogue()}
    assert set(cases["answer"]) <= listed


def test_every_answer_resolves_to_something_callable(cases):
    for answer in cases["answer"]:
        assert callable(_resolve(answer)), answer


def test_no_question_gives_the_qualified_name_away(cases):
    for case in cases.itertuples():
        assert "." not in case.answer or case.answer not in case.question


def test_no_question_is_taken_from_a_docstring(cases):
    docs = {entry.name: " ".join(words(entry.doc)) for entry in catalogue()}
    for case in cases.itertuples():
        asked = words(case.question)
        if len(asked) > 3:
            assert " ".join(asked) not in docs[case.answer], case.id


@pytest.mark.parametrize("version", ["3.11", "3.14"])
def test_every_answer_exists_in_other_pythons(cases, version, tmp_path):
    """The type checker knows what each Python has; a made-up name shows that it looks."""
    script = tmp_path / "answers.py"
    answers = [*cases["answer"], "math.no_such_function"]
    modules = sorted({module for answer in answers for module in _modules(answer)})
    lines = [*(f"import {module}" for module in modules), *(f"print({name})" for name in answers)]
    script.write_text("\n".join(lines))
    errors = [line for line in _type_check(script, version) if "error:" in line]
    assert len(errors) == 1, errors
    assert 'has no attribute "no_such_function"' in errors[0]


def _type_check(script: Path, version: str) -> list[str]:
    options = ["--python-version", version, "--config-file", "", "--no-incremental"]
    command = [sys.executable, "-m", "mypy", *options, str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=script.parent)
    return done.stdout.splitlines()


def _resolve(answer: str):
    try:
        return pkgutil.resolve_name(f"builtins:{answer}")
    except AttributeError:
        return pkgutil.resolve_name(answer)


def _modules(answer: str) -> list[str]:
    parts = answer.split(".")
    paths = [".".join(parts[:size]) for size in range(1, len(parts))]
    return [path for path in paths if _is_module(path)]


def _is_module(path: str) -> bool:
    try:
        importlib.import_module(path)
    except ImportError:
        return False
    return True
