"""A judge's answer is read for what it says, and is missing where it says nothing usable."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garden_nb.engine.judge.judgement import read_judgement

UNIT = (0.0, 1.0)


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ('{"score": 0.8, "explanation": "fine"}', 0.8),
        ('```json\n{"score": 1}\n```', 1.0),
        ('```\n{"explanation": "a {brace}", "score": 0}\n```\n', 0.0),
        ('Here it is:\n{"score": "0.5"}\nDone.', 0.5),
        ('{"result": {"score": 1, "reason": "nested"}}', 1.0),
        ('{"score": 1} and again {"score": 1.0}', 1.0),
        ('{"explanation": "It wrote {\\"score\\": 0}.", "score": 1}', 1.0),
        ('{"explanation": "Sie sagt „ja“, also «gut»", "score": 1}', 1.0),
        ('{"explanation": "two\nlines", "score": 1}', 1.0),
        (" 0.25 ", 0.25),
    ],
)
def test_a_usable_answer_has_its_score(text, score):
    judgement = read_judgement(text, UNIT)
    assert (judgement.score, judgement.fault) == (score, "")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "is empty"),
        ("  \n", "is empty"),
        ('{"score": 0.8', "is cut off or broken"),
        ('{"explanation": "it ends he', "is cut off or broken"),
        ('{"score": "N/A"}', "has 'N/A' as score"),
        ('{"score": null}', "has None as score"),
        ('{"score": true}', "has True as score"),
        ('{"score": NaN}', "has nan as score"),
        ('{"score": Infinity}', "has inf as score"),
        ('{"score": [1]}', "has [1] as score"),
        ('{"score": "4/5"}', "has '4/5' as score"),
        ('{"score": 7}', "has the score 7, which is not between 0 and 1"),
        ('{"score": -0.1}', "has the score -0.1, which is not between 0 and 1"),
        (f'{{"score": {"9" * 400}}}', "has 999"),
        ("NaN", "holds no score: 'NaN'"),
        ("I cannot say yes or no.", "holds no score"),
        ("Yes, 1 out of 1!", "holds no score"),
        ('{"verdict": "good"}', "is cut off or broken"),
        ('{"score": 1} {"score": 0}', "holds several scores that differ"),
        ("„score“: 1", "holds no score"),
    ],
)
def test_any_other_answer_is_missing_with_its_reason(text, fault):
    judgement = read_judgement(text, UNIT)
    assert judgement.score is None
    assert judgement.fault.startswith(fault)


def test_the_provider_knows_what_was_cut_off():
    assert read_judgement("The answer is", UNIT, cut_off=True).fault.startswith("is cut off")


@given(st.text(), st.sampled_from([UNIT, (1.0, 5.0), (-1.0, 1.0)]))
def test_any_text_gives_a_score_on_the_scale_or_a_reason(text, scale):
    judgement = read_judgement(text, scale)
    assert (judgement.score is None) is bool(judgement.fault)
    assert judgement.score is None or scale[0] <= judgement.score <= scale[1]


@given(st.floats(1, 5), st.text(), st.text(alphabet="ab \n`"))
def test_what_was_written_is_read(score, explanation, around):
    text = f"{around}{json.dumps({'explanation': explanation, 'score': score})}{around}"
    judgement = read_judgement(text, (1.0, 5.0))
    assert (judgement.score, judgement.explanation) == (score, explanation)
