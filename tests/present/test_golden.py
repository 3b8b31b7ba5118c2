"""One report as files: what changes here changes for everybody, so it is looked at.

`UPDATE_GOLDEN=1 pytest tests/present/test_golden.py` writes the files anew.
"""

import os
import re
from pathlib import Path

import pytest

from garden_nb.present.html import to_html
from garden_nb.present.markdown import to_markdown
from garden_nb.present.text import to_text

GOLDEN = Path(__file__).parents[1] / "golden"


def without_data(html):
    """Return the script-less part of a fragment, its picture left out: fonts differ by machine."""
    static = html.partition("<script")[0]
    return re.sub(r'src="data:[^"]*" width="[^"]*"', 'src="data:…"', static)


@pytest.mark.parametrize("name", ["report.md", "report.txt", "report.html"])
def test_the_report_reads_as_it_did(name, report, payload):
    written = {
        "report.md": lambda: to_markdown(report),
        "report.txt": lambda: to_text(report) + "\n",
        "report.html": lambda: without_data(to_html(payload)),
    }[name]()
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(written, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == written
