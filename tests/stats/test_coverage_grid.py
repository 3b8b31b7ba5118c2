"""A small, seeded part of the simulation in tests/bench/coverage.py."""

import importlib.util
import zlib
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "bench" / "coverage.py"


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("coverage_bench", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("n", [10, 50])
def test_every_cell_covers(bench, n):
    # Nominal 95 %, at least 93 % wanted; 700 data sets leave 0.8 points of noise.
    for name, scenarios in bench.grid().items():
        for at, scenario in enumerate(scenarios):
            covered, _ = bench.coverage(scenario, n, 700, zlib.crc32(name.encode()) + at)
            assert covered >= 0.915, (name, at)


def test_the_simulation_can_tell_a_bad_interval(bench):
    def half(n, sets, rng):
        draw = bench.grid()["score 0-1, 1 run(s)"][0](n, sets, rng)
        middle, quarter = (draw.low + draw.high) / 2, (draw.high - draw.low) / 4
        return draw._replace(low=middle - quarter, high=middle + quarter)

    assert bench.coverage(half, 50, 700, 0)[0] < 0.8


@pytest.mark.parametrize("n", [10, 100])
def test_families_rarely_lie(bench, n):
    assert bench.false_verdicts("none", n, 150, 3) > 0.15
    for method in ("holm", "maxt"):
        assert bench.false_verdicts(method, n, 150, 3) <= 0.10
