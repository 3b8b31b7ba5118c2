"""How trials failed, counted."""

from collections import Counter
from collections.abc import Collection

from garden_nb.errors import JournalError
from garden_nb.flows.cases.case_source import CaseSource

__all__ = ["count_failures"]


def count_failures(source: CaseSource | None, variants: Collection[str]) -> dict[str, Counter[str]]:
    """Return by variant how many trials failed in which way; nothing where that is not known.

    Args:
        source: Where the outputs of trials are.
        variants: The variants that are compared.
    """
    found: dict[str, Counter[str]] = {variant: Counter() for variant in variants}
    try:
        failures = {} if source is None else source.failures()
    except JournalError:  # the file is gone; the report is not
        failures = {}
    for key, kind in sorted(failures.items()):
        if key.variant in found:
            found[key.variant][kind] += 1
    return {name: Counter(dict(each.most_common())) for name, each in found.items() if each}
