"""Flips: how failures change from the baseline to a contender, case by case."""

from collections.abc import Mapping, Sequence

import numpy as np

from garden_nb.flows.evaluation.report_rows import FailureFlips
from garden_nb.stats.multiplicity.adjust_p import adjust_p
from garden_nb.stats.paired.mcnemar import mcnemar

__all__ = ["ANY", "failure_flips"]

ANY = "any"
"""The row over all ways of failing together, those without a mode included."""


def failure_flips(
    failing: Mapping[str, Mapping[str, str]],
    tried: Mapping[str, frozenset[str]],
    baseline: str,
    models: Mapping[str, str],
) -> tuple[FailureFlips, ...]:
    """Return the flips of every contender: over all failures, and within each mode.

    Args:
        failing: By label and case id the mode of each record that fails, "" where it has none.
        tried: By label the ids of the cases that it was tried on; only cases that both were
            tried on count.
        baseline: The baseline's label.
        models: The full id of the model of each label.

    References:
        McNemar (1947), doi:10.1007/BF02295996 (its exact form). Holm (1979),
        Scandinavian Journal of Statistics 6:65.
    """
    found = [
        row
        for label in failing
        if label != baseline
        for row in _of_contender(failing, tried, (baseline, label), models.get(label, label))
    ]
    p = np.array([row.p_value for row in found])
    adjusted = adjust_p(p, "holm") if len(p) else p
    return tuple(
        FailureFlips(
            row.failure_mode,
            row.variant,
            row.newly_failing,
            row.fixed,
            row.both,
            row.p_value,
            float(p_adj),
        )
        for row, p_adj in zip(found, adjusted, strict=True)
    )


def _of_contender(
    failing: Mapping[str, Mapping[str, str]],
    tried: Mapping[str, frozenset[str]],
    pair: tuple[str, str],
    model: str,
) -> list[FailureFlips]:
    baseline, contender = pair
    common = tried[baseline] & tried[contender]
    before = {i: mode for i, mode in failing[baseline].items() if i in common}
    after = {i: mode for i, mode in failing[contender].items() if i in common}
    modes = sorted({*before.values(), *after.values()} - {""})
    rows = [_flips(ANY, model, list(before), list(after))] if before or after else []
    for mode in modes:
        was = [i for i, found in before.items() if found == mode]
        now = [i for i, found in after.items() if found == mode]
        rows.append(_flips(mode, model, was, now))
    return rows


def _flips(mode: str, model: str, was: Sequence[str], now: Sequence[str]) -> FailureFlips:
    new, fixed = set(now) - set(was), set(was) - set(now)
    both = set(now) & set(was)
    p = mcnemar(len(new), len(fixed), "exact")
    return FailureFlips(
        mode, model, tuple(sorted(new)), tuple(sorted(fixed)), tuple(sorted(both)), p, p
    )
