"""The rows of a report on judges."""

from dataclasses import dataclass

__all__ = ["CategoryBias", "JudgeAgreement", "SelfAgreement"]


@dataclass(frozen=True, slots=True)
class CategoryBias:
    """How much higher a judge scores than the reference within one category.

    Attributes:
        category: The category.
        n: Cases that both scored.
        bias: Mean difference, judge - reference.
        ci_lower: Lower end of its interval, None where there is none.
        ci_upper: Upper end.
    """

    category: str
    n: int
    bias: float
    ci_lower: float | None
    ci_upper: float | None


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """How far one judge agrees with people or with the baseline judge on one score.

    Attributes:
        judge: The full id of the judge's model.
        score: The score.
        against: `people`, or the full id of the baseline judge.
        n: Cases that both scored.
        accuracy: The share of equal scores, None without data.
        accuracy_ci_lower: Lower end of its interval (Wilson's).
        accuracy_ci_upper: Upper end.
        kappa: Cohen's kappa, weighted (quadratic) for ordinal scores; None where undefined, and
            for numbers, whose equality says little.
        kappa_ci_lower: Lower end of its interval, None where it would have no width.
        kappa_ci_upper: Upper end.
        bias: Mean difference of the scores, judge - reference; None for labels.
        bias_ci_lower: Lower end of its interval.
        bias_ci_upper: Upper end.
        bias_by_category: The same within each category, the largest category first.
    """

    judge: str
    score: str
    against: str
    n: int
    accuracy: float | None
    accuracy_ci_lower: float | None
    accuracy_ci_upper: float | None
    kappa: float | None
    kappa_ci_lower: float | None
    kappa_ci_upper: float | None
    bias: float | None
    bias_ci_lower: float | None
    bias_ci_upper: float | None
    bias_by_category: tuple[CategoryBias, ...] = ()


@dataclass(frozen=True, slots=True)
class SelfAgreement:
    """How often a judge gives the same score when asked again.

    Attributes:
        judge: The full id of the judge's model.
        score: The score.
        n_cases: Cases with two judgements or more.
        n_judgements: Judgements on them.
        agreement: The mean over cases of the share of equal pairs of judgements.
        ci_lower: Lower end of its interval over cases, None where all cases are alike.
        ci_upper: Upper end.
    """

    judge: str
    score: str
    n_cases: int
    n_judgements: int
    agreement: float | None
    ci_lower: float | None
    ci_upper: float | None
