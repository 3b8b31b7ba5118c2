"""Suites: what is read, and every problem with its place."""

import pytest

from garden_nb.core.cases import Case, CaseSet
from garden_nb.flows.sweep.suite import read_suite


def read(suite):
    problems = []
    return read_suite(suite, problems), problems


def test_an_only_reference_output_is_the_expected_answer():
    tasks = [{"inputs": {"input": "a"}, "reference_outputs": {"x": n}} for n in (1, 2)]
    cases, problems = read([*tasks, {"inputs": {"input": "b", "more": 1}}])
    assert problems == []
    assert [case.expected for case in cases] == [1, 2, None]
    assert cases.question == "input"
    assert [dict(case.inputs) for case in cases] == [
        {"input": "a", "more": None},
        {"input": "a", "more": None},
        {"input": "b", "more": 1},
    ]


def test_reference_outputs_of_different_names_stay_mappings():
    names = ("x", "y")
    cases, _ = read([{"inputs": {"input": "a"}, "reference_outputs": {n: 1}} for n in names])
    assert [case.expected for case in cases] == [{"x": 1}, {"y": 1}]


def test_the_first_tag_is_the_slice_and_a_bare_one_is_one():
    tags = (["math", "hard"], "math", [])
    cases, _ = read([{"inputs": {"input": "a"}, "tags": tag} for tag in tags])
    assert [case.category for case in cases] == ["math", "math", None]
    assert cases.columns["category"] == "tags"


def test_the_ids_are_text_and_one_and_1_are_the_same():
    _, problems = read([{"task_id": id_, "inputs": {"input": "a"}} for id_ in (1, "1")])
    assert [problem.what for problem in problems] == ["these task ids stand more than once: '1'."]


def test_every_problem_is_listed_with_its_task():
    cases, problems = read(
        [
            "text",
            {"inputs": {"input": "a"}, "tags": 3, "metadata": []},
            {"task_id": "c", "input": "a", "inputs": None, "reference_outputs": "4"},
        ]
    )
    assert len(cases) == 0
    assert [problem.where for problem in problems] == [
        "suite[0]",
        *["suite[1] ('task-0001')"] * 2,
        *["suite[2] ('c')"] * 3,
    ]
    assert all(problem.accepted for problem in problems)


@pytest.mark.parametrize("suite", ["", [], (), 3, None, {"inputs": {}}])
def test_what_is_no_suite_is_refused(suite):
    cases, problems = read(suite)
    assert len(cases) == 0
    assert len(problems) == 1
    assert "Accepted" in problems[0].accepted


def test_files_are_refused_with_their_line(tmp_path):
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"inputs": {"input": "a"}}\n{"inputs"', encoding="utf-8")
    for path, told in ((bad, "line 2"), (tmp_path / "none.jsonl", "no file"), (tmp_path, "read")):
        _, problems = read(path)
        assert len(problems) == 1
        assert problems[0].where == "suite"
        assert told in problems[0].what


def test_cases_are_taken_as_they_are():
    cases = CaseSet((Case("a", {"question": "b"}),), question="question")
    assert read(cases) == (cases, [])
