"""How long does the bootstrap of all pairs take, against others and against the machine's floor?

    python tests/bench/bootstrap.py            # a few minutes: scipy is slow
    python tests/bench/bootstrap.py --quick    # without scipy and the largest size

Every comparison is made in one run; read the ratios, not the seconds. The floor is the time of the
same random bits, table look-ups, matrix product and sort, each measured alone. Unset any forced
BLAS kernel (OPENBLAS_CORETYPE) first. Pure Python is timed on a part and scaled up.
"""

# ruff: noqa: T201  # printing is what it is for

import argparse
import importlib.util
import itertools
import random
import resource
import time
import warnings

import numpy as np
from scipy import stats as scipy_stats

from garden_nb import stats

SIZES = ((200, 4, 3), (1000, 8, 6), (10_000, 20, 10))
RESAMPLES = 10_000


def _best(call, times: int = 3) -> float:
    """Return the shortest of some durations, in seconds."""
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - began)
    return best


def floor(n: int, variants: int, metrics: int) -> dict[str, float]:
    """Return the durations of the parts that no such engine can do without."""
    width, pairs = variants * metrics, variants * (variants - 1) // 2 * metrics
    rows = max(1, min(512, (1 << 18) // n))
    blocks = -(-RESAMPLES // rows)
    bits = np.random.SFC64(0)
    table = np.random.default_rng(0).integers(0, 6, 65536).astype(np.uint8)
    words = bits.random_raw(rows * n // 4).view(np.uint16)
    batch = min(RESAMPLES, max(rows, 512))
    weights = np.random.default_rng(1).integers(0, 4, (batch, n)).astype(float)
    columns = np.random.default_rng(2).normal(size=(n, width))
    step = min(pairs, 400)
    means = np.random.default_rng(3).normal(size=(step, RESAMPLES))

    def repeat(call, count):
        return _best(call) * count

    return {
        "bits": repeat(lambda: bits.random_raw(rows * n // 4), blocks),
        "look-up": repeat(lambda: table[words], blocks),
        "product": repeat(lambda: weights @ columns, RESAMPLES / batch),
        "sort": repeat(lambda: np.sort(means, axis=-1), pairs / step),
    }


def scipy_time(table: np.ndarray) -> float:
    """Return the duration of scipy.stats.bootstrap over all pairs and metrics, one by one."""
    _, variants, metrics = table.shape
    jobs = list(itertools.product(itertools.combinations(range(variants), 2), range(metrics)))
    part = jobs[:: max(1, len(jobs) // 18)]
    began = time.perf_counter()
    for (i, j), m in part:
        d = table[:, j, m] - table[:, i, m]
        scipy_stats.bootstrap(
            (d,), np.mean, n_resamples=RESAMPLES, method="percentile", batch=500, rng=0
        )
    return (time.perf_counter() - began) * len(jobs) / len(part)


def python_time(table: np.ndarray) -> float:
    """Return the duration of a plain Python loop, scaled up from a part."""
    n, variants, metrics = table.shape
    d = (table[:, 1, 0] - table[:, 0, 0]).tolist()
    draws = max(2, 200_000 // n)
    generator = random.Random(0)  # noqa: S311
    began = time.perf_counter()
    means = [sum(d[int(generator.random() * n)] for _ in range(n)) / n for _ in range(draws)]
    means.sort()
    pairs = variants * (variants - 1) // 2 * metrics
    return (time.perf_counter() - began) * RESAMPLES / draws * pairs


def evalstats_time(table: np.ndarray) -> float | None:
    """Return the duration of evalstats' comparison of one metric, times the metrics."""
    if importlib.util.find_spec("evalstats") is None:
        return None
    import evalstats  # noqa: PLC0415  # only where it is installed
    import pandas as pd  # noqa: PLC0415

    n, variants, metrics = table.shape
    frame = pd.DataFrame(
        {
            "item": np.tile(np.arange(n), variants),
            "model": np.repeat([f"v{k}" for k in range(variants)], n),
            "score": table[:, :, 0].T.reshape(-1),
        }
    )
    data = evalstats.load_from(frame)
    began = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        evalstats.compare(data, factors="model", n_bootstrap=RESAMPLES)
    return (time.perf_counter() - began) * metrics


def report(size: tuple[int, int, int], *, slow: bool) -> None:
    """Print the durations and ratios of one size."""
    n, variants, metrics = size
    table = np.random.default_rng(0).normal(size=size)
    ours = _best(lambda: stats.bootstrap_pairs(table), 5)
    parts = floor(*size)
    least = sum(parts.values())
    pairs = variants * (variants - 1) // 2
    print(f"\nn = {n}, {variants} variants ({pairs} pairs), {metrics} metrics, B = {RESAMPLES}")
    print(f"  bootstrap_pairs {ours:8.3f} s")
    print(f"  floor           {least:8.3f} s   ours / floor = {ours / least:.2f}")
    print("    " + ", ".join(f"{name} {seconds:.3f}" for name, seconds in parts.items()))
    if slow and n < 10_000:
        theirs = scipy_time(table)
        print(f"  scipy           {theirs:8.1f} s   scipy / ours = {theirs / ours:.0f}")
        other = evalstats_time(table)
        if other is not None:
            print(f"  evalstats       {other:8.1f} s   evalstats / ours = {other / ours:.0f}")
    loop = python_time(table)
    print(f"  Python loop     {loop:8.0f} s   loop / ours = {loop / ours:.0f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  peak memory of the process so far {peak:.0f} MB", flush=True)


def closed_form(size: tuple[int, int, int]) -> None:
    """Print the duration of the analytic methods at one size, without and with adjustment."""
    n, variants, _ = size
    table = np.random.default_rng(0).normal(size=size)
    pairs = np.array(list(itertools.combinations(range(variants), 2)))

    def everything():
        d = table[:, pairs[:, 1]] - table[:, pairs[:, 0]]
        return stats.paired_t_columns(d.reshape(n, -1))

    columns = everything()
    adjust = _best(lambda: stats.adjust_p(columns.p_value, "holm", clip=False))
    print(
        f"\nclosed form, n = {n}: {_best(everything, 1):.3f} s; Holm over all {adjust * 1e3:.2f} ms"
    )


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="two sizes, without scipy")
    quick = parser.parse_args().quick
    for size in SIZES[::-1][1:] if quick else SIZES[::-1]:
        report(size, slow=not quick)
    closed_form(SIZES[1])


if __name__ == "__main__":
    main()
