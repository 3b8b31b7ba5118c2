"""Names on charts: clean, short, and never two alike."""

from collections import Counter
from collections.abc import Iterable

from garden_nb.present.clean import shorten
from garden_nb.present.words import label

__all__ = ["short_names"]


def short_names(names: Iterable[str], limit: int = 26) -> dict[str, str]:
    """Return for each name a text of at most `limit` characters that no other name has.

    Names that fit stay whole; of longer ones the last segment of their path is kept where no
    other name has it. Where names are alike once their middle is left out, what they begin with
    in common is left out instead; those that are alike still get a number.

    Args:
        names: The names, all different.
        limit: The most characters.

    Example:
        >>> list(short_names(["lab/model-2025-01-exp", "lab/model-2025-02-exp"], 12).values())
        ['…2025-01-exp', '…2025-02-exp']
    """
    whole = {name: label(name) for name in names}
    last = Counter(text.rpartition("/")[2] for text in whole.values())
    shown = {}
    for name, text in whole.items():
        segment = text.rpartition("/")[2]
        shorter = len(text) > limit and segment and last[segment] == 1
        shown[name] = segment if shorter else text
    for group in _groups({name: shorten(text, limit) for name, text in shown.items()}):
        common = _common([shown[name] for name in group])
        for name in group:
            cut = min(common, len(shown[name]) - limit + 1) if len(group) > 1 else 0
            shown[name] = f"…{shown[name][cut:]}" if cut > 1 else shown[name]
    return _numbered({name: shorten(text, limit) for name, text in shown.items()}, limit)


def _groups(texts: dict[str, str]) -> list[list[str]]:
    """Return the names by their text."""
    groups: dict[str, list[str]] = {}
    for name, text in texts.items():
        groups.setdefault(text, []).append(name)
    return list(groups.values())


def _common(texts: list[str]) -> int:
    """Return how many characters all texts begin with in common."""
    return next(
        (k for k, signs in enumerate(zip(*texts, strict=False)) if len(set(signs)) > 1),
        min(map(len, texts)),
    )


def _numbered(texts: dict[str, str], limit: int) -> dict[str, str]:
    taken: set[str] = set()
    for name, text in texts.items():
        number, shown = 1, text
        while shown in taken:
            number += 1
            mark = f" #{number}"
            shown = f"{shorten(text, max(1, limit - len(mark)))}{mark}"
        taken.add(shown)
        texts[name] = shown
    return texts
