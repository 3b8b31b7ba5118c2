"""Secrets of a run's settings reach neither its journal nor its events."""

from dataclasses import replace

import pytest

from garden_nb.core.variants import Variant
from garden_nb.engine.scorers import Scorer

SECRET = "correct-horse-battery"


@pytest.mark.parametrize(
    "settings",
    [
        {"extra_headers": {"X-Whoever": SECRET}},
        {"params": {"passphrase": SECRET}},
        {"api_base": f"https://host/v1?code={SECRET}"},
    ],
)
def test_what_a_variant_is_set_to_is_told_by_nobody(garden, settings):
    def agent(question):
        if question == "q0":
            raise PermissionError(f"401 for {SECRET}")
        return question[1:]

    def scorer(output):
        raise ValueError(f"no access with {SECRET}")

    variant = Variant("a", agent, settings=settings)
    run = garden.run({"a": variant, "b": replace(variant, label="b")}, [Scorer("s", scorer)])
    told = [record.failure.message for record in run.records() if record.failure]
    assert told == ["401 for [redacted]"] * 2
    assert SECRET not in str(garden.events)
    written = b"".join(path.read_bytes() for path in garden.store.parent.glob("garden.db*"))
    assert b"401 for [redacted]" in written
    assert b"no access with [redacted]" in written
    assert SECRET.encode() not in written
