"""Findings: problems as they are found, told in the order of their places."""

from garden_nb.core.spec.marks import Place
from garden_nb.errors import Problem

__all__ = ["Findings"]


class Findings:
    """Problems as they are found, each with its place."""

    def __init__(self) -> None:
        self._found: dict[tuple[Place, str, str], None] = {}

    def add(self, place: Place, what: str, accepted: str = "") -> None:
        """Add one; the same problem at the same place counts once."""
        self._found[place, what, accepted] = None

    def problems(self) -> list[Problem]:
        """Return the problems in the order of their places."""
        ordered = sorted(self._found, key=lambda found: found[0].order)
        return [Problem(place.text, what, accepted) for place, what, accepted in ordered]
