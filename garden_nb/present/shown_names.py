"""Names as views show them, and back: what a page chooses is found again."""

from collections.abc import Iterable

from garden_nb.present.clean import clean, shorten

__all__ = ["ShownNames"]


class ShownNames:
    r"""A distinct and clean name for each of some names.

    Most names are shown as they are. Those that are cleaned, cut or empty and would then be equal
    to another one get a number.

    Args:
        names: The names, each once.
        limit: The most characters of a shown name, but for its number; None for any length.

    >>> names = ShownNames(["a", "b\x00", "b␀"])
    >>> [names.show(name) for name in ("a", "b\x00", "b␀")]
    ['a', 'b␀', 'b␀ (2)']
    >>> names.find("b␀ (2)"), names.find("c")
    ('b␀', None)
    """

    def __init__(self, names: Iterable[str], limit: int | None = None) -> None:
        self._shown: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for name in names:
            plain = clean(name) or "(empty)"
            base = plain if limit is None else shorten(plain, limit)
            shown, number = base, 1
            while shown in self._names:
                number += 1
                shown = f"{base} ({number})"
            self._shown[name], self._names[shown] = shown, name

    def show(self, name: str) -> str:
        """Return how a name is shown.

        Raises:
            KeyError: It is none of the names.
        """
        return self._shown[name]

    def find(self, shown: object) -> str | None:
        """Return the name that is shown so, or None."""
        return self._names.get(shown) if isinstance(shown, str) else None

    @property
    def all_shown(self) -> list[str]:
        """The shown names, in the order of the names."""
        return list(self._names)
