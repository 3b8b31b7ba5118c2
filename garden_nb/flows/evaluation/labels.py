"""Labels: the short names of models, and the one spelling of a variant's metric."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from garden_nb.errors import Problem, did_you_mean

__all__ = ["QUALIFIER", "checked_models", "qualified", "short_labels", "split_key"]

QUALIFIER = ":"
"""Separator between a variant label and a metric name.

A prefix, since slices are named after the metric they cut; and this character, since trackers such
as MLflow accept it in names.
"""


def short_labels(models: Sequence[str]) -> dict[str, str]:
    """Return the label of each model: what follows its last slash, or all where that is not unique.

    >>> short_labels(["gemini/gemini-2.5-flash", "openai/gpt-4o", "azure/gpt-4o"])
    {'gemini/gemini-2.5-flash': 'gemini-2.5-flash', 'openai/gpt-4o': 'openai/gpt-4o', \
'azure/gpt-4o': 'azure/gpt-4o'}
    """
    short = {model: model.rstrip("/").rpartition("/")[2] or model for model in models}
    counts = Counter(short.values())
    return {model: label if counts[label] == 1 else model for model, label in short.items()}


def qualified(label: str | None, name: str) -> str:
    """Return the name of a variant's metric: `label:name`, or `name` alone without a label."""
    return name if label is None else f"{label}{QUALIFIER}{name}"


def split_key(key: str, labels: Sequence[str]) -> tuple[str | None, str]:
    """Return label and metric of a key; the longest label that fits wins.

    >>> split_key("llama3:8b:accuracy", ["llama3", "llama3:8b"])
    ('llama3:8b', 'accuracy')
    """
    for label in sorted(labels, key=len, reverse=True):
        if key.startswith(f"{label}{QUALIFIER}"):
            return label, key[len(label) + 1 :]
    return None, key


def checked_models(models: Any, baseline: str | None, problems: list[Problem]) -> dict[str, str]:
    """Return the label of each model, adding to `problems` what is wrong with the list."""
    if not isinstance(models, list | tuple) or not all(isinstance(m, str) for m in models):
        what = f"got {models!r}." if isinstance(models, str) else f"got {type(models).__name__}."
        problems.append(Problem("models", what, 'Accepted: a list of ids, such as ["openai/a"].'))
        return {}
    if not models:
        problems.append(Problem("models", "it is empty.", "Give at least one model."))
    problems += [
        Problem("models", f"{model!r} stands there {models.count(model)} times.", "List it once.")
        for model in dict.fromkeys(models)
        if models.count(model) > 1
    ]
    problems += [
        Problem("models", f"{model!r} is no id.", "Accepted: text with a letter.")
        for model in models
        if not model.strip()
    ]
    if baseline is not None and models and baseline not in models:
        accepted = did_you_mean(baseline, list(models))
        problems.append(Problem("baseline", f"{baseline!r} is not among the models.", accepted))
    return short_labels(list(dict.fromkeys(models)))
