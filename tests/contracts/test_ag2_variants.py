"""`run_variants` against the contract of its source: G1 to G17, and what they lacked."""

import asyncio
import json
import threading
import warnings

import pytest

from garden_nb import InputError, LeaderboardRow, VariantRunResult, Variants, run_variants

N = 40
TASKS = [
    {
        "task_id": f"t{n}",
        "inputs": {"input": str(n)},
        "reference_outputs": {"answer": str(n % 2)},
        "tags": ["low" if n < 20 else "high"],
    }
    for n in range(N)
]


def parity(text):
    return str(int(text) % 2)


def zero(text):
    return "0"


def wordy(text):
    return "long"


def crash(text):
    raise RuntimeError("no answer today")


def mostly(wrong):
    """Return an agent that is wrong on the first `wrong` tasks."""
    return lambda text: "x" if int(text) < wrong else parity(text)


def right(output, expected):
    return output == expected


def length(output):
    return len(output)


def board(agents, suite=TASKS, scorers=(right,), **options):
    variants = agents if isinstance(agents, Variants) else Variants(agents)
    return asyncio.run(run_variants(suite, variants=variants, scorers=scorers, **options))


def problems(agents, suite=TASKS, scorers=(right,), **options):
    with pytest.raises(InputError) as error:
        board(agents, suite, scorers, **options)
    return error.value.problems


# ---- suites (G1-G4) -------------------------------------------------------------------------


def test_g1_g2_a_jsonl_file_is_the_same_suite_as_the_list(tmp_path):
    path = tmp_path / "suite.jsonl"
    lines = "\n\n".join(json.dumps(task) for task in TASKS)
    path.write_text(lines, encoding="utf-8-sig")  # with a byte order mark and blank lines
    agents = {"zero": zero, "parity": parity}
    of_list, of_path, of_text = (board(agents, suite) for suite in (TASKS, path, str(path)))
    rows = of_list.leaderboard("right")
    assert rows == of_path.leaderboard("right") == of_text.leaderboard("right")
    assert [row.variant for row in rows] == ["parity", "zero"]


def test_g2_tasks_without_an_id_are_named_by_their_place():
    seen = []

    def see(output, case):
        seen.append(case.id)
        return True

    board({"a": zero}, [{"inputs": {"input": "1"}}, {"inputs": {"input": "2"}}], [see])
    assert sorted(seen) == ["task-0000", "task-0001"]


def test_g3_duplicate_ids_are_refused_and_all_named():
    doubled = [*TASKS, TASKS[3], TASKS[5]]
    (problem,) = problems({"a": zero}, doubled)
    assert "'t3'" in problem.what
    assert "'t5'" in problem.what


def test_g4_tasks_without_an_input_are_all_listed_before_anything_runs():
    calls = []
    suite = [{"task_id": "good", "inputs": {"input": "1"}}]
    suite += [{"task_id": "bad", "inputs": {"q": "1"}}, {"task_id": "none"}]
    found = problems({"a": calls.append}, suite)
    assert [problem.where for problem in found] == ["suite[1] ('bad')", "suite[2] ('none')"]
    assert calls == []


def test_g4_a_bare_text_is_a_suite_of_one_task():
    seen = []
    result = board({"a": lambda text: seen.append(text) or text}, "2 + 2", [length])
    assert seen == ["2 + 2"]
    (row,) = result.leaderboard("length")
    assert (row.score, row.n, row.rank) == (5.0, 1, 1)


def test_agents_never_see_the_reference_outputs():
    seen = []

    def curious(text, **everything):
        seen.append((text, everything))
        return "0"

    board({"a": curious}, TASKS[:1])
    assert seen
    assert "answer" not in repr(seen)
    assert "reference" not in repr(seen)


def test_reference_outputs_of_several_names_reach_scorers_whole():
    suite = [{"inputs": {"input": "1"}, "reference_outputs": {"answer": "1", "unit": "kg"}}]
    seen = []

    def look(output, expected, reference_outputs):
        seen.append((expected, reference_outputs))
        return True

    board({"a": parity}, suite, [look])
    assert seen == [({"answer": "1", "unit": "kg"},) * 2]


# ---- running (G5-G12, weaknesses 2, 3, 6, 8) -------------------------------------------------


def test_g5_no_variants_are_refused_with_what_else_is_wrong():
    found = problems({}, [*TASKS, TASKS[0]], repeats=0)
    assert {problem.where for problem in found} >= {"suite", "variants", "repeats"}


def test_g6_variants_are_tried_task_by_task_not_one_after_another():
    order, lock = [], threading.Lock()

    def noting(name):
        def agent(text):
            with lock:
                order.append(name)
            return text

        return agent

    board({"a": noting("a"), "b": noting("b")}, concurrency=1)
    assert all({*order[i : i + 2]} == {"a", "b"} for i in range(0, 2 * N, 2))


def test_g7_g8_slugs_of_run_ids_never_collide():
    labels = ["gpt-4o/x", "gpt-4o x", "gpt-4o_x", "b"]
    result = board(dict.fromkeys(labels, zero), run_id="sweep")
    ids = {label: result.results[label].run_id for label in labels}
    assert ids["gpt-4o_x"] == "sweep-gpt-4o_x"
    assert ids["b"] == "sweep-b"
    assert len(set(ids.values())) == len(labels)
    assert {row.variant for row in result.leaderboard("right")} == set(labels)


def test_g9_weakness_8_repeats_are_averaged_within_a_task_and_narrow_nothing():
    once = board({"a": zero, "b": mostly(10)})
    often = board({"a": zero, "b": mostly(10)}, repeats=5)
    for one, five in zip(once.leaderboard("right"), often.leaderboard("right"), strict=True):
        assert (one.variant, one.score, 5 * one.n) == (five.variant, five.score, five.n)
        assert five.ci_high - five.ci_low >= 0.9 * (one.ci_high - one.ci_low)


def test_g10_weakness_4_a_crashed_agent_is_recorded_and_counts_as_wrong():
    result = board({"crash": crash, "zero": zero})
    assert result.results["crash"].errors == N
    assert result.results["crash"].failures == {"RuntimeError": N}
    assert result.results["crash"].pass_rate("right") == 0.0
    assert [row.rank for row in result.leaderboard("right")] == [1, 2]


def test_g12_weakness_3_the_same_run_id_resumes_and_pays_for_nothing_twice(tmp_path):
    calls = []

    def counted(text):
        calls.append(text)
        return parity(text)

    options = {"store_dir": tmp_path / "new" / "runs", "run_id": "sweep", "label": "nightly"}
    first = board(Variants({"a": counted, "z": zero}, axis="prompt"), **options)
    again = board(Variants({"a": counted, "z": zero}, axis="prompt"), **options)
    assert len(calls) == N
    assert first.leaderboard("right") == again.leaderboard("right")
    assert (again.run_id, again.axis, again.label) == ("sweep", "prompt", "nightly")
    assert again.created_at > first.created_at
    assert again.duration_ms > 0
    assert isinstance(again, VariantRunResult)


def test_weakness_2_the_stream_hears_of_trials_while_agents_run():
    heard = []

    def agent(text):
        heard.append("call")
        return text

    board({"a": agent}, concurrency=1, stream=lambda event: heard.append(type(event).__name__))
    calls = [place for place, what in enumerate(heard) if what == "call"]
    assert any(what != "call" for what in heard[calls[0] + 1 : calls[-1]])


# ---- the leaderboard (G13-G17, weaknesses 1, 5) ----------------------------------------------


def test_g13_rank_is_one_plus_the_number_of_strictly_higher_scores():
    agents = {"c": mostly(20), "a": parity, "d": mostly(30), "b": mostly(20)}
    rows = board(agents).leaderboard("right")
    assert [(row.variant, row.score, row.rank) for row in rows] == [
        ("a", 1.0, 1),
        ("c", 0.5, 2),
        ("b", 0.5, 2),
        ("d", 0.25, 4),
    ]
    assert all(isinstance(row, LeaderboardRow) for row in rows)


def test_g13_numbers_are_ranked_by_their_mean():
    rows = board({"short": zero, "long": wordy}, scorers=[length]).leaderboard("length")
    assert [(row.variant, row.score, row.rank) for row in rows] == [("long", 4, 1), ("short", 1, 2)]


def test_g14_n_is_the_number_graded_for_truth_values_too():
    def graded_sometimes(output, case):
        if int(case.inputs["input"]) < 10:
            raise ValueError("cannot tell")
        return output == "0"

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = board({"a": zero, "b": parity}, scorers=[graded_sometimes]).leaderboard(
            "graded_sometimes"
        )
    assert [row.n for row in rows] == [N - 10, N - 10]
    assert [row.score for row in rows] == [1.0, 0.5]


def test_g15_best_is_the_only_first_or_none():
    assert board({"a": parity, "b": zero}).best("right") == "a"
    assert board({"a": parity, "b": parity, "c": zero}).best("right") is None


def test_g15_weakness_1_beside_the_best_stands_what_the_evidence_shows():
    result = board({"a": mostly(1), "b": mostly(2), "c": zero})
    assert result.best("right") == "a"
    assert result.best_set("right") == ("a", "b")
    rows = result.leaderboard("right")
    assert [row.told_apart for row in rows] == [False, False, True]
    assert all(row.ci_low < row.score < row.ci_high for row in rows)


def test_g16_summary_names_axis_key_scores_and_n():
    text = board(Variants({"a": parity, "b": zero}, axis="prompt")).summary("right")
    assert text.splitlines()[0] == "Variants (axis: prompt) — ranked by right"
    assert "100" in text.splitlines()[1]
    assert "n=40" in text.splitlines()[1]
    assert "worse than the leader" in text.splitlines()[2]


def test_g17_an_unknown_key_is_refused_with_the_known_ones():
    result = board({"a": parity, "b": zero})
    asks = (result.leaderboard, result.best, result.best_set, result.summary)
    for ask in (*asks, result.results["a"].pass_rate, result.results["a"].mean):
        with pytest.raises(InputError, match=r"'rigth'.*Accepted: .right"):
            ask("rigth")


def test_g17_nan_is_no_score_and_ranks_last():
    def odd(output):
        return float("nan") if output == "0" else 1.0

    rows = board({"nan": zero, "one": wordy}, scorers=[odd]).leaderboard("odd")
    assert [(row.variant, row.score, row.n, row.rank) for row in rows] == [
        ("one", 1.0, N, 1),
        ("nan", None, 0, 2),
    ]
    assert rows[1].told_apart is None


def test_g17_nothing_graded_has_no_best():
    result = board({"a": zero}, scorers=[lambda_nan])
    assert result.best("lambda_nan") is None


def lambda_nan(output):
    return float("nan")


def test_g30_scorers_of_one_name_are_refused():
    (problem,) = problems({"a": zero}, scorers=[right, right])
    assert "right" in str(problem)


def test_weakness_5_of_latency_less_is_better():
    gate = threading.Event()

    def slow(text):
        gate.wait(0.02)
        return text

    result = board({"slow": slow, "fast": zero}, TASKS[:10])
    assert result.best("latency_ms") == "fast"
    assert all(row.told_apart is None for row in result.leaderboard("latency_ms"))


def test_weakness_13_a_board_shows_the_report(tmp_path):
    result = board({"a<script>": parity, "b": zero})
    bundle = result._repr_mimebundle_()
    assert bundle.keys() == result.report._repr_mimebundle_().keys()
    assert "text/html" in bundle
    assert "a<script>" not in bundle["text/html"]
    assert "\x1b" not in board({"a\x1b[31m": parity}).summary("right")
