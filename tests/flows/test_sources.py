"""Where cases come from: pandas, polars, CSV, JSON Lines and Parquet are the same cases."""

import json
import sys

import pandas as pd
import polars as pl
import pytest

from garden_nb import Garden, InputError
from garden_nb.errors import MissingDependencyError

TURNS = [{"role": "user", "content": "Hi"}]
ROWS = [
    {"id": 7, "question": "What is 2 + 2?", "answer": "4", "note": "a\u2028b", "turns": []},
    {"id": 8, "question": "Größer: 3 oder 5?", "answer": "5", "note": None, "turns": TURNS},
    {"id": 9, "question": "NA", "answer": "1e5", "note": "", "turns": None},
]
AGENTS = {"same": lambda question: question}


def written(folder, kind):
    """Return the rows as a frame or as the path of a file."""
    frame = pl.DataFrame(ROWS)
    path = folder / f"cases{kind}"
    match kind:
        case "pandas":
            return pd.DataFrame(ROWS)
        case "polars":
            return frame
        case "lazy":
            return frame.lazy()
        case ".jsonl":
            lines = [json.dumps(row, ensure_ascii=False) for row in ROWS]
            path.write_text("\n\n".join(lines), encoding="utf-8-sig")
        case ".parquet":
            frame.write_parquet(path)
        case _:
            return ROWS
    return path


@pytest.mark.parametrize("kind", ["pandas", "polars", "lazy", ".jsonl", ".parquet"])
def test_every_form_of_the_same_rows_is_the_same_cases(tmp_path, kind):
    store = tmp_path / "garden.db"
    expected = Garden(ROWS, AGENTS, store=store).cases
    for garden in (
        Garden(written(tmp_path, kind), AGENTS, store=store),
        Garden.from_spec("variants: {a: openai/x}", written(tmp_path, kind)),
    ):
        assert [case.id for case in garden.cases] == ["7", "8", "9"]
        assert garden.cases == expected
        assert garden.cases.digest == expected.digest


def test_a_file_is_found_by_the_name_in_a_spec(tmp_path, monkeypatch):
    written(tmp_path, ".parquet")
    monkeypatch.chdir(tmp_path)
    garden = Garden.from_spec("cases: cases.parquet\nvariants: {a: openai/x}")
    assert len(garden.cases) == 3
    assert garden._request.name.startswith("cases-")
    assert "cases: cases.parquet" in garden.to_yaml()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", b'{"question": 1}\n{"question": \n', "line 2 is not JSON"),
        ("a.jsonl", b"[1]", "line 1 is no JSON object"),
        ("a.jsonl", b"", "there are no rows"),
        ("a.csv", b"question,answer\n1,2\n1,2,3\n", "these lines have not 2 cells: 3"),
        ("a.csv", b"caf\xe9,b\n1,2\n", "cannot be read: 'utf-8' codec"),
        ("a.parquet", b"no parquet at all", "'.*a.parquet' cannot be read"),
        ("a.xlsx", b"", "Accepted: a frame, or a file that ends in .csv, .jsonl, .parquet."),
        ("none.csv", None, "there is no file"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path, name, content, message):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        Garden(path, AGENTS)


def test_parquet_without_pyarrow_names_the_line_that_installs_it(tmp_path, monkeypatch):
    path = written(tmp_path, ".parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingDependencyError, match="Run: pip install pyarrow"):
        Garden(path, AGENTS)
