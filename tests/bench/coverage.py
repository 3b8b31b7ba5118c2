"""Does a 95 % interval cover in 95 of 100 cases, and how often does an A/A run lie?

Prints three tables for the shipped methods: coverage over the proof grid, false verdicts of
families, and false verdicts over every baseline that can be selected in an A/A run.

    python tests/bench/coverage.py            # about ten minutes
    python tests/bench/coverage.py --quick    # half a minute, noisy
"""

# ruff: noqa: T201  # printing is what it is for

import argparse
import time
import zlib
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from garden_nb import stats

SIZES = (10, 20, 50, 100, 500)
ALPHA = 0.05


class Draw(NamedTuple):
    """Many data sets of one scenario: their truth and their intervals."""

    truth: float
    low: np.ndarray
    high: np.ndarray
    refused: np.ndarray


Scenario = Callable[[int, int, np.random.Generator], Draw]


def _answers(draw: tuple[np.ndarray, np.ndarray], truth: float, refused=None) -> Draw:
    low, high = draw
    none = np.zeros(low.shape, bool)
    return Draw(truth, low, high, none if refused is None else refused)


# Pass and fail. `rates` gives every case's chance under both variants, and the true difference.


def _same(mean: float, weight: float):
    """Cases of different difficulty, the same for both variants."""

    def rates(shape, rng):
        p = rng.beta(mean * weight, (1 - mean) * weight, shape)
        return p, p, 0.0

    return rates


def _independent(mean: float, other: float, weight: float):
    """Cases of different difficulty, unrelated between the variants."""

    def rates(shape, rng):
        p = rng.beta(mean * weight, (1 - mean) * weight, shape)
        q = rng.beta(other * weight, (1 - other) * weight, shape)
        return p, q, other - mean

    return rates


def _even(mean: float, other: float):
    """Every case has the same chance."""
    return lambda shape, _: (np.full(shape, mean), np.full(shape, other), other - mean)


def _rare(share: float, before: float, after: float, rest: float):
    """A few cases change much; on all others both variants hardly ever fail."""

    def rates(shape, rng):
        hit = rng.random(shape) < share
        return np.where(hit, before, rest), np.where(hit, after, rest), share * (after - before)

    return rates


BINARY = {
    "binary near .5": (_same(0.5, 2), _independent(0.5, 0.5, 2), _independent(0.5, 0.65, 2)),
    "binary near .95": (
        _same(0.95, 4),
        _independent(0.95, 0.95, 4),
        _even(0.95, 0.85),
        _independent(0.95, 0.85, 2),
    ),
    "rare failures": (
        _even(0.99, 0.99),
        _rare(0.1, 0.5, 0.5, 1.0),
        _rare(0.1, 0.7, 0.3, 1.0),
        _rare(0.05, 1.0, 0.0, 0.98),
        _rare(0.1, 1.0, 0.0, 0.99),
    ),
}


def _binary(rates, repeats: int) -> Scenario:
    def scenario(n, sets, rng):
        p, q, truth = rates((n, sets), rng)
        passed = rng.binomial(repeats, p), rng.binomial(repeats, q)
        if repeats == 1:
            b = ((passed[1] == 1) & (passed[0] == 0)).sum(axis=0)
            c = ((passed[0] == 1) & (passed[1] == 0)).sum(axis=0)
            return _answers(stats.tango_bounds(b, c, n, ALPHA), truth)
        columns = stats.repeated_binary_columns((passed[1] - passed[0]) / repeats)
        return _answers(stats.repeated_binary_bounds(columns, ALPHA), truth)

    return scenario


# Scores.


def _t(differences: np.ndarray, truth: float) -> Draw:
    columns = stats.paired_t_columns(differences)
    return _answers(stats.t_bounds(columns.delta, columns.se, columns.df, ALPHA), truth)


def _ordinal(shift: float, repeats: int) -> Scenario:
    def grades(case, noise):
        return np.clip(np.rint(3.4 + case + noise), 1, 5)

    def scenario(n, sets, rng):
        def difference(columns):
            case = rng.normal(size=(n, columns))
            left, right = (
                np.mean(
                    [grades(case, rng.normal(move, 0.8, case.shape)) for _ in range(repeats)],
                    axis=0,
                )
                for move in (0.0, shift)
            )
            return right - left

        truth = float(difference(400_000 // n).mean()) if shift else 0.0
        return _t(difference(sets), truth)

    return scenario


def _unit(mean: float, other: float, repeats: int) -> Scenario:
    def scenario(n, sets, rng):
        case = rng.beta(4, 4, (n, sets)) - 0.5
        values = []
        for level in (mean, other):
            centre = np.clip(level + 0.2 * case, 0.02, 0.98)
            runs = rng.beta(6 * centre, 6 * (1 - centre), (repeats, n, sets))
            values.append(runs.mean(axis=0))
        return _t(values[1] - values[0], other - mean)

    return scenario


# Cost: lognormal values with a part in common.


def _costs(n, sets, rng, ratio: float, spread: float):
    case = rng.normal(0, 0.8, (n, sets))
    left = np.exp(case + rng.normal(0, 0.5, (n, sets)))
    right = np.exp(np.log(ratio) + case * spread + rng.normal(0, 0.5 * spread, (n, sets)))
    return left, right


def _cost_ratio(ratio: float, spread: float) -> Scenario:
    def scenario(n, sets, rng):
        left, right = _costs(n, sets, rng, ratio, spread)
        return _t(np.log(right / left), float(np.log(ratio)))

    return scenario


def _cost_mean(ratio: float, spread: float) -> Scenario:
    def scenario(n, sets, rng):
        left, right = _costs(n, sets, rng, ratio, spread)
        variance = 0.8**2 + 0.5**2
        truth = ratio * np.exp(variance * spread**2 / 2) - np.exp(variance / 2)
        heavy = [stats.heavy_tail(left[:, at], right[:, at]).flag for at in range(sets)]
        return _t(right - left, float(truth))._replace(refused=np.array(heavy))

    return scenario


COSTS = ((1.0, 1.0), (1.25, 1.0), (1.0, 1.4))


# Clusters.


def _labels(n: int, *, equal: bool) -> np.ndarray:
    if equal:
        return np.arange(n) % max(5, n // 5)
    shares = 0.55 ** np.arange(max(5, min(12, n // 4)))
    extra = np.floor(shares / shares.sum() * (n - shares.size)).astype(int)
    sizes = extra + 1
    sizes[0] += n - sizes.sum()
    return np.repeat(np.arange(sizes.size), sizes)


def _clusters(correlation: float, *, equal: bool, binary: bool) -> Scenario:
    def scenario(n, sets, rng):
        labels = _labels(n, equal=equal)
        common = rng.normal(0, np.sqrt(correlation), (labels.max() + 1, sets))[labels]
        d = common + rng.normal(0, np.sqrt(1 - correlation), (n, sets))
        if binary:
            d = np.sign(d) * (np.abs(d) > 0.8)
        columns = stats.cluster_t_columns(d, labels)
        return _answers(stats.t_bounds(columns.delta, columns.se, columns.df, ALPHA), 0.0)

    return scenario


def grid() -> dict[str, list[Scenario]]:
    """Return the cells of the proof grid, each with the scenarios it must hold in."""
    rows: dict[str, list[Scenario]] = {}
    for kind, scenarios in BINARY.items():
        for repeats in (1, 3, 10):
            rows[f"{kind}, {repeats} run(s)"] = [_binary(rates, repeats) for rates in scenarios]
    for repeats in (1, 3, 10):
        rows[f"ordinal 1-5, {repeats} run(s)"] = [_ordinal(s, repeats) for s in (0.0, 0.5)]
        rows[f"score 0-1, {repeats} run(s)"] = [_unit(0.5, 0.5, repeats), _unit(0.7, 0.75, repeats)]
    rows["cost, ratio"] = [_cost_ratio(*cost) for cost in COSTS]
    rows["cost, mean (heavy tails refused)"] = [_cost_mean(*cost) for cost in COSTS]
    for equal in (True, False):
        name = "equal" if equal else "very unequal"
        for binary in (False, True):
            rows[f"clusters, {name}, {'binary' if binary else 'scores'}"] = [
                _clusters(icc, equal=equal, binary=binary) for icc in (0.1, 0.4)
            ]
    return rows


def coverage(scenario: Scenario, n: int, sets: int, seed: int) -> tuple[float, float]:
    """Return the share of data sets without a wrong interval, and the share refused."""
    rng = np.random.default_rng([seed, n])
    missed = refused = done = 0
    while done < sets:
        size = min(sets - done, max(200, 400_000 // n))
        draw = scenario(n, size, rng)
        outside = (draw.low > draw.truth + 1e-9) | (draw.high < draw.truth - 1e-9)
        missed += int((outside & ~draw.refused).sum())
        refused += int(draw.refused.sum())
        done += size
    return 1 - missed / sets, refused / sets


# Families.


def _family(n: int, contenders: int, rng, shift: float = 0.0):
    """One experiment with three correlated metrics: binary, ordinal and 0-1."""
    case = rng.normal(size=(n, 1))
    skill = np.zeros(contenders + 1)
    skill[1] = shift
    drive = case + skill + rng.normal(size=(n, contenders + 1))
    scores = [
        (drive + rng.normal(0, 0.7, drive.shape) > 0).astype(float),
        np.clip(np.rint(3 + drive + rng.normal(0, 0.7, drive.shape)), 1, 5),
        1 / (1 + np.exp(-drive - rng.normal(0, 0.7, drive.shape))),
    ]
    return np.stack(scores, axis=2)


def _p_values(scores: np.ndarray, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the p-values of all pairs and metrics, and their differences."""
    d = scores[:, pairs[:, 1]] - scores[:, pairs[:, 0]]
    flat = d.reshape(len(d), -1)
    p = stats.paired_t_columns(flat).p_value.reshape(d.shape[1:])
    b, c = (d[:, :, 0] > 0).sum(axis=0), (d[:, :, 0] < 0).sum(axis=0)
    p[:, 0] = stats.mcnemar_p(b, c)
    return p.reshape(-1), flat


FAMILY_METHODS = ("none", "holm", "maxt", "fdr_bh, one true winner")


def false_verdicts(method: str, n: int, sets: int, seed: int) -> float:
    """Return the share of experiments with any false verdict: 5 variants, 3 metrics, m = 12."""
    rng = np.random.default_rng([seed, n])
    pairs = np.column_stack([np.zeros(4, int), np.arange(1, 5)])
    wrong = 0
    for _ in range(sets):
        winner = method.endswith("winner")
        scores = _family(n, 4, rng, shift=1.0 if winner else 0.0)
        p, d = _p_values(scores, pairs)
        if method == "maxt":
            p_adj = stats.max_t(p, d, draws=2000, seed=int(rng.integers(1 << 30))).p_adj
        else:
            p_adj = stats.adjust_p(p, None if method == "none" else method.partition(",")[0])
        false = p_adj[3:] if winner else p_adj
        wrong += bool(np.any(false < ALPHA))
    return wrong / sets


def any_baseline(variants: int, n: int, sets: int, seed: int) -> tuple[float, float]:
    """Return the share of A/A runs with a false verdict: the planned baseline, and any baseline.

    The planned baseline is judged in its own family, any other in the family of all pairs, which
    pays for being the second look.
    """
    rng = np.random.default_rng([seed, variants, n])
    pairs = np.array([(i, j) for i in range(variants) for j in range(i + 1, variants)])
    planned = np.repeat(pairs[:, 0] == 0, 3)
    wrong = np.zeros(2)
    for _ in range(sets):
        p, _ = _p_values(_family(n, variants - 1, rng), pairs)
        own = bool(np.any(stats.adjust_p(p[planned], "holm") < ALPHA))
        rest = bool(np.any(stats.SECOND_LOOK * stats.adjust_p(p, "holm")[~planned] < ALPHA))
        wrong += own, own or rest
    return tuple((wrong / sets).tolist())


def _table(title: str, header: tuple[str, ...], rows: list[list[str]]) -> None:
    print(f"\n### {title}\n")
    print("| " + " | ".join(header) + " |")
    print("|---" * len(header) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)


def print_grid(sets: int) -> float:
    """Print the proof grid and return the lowest coverage in it."""
    rows, lowest = [], 1.0
    for name, scenarios in grid().items():
        seed = zlib.crc32(name.encode())
        row = [name]
        for n in SIZES:
            # Tango's coverage moves in steps with n; ten times the data sets cost little there.
            many = (
                sets * 10
                if name.endswith(", 1 run(s)") and name.partition(",")[0] in BINARY
                else sets
            )
            cells = [coverage(s, n, many, seed + at) for at, s in enumerate(scenarios)]
            worst, refused = min(c for c, _ in cells), max(r for _, r in cells)
            lowest = min(lowest, worst)
            row.append(
                f"{100 * worst:.1f}" + (f" ({100 * refused:.0f} refused)" if refused else "")
            )
        rows.append(row)
    title = f"Coverage of 95 % intervals, worst scenario of each cell, {sets} data sets or more (%)"
    _table(title, ("cell", *(f"n = {n}" for n in SIZES)), rows)
    return lowest


def print_families(sets: int) -> None:
    """Print how often families without a difference, and A/A runs, show one."""
    rows = []
    for method in FAMILY_METHODS:
        shares = [false_verdicts(method, n, sets, 1) for n in SIZES]
        rows.append([method, *(f"{100 * share:.1f}" for share in shares)])
    title = f"Any false verdict, 5 variants x 3 correlated metrics, {sets} experiments (%)"
    _table(title, ("correction", *(f"n = {n}" for n in SIZES)), rows)
    rows = []
    for variants in (4, 10):
        for n in (50, 200):
            own, every = any_baseline(variants, n, sets, 2)
            rows.append([f"{variants} variants, n = {n}", f"{100 * own:.1f}", f"{100 * every:.1f}"])
    title = f"A/A runs with a false verdict under Holm, {sets} experiments (%)"
    _table(title, ("run", "planned baseline", "any baseline"), rows)


def main() -> None:
    """Run the simulation from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few data sets: half a minute")
    quick = parser.parse_args().quick
    began = time.perf_counter()
    lowest = print_grid(300 if quick else 4000)
    print_families(100 if quick else 2000)
    print(f"\nlowest coverage {100 * lowest:.1f} %, {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
