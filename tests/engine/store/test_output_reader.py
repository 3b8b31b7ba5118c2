from contextlib import closing

import pytest

from garden_nb.core.records import Failure, Output, Score
from garden_nb.engine.store import Journal, ScoreRow
from garden_nb.engine.store.output_reader import OutputReader, Place
from garden_nb.errors import JournalError


@pytest.fixture
def stored(path, trials, row, answer, refusal):
    """A journal of eight trials, the third one failed, with scores of two versions."""
    with closing(Journal(path)) as journal:
        journal.begin_run(row())
        ids = [
            journal.store("r", trial, refusal if n == 2 else answer(f"answer {n}"))
            for n, trial in enumerate(trials)
        ]
        journal.store_scores(
            [
                ScoreRow(ids[0], "ok", "1", "now", "", Score(1.0, "it is", binary=True)),
                ScoreRow(ids[0], "ok", "1", "before", "", Score(0.0, "it was not")),
                ScoreRow(ids[1], "ok", "0", "now", "", Score(0.0, "by an older scorer")),
                ScoreRow(ids[3], "ok", "1", "now", "tone", Score(None, "no tone")),
            ]
        )
        return ids


def test_places_are_known_without_reading_texts(path, trials, stored):
    assert sorted(OutputReader(path, "r").places()) == [
        Place(i, t.case.id, t.variant.label, 0, "ValueError" if n == 2 else None)
        for n, (i, t) in enumerate(zip(stored, trials, strict=True))
    ]


def test_an_output_that_another_one_replaced_is_not_in_the_run(path, trials, stored, answer):
    with closing(Journal(path)) as journal:
        again = journal.store("r", trials[2], answer("after all"))
    places = {place.output_id: place for place in OutputReader(path, "r").places()}
    assert stored[2] not in places
    assert places[again].failure is None


def test_answers_come_as_json_and_failed_trials_have_none(path, stored):
    reader = OutputReader(path, "r")
    assert dict(reader.answers(stored[:4])) == {
        stored[0]: '"answer 0"',
        stored[1]: '"answer 1"',
        stored[3]: '"answer 3"',
    }
    assert len(dict(reader.answers(stored * 200))) == 7
    assert list(reader.answers([])) == []


def test_a_few_records_are_read_whole(path, trials, stored):
    records = OutputReader(path, "r").records([stored[1], stored[2]])
    good, bad = records[stored[1]], records[stored[2]]
    assert isinstance(good.output, Output)
    assert good.output.value == "answer 1"
    assert good.output.usage.cost_usd == 0.01
    assert (good.case_id, good.variant) == (trials[1].case.id, trials[1].variant.label)
    assert (good.latency_ms, good.attempts) == (12.5, 2)
    assert (bad.output, bad.failure) == (None, Failure("ValueError", "no"))


def test_scores_of_the_present_scorer_against_the_present_answer_count(path, stored):
    scores = OutputReader(path, "r").scores(stored, dict.fromkeys(stored, "now"))
    assert {at: {name: dict(parts) for name, parts in s.items()} for at, s in scores.items()} == {
        stored[0]: {"ok": {"": Score(1.0, "it is", binary=True)}},
        stored[3]: {"ok": {"tone": Score(None, "no tone")}},
    }


def test_no_journal_is_an_error(tmp_path):
    with pytest.raises(JournalError, match="no journal"):
        OutputReader(tmp_path / "gone.db", "r")
