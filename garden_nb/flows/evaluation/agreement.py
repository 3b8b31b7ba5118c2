"""How far judges agree with people, with each other and with themselves."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from garden_nb.engine.judge import ScoreField, ScoreType
from garden_nb.flows.evaluation.judge_rows import CategoryBias, JudgeAgreement, SelfAgreement
from garden_nb.stats.agreement.cohen_kappa import KappaResult, KappaWeights, cohen_kappa
from garden_nb.stats.agreement.wilson_interval import wilson_interval
from garden_nb.stats.paired.paired_t import paired_t

__all__ = ["agreement_of", "self_agreement_of"]

Bounds = tuple[float | None, float | None]


def agreement_of(
    field: ScoreField,
    who: tuple[str, str],
    scores: tuple[Mapping[str, float], Mapping[str, float]],
    categories: Mapping[str, str | None],
    confidence: float,
) -> JudgeAgreement:
    """Return how far a judge agrees with a reference on one score.

    Args:
        field: The score.
        who: The judge, and what it is compared with.
        scores: Their scores by case id, one per case.
        categories: The category of each case.
        confidence: The level of the intervals.

    References:
        Cohen (1960), doi:10.1177/001316446002000104. Wilson (1927),
        doi:10.1080/01621459.1927.10502953.
    """
    mine, theirs = scores
    common = [case_id for case_id in mine if case_id in theirs]
    pairs = [(mine[case_id], theirs[case_id]) for case_id in common]
    equal = sum(math.isclose(a, b, abs_tol=1e-9) for a, b in pairs)
    n = len(pairs)
    low, high = wilson_interval(equal, n, confidence)
    kappa = _kappa(field, pairs, confidence)
    ends = (None, None) if kappa is None else _interval(kappa.ci_low, kappa.ci_high)
    labels = field.type is ScoreType.CATEGORICAL
    bias = (None, (None, None)) if labels else _bias([a - b for a, b in pairs], confidence)
    parts = Counter(c for case_id in common if (c := categories.get(case_id)) is not None)
    return JudgeAgreement(
        judge=who[0],
        score=field.name,
        against=who[1],
        n=n,
        accuracy=equal / n if n else None,
        accuracy_ci_lower=_known(low),
        accuracy_ci_upper=_known(high),
        kappa=kappa.kappa if kappa else None,
        kappa_ci_lower=ends[0],
        kappa_ci_upper=ends[1],
        bias=bias[0],
        bias_ci_lower=bias[1][0],
        bias_ci_upper=bias[1][1],
        bias_by_category=()
        if labels
        else tuple(
            _category(
                name,
                [mine[i] - theirs[i] for i in common if categories.get(i) == name],
                confidence,
            )
            for name, _ in parts.most_common()
        ),
    )


def _kappa(
    field: ScoreField, pairs: Sequence[tuple[float, float]], confidence: float
) -> KappaResult | None:
    if field.type is ScoreType.NUMERIC:
        return None
    weights: KappaWeights | None = "quadratic" if field.type is ScoreType.ORDINAL else None
    return cohen_kappa([a for a, _ in pairs], [b for _, b in pairs], weights, confidence)


def _bias(differences: Sequence[float], confidence: float) -> tuple[float | None, Bounds]:
    if not differences:
        return None, (None, None)
    mean = math.fsum(differences) / len(differences)
    if len(differences) < 2 or len(set(differences)) == 1:
        return mean, (None, None)
    result = paired_t(differences, confidence)
    return mean, (_known(result.ci_low), _known(result.ci_high))


def _category(name: str, differences: Sequence[float], confidence: float) -> CategoryBias:
    bias, (low, high) = _bias(differences, confidence)
    return CategoryBias(name, len(differences), bias or 0.0, low, high)


def self_agreement_of(
    field: ScoreField,
    judge: str,
    repeats: Mapping[str, Sequence[float]],
    confidence: float,
) -> SelfAgreement:
    """Return how often a judge gives the same score of one case again.

    Args:
        field: The score.
        judge: The judge.
        repeats: Its judgements by case id.
        confidence: The level of the interval.
    """
    several = [list(values) for values in repeats.values() if len(values) > 1]
    shares = [
        sum(math.isclose(a, b, abs_tol=1e-9) for a, b in combinations(values, 2))
        / math.comb(len(values), 2)
        for values in several
    ]
    mean, (low, high) = _bias(shares, confidence)
    return SelfAgreement(
        judge=judge,
        score=field.name,
        n_cases=len(several),
        n_judgements=sum(len(values) for values in several),
        agreement=mean,
        ci_lower=None if low is None else max(0.0, low),
        ci_upper=None if high is None else min(1.0, high),
    )


def _interval(low: float, high: float) -> Bounds:
    """Return an interval; one without width is none, since agreement on few cases is no proof."""
    known = math.isfinite(low) and math.isfinite(high) and high - low > 1e-9
    return (float(low), float(high)) if known else (None, None)


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
