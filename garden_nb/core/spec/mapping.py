"""Reading a mapping: what a program hands in becomes plain data, with paths for places."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from garden_nb.core.spec.composer import MAX_DEPTH
from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.marks import Mark, Marks, Path, Place, dotted
from garden_nb.core.spec.reading import Reading
from garden_nb.core.spec.scalars import scalar_fault

__all__ = ["read_mapping"]


def read_mapping(mapping: Mapping[Any, Any], findings: Findings) -> Reading:
    """Return a mapping as plain data, with dotted paths for places.

    Args:
        mapping: Plain data; tuples count as lists, whole numbers as text where they are keys.
        findings: Takes what cannot be written down (functions, NaN, ...), which is left out.
    """
    reader = _Reader(findings)
    data = reader.read(mapping, ())
    return Reading(data, Marks(marks=reader.found))


@dataclass
class _Reader:
    findings: Findings
    found: dict[Path, Mark] = field(default_factory=dict)

    def refuse(self, path: Path, what: str, accepted: str = "") -> None:
        self.findings.add(Place(dotted(path) or "spec"), what, accepted)

    def read(self, value: Any, path: Path) -> Any:
        self.found[path] = Mark()
        if len(path) > MAX_DEPTH:
            self.refuse(path[:4], f"more than {MAX_DEPTH} levels of nesting.")
            return None
        if isinstance(value, Mapping):
            return self.mapping(value, path)
        if isinstance(value, list | tuple):
            return [self.read(item, (*path, i)) for i, item in enumerate(value)]
        if value is None or isinstance(value, str | int | float):
            fault = scalar_fault(value)
            if not fault:
                return value
            self.refuse(path, *fault)
            return None
        accepted = "A spec holds text, numbers, truth values, lists and mappings."
        self.refuse(path, f"got {type(value).__name__}.", accepted)
        return None

    def mapping(self, mapping: Mapping[Any, Any], path: Path) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key, item in mapping.items():
            name = str(key) if isinstance(key, int) and not isinstance(key, bool) else key
            if not isinstance(name, str) or scalar_fault(name):
                self.refuse(path, f"the key {key!r} is not text.")
            elif name in data:
                self.refuse((*path, name), f"the key {name!r} stands twice.", "Keep one.")
            else:
                data[name] = self.read(item, (*path, name))
        return data
