"""The view: what is said first, and that it follows the report's choices."""

from dataclasses import replace

from sketch import FLASH, LITE, MINI, UNCLEAR, WORSE

from garden_nb.analysis.comparison import Status
from garden_nb.analysis.decision import Contender
from garden_nb.analysis.gates import GateVerdict
from garden_nb.present.view import view


def test_the_first_screen_is_the_action_the_contenders_the_gates_and_the_context(report):
    shown = view(report)
    assert shown["headline"] == "Keep gemini-2.5-flash."
    assert shown["action"] == "keep"
    assert shown["contenders"][0] == {
        "variant": LITE,
        "status": "worse",
        "text": "on accuracy (17 cases lost, 4 gained)",
    }
    assert shown["gates_line"] == {"status": "fail", "text": "1 failed, 1 passed", "reason": ""}
    assert shown["context"] == [
        "final",
        "200 cases × 1 run",
        "baseline as planned",
        "2 failed trials (gemini-2.5-flash-lite) count as wrong, same verdicts if dropped",
        "95 %, Holm over 2 comparisons",
        "seed 0",
    ]


def test_a_baseline_chosen_after_the_run_is_badged_and_judged_among_all_pairs(report):
    spec = replace(report.spec, baseline=MINI)
    context = view(replace(report, spec=spec, family_size=3))["context"]
    assert f"baseline changed after the run (planned: {FLASH})" in context
    assert "95 %, Holm over 3 comparisons (all pairs, p × 3 for the second look)" in context


def test_a_decision_that_depends_on_failures_says_so(report):
    rows = (replace(WORSE, depends_on_failures=True), *report.comparisons[1:])
    shown = view(replace(report, comparisons=rows))
    assert any("some verdicts differ if dropped" in fact for fact in shown["context"])


def test_an_interim_report_gives_no_verdict(report):
    counts = tuple(replace(count, done=150) for count in report.counts)
    shown = view(replace(report, interim=True, counts=counts))
    assert shown["context"][:3] == ["interim", "200 cases × 1 run", "150 of 600 trials to go"]
    assert shown["contenders"] == []
    rows = [row for table in shown["tables"] for row in table["rows"] if not row["baseline"]]
    assert {row["status"] for row in rows} == {None}
    assert {row["cells"]["verdict"] for row in rows} == {"no verdict yet"}
    assert "best set" not in shown["tables"][0]["note"]


def test_without_a_correction_the_columns_and_the_note_say_so(report):
    shown = view(replace(report, spec=replace(report.spec, adjust=None)))
    labels = [column["label"] for column in shown["tables"][0]["columns"]]
    assert labels[2:4] == ["delta, points [95 %]", "p"]
    assert "95 %, no correction" in shown["context"]
    assert shown["plot_note"].startswith("Line: 95 % interval")


def test_a_success_table_names_the_best_set_and_judges_each_contender(report):
    table = view(report)["tables"][0]
    assert table["caption"] == "accuracy"
    assert table["note"].endswith(f"higher is better · best set: {FLASH}, {MINI}")
    assert [row["variant"] for row in table["rows"]] == [FLASH, LITE, MINI]
    assert table["rows"][0]["cells"]["verdict"] == "reference"
    assert table["rows"][1]["cells"] == {
        "value": "72.0 %",
        "delta": "−6.5 [−12.3, −1.5]",
        "p": "0.009",
        "verdict": "worse",
        "flips": "17 / 4",
    }


def test_the_detail_of_a_row_holds_what_its_cells_leave_out(report):
    assert detail_of(view(report), LITE) == (
        "72.0 % [67.7 %, 76.3 %] over 200 cases. "
        "Failed trials: 2; they count as the worst value. "
        "Uncorrected: −6.5 [−11.5, −2.2], p 0.005. "
        "The two differ on 21 of 200 cases."
    )


def test_cases_are_counted_where_some_are_missing(report):
    estimates = tuple(
        replace(row, n_cases=190, n_missing=10) if row.variant == LITE else row
        for row in report.estimates
    )
    rows = (replace(WORSE, n_pairs=190), *report.comparisons[1:])
    shown = view(replace(report, estimates=estimates, comparisons=rows))
    cells = [row["cells"]["cases"] for row in shown["tables"][0]["rows"]]
    assert cells == ["200", "190", "200"]
    assert "190 cases have a value on both sides: 72.0 % against 78.5 %." in detail_of(shown, LITE)
    assert "without a value for another reason: 10." in detail_of(shown, LITE)


def test_a_guardrail_is_judged_by_its_ratio_where_there_is_one(report):
    table = view(report)["tables"][1]
    assert [column["key"] for column in table["columns"]] == [
        "variant",
        "value",
        "ratio",
        "verdict",
    ]
    assert table["rows"][1]["cells"]["ratio"] == "×0.64 [0.60, 0.69]"
    detail = " ".join(table["rows"][1]["detail"])
    assert "Mean difference −0.29 s; the verdict is the ratio's." in detail
    assert "[−0.3" not in detail  # an interval that the verdict does not go by could contradict it


def test_a_guardrail_without_ratios_shows_its_mean_difference(report):
    rows = tuple(
        replace(row, ratio=None, ratio_low=None, ratio_high=None, method="paired_t")
        for row in report.comparisons
    )
    table = view(replace(report, comparisons=rows))["tables"][1]
    assert [column["label"] for column in table["columns"]][2] == "delta [95 %]"
    assert table["rows"][1]["cells"]["delta"] == "−0.29 s [−0.35, −0.23]"


def test_a_row_without_data_is_dashes(report):
    empty = replace(
        UNCLEAR,
        status=Status.NO_DATA,
        delta=None,
        ci_low=None,
        ci_high=None,
        ci_adj_low=None,
        ci_adj_high=None,
        p_value=None,
        p_adj=None,
        n_pairs=0,
    )
    row = view(replace(report, comparisons=(WORSE, empty, *report.comparisons[2:])))["tables"][0][
        "rows"
    ][2]
    assert row["status"] == "no data"
    assert (row["cells"]["delta"], row["cells"]["p"]) == ("–", "–")


def test_gates_carry_rule_and_reason(report):
    first, second = view(report)["gates"]
    assert first["text"] == "accuracy ≥ 0.70"
    assert first["reason"] == "every variant; lowest 0.72"
    assert second["text"] == "gpt-4o-mini:latency_ms: change ≤ 2 %"


def test_the_gates_together_are_as_bad_as_the_worst(report):
    for worst in (GateVerdict.INCONCLUSIVE, GateVerdict.PASS, GateVerdict.SKIPPED):
        gates = (replace(report.gates[0], verdict=worst),)
        line = view(replace(report, gates=gates))["gates_line"]
        assert line is not None
        assert line["status"] == worst.word
    assert view(replace(report, gates=()))["gates_line"] is None


def test_the_words_for_the_plot_name_every_row(report):
    alt = view(report)["plot_alt"]
    assert f"{LITE} −6.5 [−12.3, −1.5] on accuracy, worse" in alt
    assert f"{MINI} ×1.03 [0.97, 1.10] on latency_ms, unclear" in alt


def test_the_words_for_a_large_plot_stay_short(report):
    rows = tuple(replace(WORSE, variant=LITE) for _ in range(40))
    alt = view(replace(report, comparisons=rows))["plot_alt"]
    assert alt.endswith("28 more rows in the tables.")


def test_one_variant_alone_has_estimates_and_no_plot(report):
    alone = replace(
        report,
        variants=(FLASH,),
        estimates=tuple(row for row in report.estimates if row.variant == FLASH),
        comparisons=(),
        decision=replace(report.decision, contenders=()),
    )
    shown = view(alone)
    assert [row["cells"]["value"] for row in shown["tables"][0]["rows"]] == [
        "78.5 % [73.8 %, 83.2 %]"
    ]
    assert shown["plot_alt"] == "There is no contender to plot."


def test_a_very_long_sentence_says_what_it_leaves_out(report):
    contender = Contender(LITE, Status.REGRESSION, "x" * 10_000)
    decision = replace(report.decision, contenders=(contender,))
    text = view(replace(report, decision=decision))["contenders"][0]["text"]
    assert len(text) < 1100
    assert text.endswith("(9,000 more characters)")


def detail_of(shown, variant):
    (row,) = [row for row in shown["tables"][0]["rows"] if row["variant"] == variant]
    return " ".join(row["detail"])


def test_who_stops_a_run_interrupts_it(report):
    halted = replace(report, interim=True, halted="cancelled")
    assert view(halted)["context"][0] == "interim (interrupted)"
