"""Cases as rows and cards: words, numbers and marks that say what happened."""

from dataclasses import replace

import pytest

from garden_nb.analysis.flips import FlipKind
from garden_nb.core.metrics import Kind, Metric
from garden_nb.core.records import Failure, Output, Record, Score, Usage
from garden_nb.present.brief_card import brief_card
from garden_nb.present.case_card import case_card
from garden_nb.present.case_pair import CasePair, CaseSide
from garden_nb.present.case_row import case_row

OK = Metric("ok", Kind.BINARY, low=0.0, high=1.0)
RATING = Metric("rating", Kind.BOUNDED, low=1.0, high=5.0)
SCORES = {
    "tone": Score(4.5, "kind"),
    "ok": Score(1.0, "", binary=True),
    "polite": Score(None, "the judge gave no number"),
}
BEFORE = Record(
    "c", "a", 0, Output("It was a Thursday.", Usage(cost_usd=0.0004)), None, SCORES, 812.0
)
AFTER = Record(
    "c", "b", 0, Output("It was a Wednesday."), None, {"ok": Score(0.0, "no", True)}, 5.0, 3
)
PAIR = CasePair(
    id="c",
    kind=FlipKind.REGRESSION,
    metric=OK,
    baseline=CaseSide("a", 1.0, "", BEFORE),
    contender=CaseSide("b", 0.0, "", AFTER),
    category="dates",
    question={"day": "29 February", "year": 2024},
    expected="Thursday",
)


def test_a_card_has_everything_in_words():
    card = case_card(PAIR)
    assert (card["id"], card["word"], card["category"]) == ("c", "lost", "dates")
    assert card["question"]["spans"] == [["day: 29 February\nyear: 2024", "same"]]
    first, second = card["answers"]
    assert first["text"]["spans"][1] == ["Thursday", "removed"]
    assert second["text"]["spans"][1] == ["Wednesday", "added"]
    assert first["facts"] == ["0.81 s", "$0.00040"]
    assert second["facts"] == ["5.00 ms", "3 attempts"]
    assert first["scores"] == [
        {"name": "tone", "value": "4.5", "reason": "kind"},
        {"name": "polite", "value": "–", "reason": "the judge gave no number"},
    ]
    assert second["scores"] == [{"name": "ok", "value": "fail", "reason": "no"}]


def test_a_failed_trial_has_a_reason_and_the_other_answer_no_marks():
    failed = replace(AFTER, output=None, failure=Failure("timeout", "no answer in 30 s"), scores={})
    pair = replace(PAIR, contender=CaseSide("b", 0.0, "timeout", failed))
    first, second = case_card(pair)["answers"]
    assert first["text"]["spans"] == [["It was a Thursday.", "same"]]
    assert second["failure"] == "timeout: no answer in 30 s"
    assert second["mark"] == {"status": "fail", "text": "failed: timeout"}


def test_what_is_left_out_is_counted():
    long = replace(BEFORE, output=Output("x" * 50_000))
    pair = replace(
        PAIR, baseline=replace(PAIR.baseline, record=long), contender=CaseSide("b", None)
    )
    text = case_card(pair, 100)["answers"][0]["text"]
    assert text["spans"] == [["x" * 100, "same"]]
    assert (text["before"], text["after"]) == ("", "49,900 more characters")


@pytest.mark.parametrize(
    ("metric", "value", "repeats", "failure", "mark"),
    [
        (OK, 1.0, 1, "", ("pass", "pass")),
        (OK, 0.0, 1, "", ("fail", "fail")),
        (OK, 0.0, 1, "timeout", ("fail", "failed: timeout")),
        (OK, 1.0, 3, "", ("pass", "3 of 3")),
        (OK, 0.333333333333, 3, "", ("", "1 of 3")),
        (OK, 0.0, 3, "timeout", ("fail", "0 of 3, failed: timeout")),
        (OK, 0.5, 3, "", ("", "50.0 %")),
        (OK, None, 1, "", ("", "–")),
        (OK, None, 1, "timeout", ("", "failed: timeout")),
        (RATING, 3.5, 1, "", ("", "3.50")),
        (replace(RATING, low=0.0, high=1.0), 0.25, 1, "", ("", "25.0 %")),
    ],
)
def test_marks(metric, value, repeats, failure, mark):
    pair = replace(PAIR, metric=metric, contender=CaseSide("b", value, failure), repeats=repeats)
    shown = case_row(pair)["marks"][1]
    assert (shown["status"], shown["text"]) == mark


def test_rows_are_short_and_on_one_line():
    pair = replace(PAIR, question=f"one\n\n two\t{'x' * 50_000}", expected=["y" * 5_000])
    row = case_row(pair)
    assert row["question"].startswith("one two xxx")
    assert (len(row["question"]), len(row["expected"])) == (160, 80)
    assert row["question"].endswith("…")
    assert case_row(replace(pair, question="as it is"))["question"] == "as it is"


def test_a_card_without_texts_has_numbers_alone():
    card = brief_card(PAIR, 400, texts=False)
    assert card["question"]["spans"] == card["expected"]["spans"] == []
    assert [answer["text"]["spans"] for answer in card["answers"]] == [[], []]
    assert [score["reason"] for score in card["answers"][0]["scores"]] == ["", ""]
    assert card["answers"][0]["facts"] == ["0.81 s", "$0.00040"]
