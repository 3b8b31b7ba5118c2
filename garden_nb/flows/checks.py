"""What can be wrong with a garden's arguments, found before anything runs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from garden_nb.analysis.gates import Gate, parse_gates
from garden_nb.analysis.table import MEASURED
from garden_nb.core.metrics import Metric, default_metric
from garden_nb.core.variants import Variant
from garden_nb.engine.limits import Limits
from garden_nb.engine.runner import RunRequest
from garden_nb.engine.scorers import Scorer
from garden_nb.errors import InputError, Problem, did_you_mean

__all__ = [
    "checked_baseline",
    "checked_gates",
    "checked_kinds",
    "checked_limits",
    "checked_numbers",
    "collected",
]

T = TypeVar("T")
D = TypeVar("D")


def collected(problems: list[Problem], make: Callable[[], T], otherwise: D) -> T | D:
    """Return `make()`, or `otherwise` with its problems added to `problems`."""
    try:
        return make()
    except InputError as error:
        problems += error.problems
        return otherwise


def checked_baseline(
    baseline: str | None, variants: Sequence[Variant], problems: list[Problem]
) -> str:
    """Return the planned baseline: as named, else the first variant."""
    labels = [variant.label for variant in variants]
    if baseline is None:
        return labels[0] if labels else ""
    if labels and baseline not in labels:
        what = f"there is no variant {baseline!r}."
        problems.append(Problem("baseline", what, did_you_mean(baseline, labels)))
    return baseline


def checked_gates(
    gates: Mapping[str, Any] | None,
    variants: Sequence[Variant],
    scorers: Sequence[Scorer],
    problems: list[Problem],
) -> tuple[Gate, ...]:
    """Return the gates, adding to `problems` those about metrics that no scorer can give.

    A scorer that returns a mapping gives metrics called `scorer.part`; these are accepted.
    """
    labels = [variant.label for variant in variants]
    names = [scorer.name for scorer in scorers]
    parts = [
        name
        for key in (gates if isinstance(gates, Mapping) else ())
        for name in _without_label(str(key), labels)
        if any(name.startswith(f"{scorer}.") for scorer in names)
    ]
    declared = {scorer.name: scorer.metric for scorer in scorers}
    metrics: list[Metric] = [
        declared.get(name) or default_metric(name) for name in (*names, *parts, *MEASURED)
    ]
    return collected(problems, lambda: parse_gates(gates, labels, metrics), ())


def _without_label(key: str, labels: Sequence[str]) -> list[str]:
    return [key, *(key[len(label) + 1 :] for label in labels if key.startswith(f"{label}:"))]


def checked_limits(limits: Limits | Mapping[str, Any] | None, problems: list[Problem]) -> Limits:
    """Return the limits of a run, adding to `problems` what is wrong with them."""
    known = tuple(item.name for item in fields(Limits))
    if limits is None:
        return Limits()
    if not isinstance(limits, Limits | Mapping):
        accepted = f"Accepted: a mapping of {', '.join(known)}."
        problems.append(Problem("limits", f"got {limits!r}.", accepted))
        return Limits()
    if isinstance(limits, Mapping):
        unknown = [name for name in limits if name not in known]
        problems += [
            Problem("limits", f"unknown key {name!r}.", did_you_mean(str(name), known))
            for name in unknown
        ]
        limits = Limits(**{name: limits[name] for name in known if name in limits})
    problems += limits.problems()
    return limits


def checked_kinds(request: RunRequest, early_stop: Any) -> list[Problem]:
    """Return which arguments of a garden, numbers apart, are no such thing at all."""
    name, seed = request.name, request.seed
    is_text = isinstance(name, str) and bool(name.strip())
    is_whole = isinstance(seed, int) and not isinstance(seed, bool)
    flag = "Accepted: True or False."
    checks = (
        (name is None or is_text, "name", name, "Accepted: any text, or None for a new run."),
        (is_whole, "seed", seed, "Accepted: a whole number, or None for any."),
        (isinstance(early_stop, bool), "early_stop", early_stop, flag),
        (isinstance(request.fresh, bool), "fresh", request.fresh, flag),
        *(
            (callable(taker), "on_event", taker, "Accepted: a function that takes an event.")
            for taker in request.subscribers
        ),
    )
    return [
        Problem(what, f"got {value!r}.", accepted)
        for holds, what, value, accepted in checks
        if not holds
    ]


def checked_numbers(request: RunRequest) -> list[Problem]:
    """Return what is wrong with the numbers that bound a run."""
    problems = []
    for name in ("repeats", "concurrency", "retries"):
        least = 0 if name == "retries" else 1
        value = getattr(request, name)
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            accepted = f"Accepted: a whole number from {least}."
            problems.append(Problem(name, f"got {value!r}.", accepted))
    for name in ("timeout_s", "deadline_s", "max_cost_usd"):
        value = getattr(request, name)
        number = isinstance(value, int | float) and not isinstance(value, bool) and value > 0
        if value is not None and not number:
            problems.append(
                Problem(name, f"got {value!r}.", "Accepted: a number above 0, or None.")
            )
    return problems
