"""One report and one payload for all tests of the presentation: both are immutable."""

from typing import Any

import pytest
from sketch import build, family

from garden_nb.analysis.report import Report
from garden_nb.present.payload import build_payload


@pytest.fixture(scope="session")
def report() -> Report:
    return build()


@pytest.fixture(scope="session")
def payload() -> dict[str, Any]:
    reports = family()
    return build_payload(reports, reports[0], "g0123456789abcdef")
