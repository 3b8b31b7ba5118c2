"""Methods in the words of the field, with their sources."""

import re
from dataclasses import replace
from importlib.resources import files

import pytest
from sketch import build

from garden_nb.analysis.sentences import _WHY
from garden_nb.present.methods import method_sentences
from garden_nb.present.words import method_words

SOURCES = "".join(
    (files("garden_nb.analysis") / name).read_text(encoding="utf-8")
    for name in ("columns.py", "pairs.py", "rows.py", "estimate.py")
)
NAMED = {
    *re.findall(r'_named\("([^"]+)"', SOURCES),
    *re.findall(r'name, found = "([^"]+)"', SOURCES),
    *re.findall(r'method="([^"]+)"', SOURCES),
    *re.findall(r'np.where\(logged, "([^"]+)"', SOURCES),
    *re.findall(r'method="([^"]+)" if single', SOURCES),
}
COMPARING = sorted(NAMED - {"wilson"})


def test_every_method_that_there_is_has_its_reason():
    assert set(_WHY) == set(COMPARING)


@pytest.mark.parametrize("method", COMPARING)
def test_methods_have_the_words_of_the_field_and_a_source(method):
    report = build()
    rows = tuple(replace(row, method=method) for row in report.comparisons)
    said = method_sentences(replace(report, comparisons=rows))
    (line,) = [text for text in said if text.startswith("accuracy: ")]
    assert method_words(method) in line
    assert method_words(method) != method
    assert "_" not in line
    assert re.search(r"\([^()]*\b(18|19|20)\d\d\b[^()]*\)\.$", line), line
