"""Composing: YAML's events become a tree of nodes, within limits and without YAML 1.1's traps."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingStartEvent,
    ScalarEvent,
)

from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.marks import Marks
from garden_nb.core.spec.scalars import Scalar, resolve, scalar_fault

__all__ = ["Child", "Node", "compose"]

MAX_DEPTH = 32
MAX_PARTS = 20_000
"""Parts of a document once every alias is written out."""

_NodeEvent = AliasEvent | ScalarEvent | CollectionStartEvent
_QUOTE_BRACES = 'Text with braces goes in quotes: "{question}".'


@dataclass(slots=True)
class Node:
    """A part of the document; aliases share nodes.

    Attributes:
        value: A scalar, or the parts of a list or mapping.
        start: The offset of its text.
        end: The offset after its text.
        size: How many parts it has, itself among them, aliases written out.
    """

    value: "Scalar | list[Child] | dict[str, Child]"
    start: int
    end: int
    size: int = 1


@dataclass(slots=True)
class Child:
    """A node where it is used.

    Attributes:
        key: The offset of its key, or of itself in a list.
        place: The offset of its value, or of the alias that stands for it.
        node: The node.
    """

    key: int
    place: int
    node: Node


class LimitError(Exception):
    """The document passes a limit; what is told stands in the findings."""


def compose(marks: Marks, findings: Findings) -> Node | None:
    """Return the one document of a text as a tree, or None where it is empty.

    Args:
        marks: Turns the text's offsets into places.
        findings: Takes what is not accepted: tags, merge keys, doubled keys, odd aliases.

    Raises:
        LimitError: It is nested too deeply or has too many parts.
        ruamel.yaml.error.YAMLError: It is not YAML.
    """
    return _Composer(marks, findings).document()


@dataclass
class _Composer:
    marks: Marks
    findings: Findings
    anchors: dict[str, Node | None] = field(default_factory=dict)
    parts: int = 0

    def __post_init__(self) -> None:
        self.text = self.marks.text or ""
        self.events: Iterator[Any] = iter(YAML(typ="safe", pure=True).parse(self.text))

    def refuse(self, offset: int, what: str, accepted: str = "") -> None:
        self.findings.add(self.marks.at(offset), what, accepted)

    def document(self) -> Node | None:
        root: Node | None = None
        for event in self.events:
            if isinstance(event, _NodeEvent) and root is None:
                root = self.node(event, 0).node
            elif isinstance(event, DocumentStartEvent) and root is not None:
                what = "a second document starts here."
                self.refuse(event.start_mark.index, what, "Give one document, without ---.")
                break
            elif isinstance(event, DocumentStartEvent) and event.version not in (None, (1, 2)):
                self.refuse(0, "the text asks for another YAML.", "Take %YAML out: it is 1.2.")
        return root

    def node(self, event: _NodeEvent, depth: int) -> Child:
        start, end = event.start_mark.index, event.end_mark.index
        if isinstance(event, AliasEvent):
            return Child(start, start, self.alias(event))
        self.count(1, start)
        if depth > MAX_DEPTH:
            self.refuse(start, f"more than {MAX_DEPTH} levels of nesting.")
            raise LimitError
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.refuse(start, f"the tag {tag!r}.", 'No tags are read; for text write "quotes".')
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        if isinstance(event, ScalarEvent):
            node = Node(self.scalar(event), start, end)
        else:
            node = Node({} if isinstance(event, MappingStartEvent) else [], start, end)
            self.children(node, depth + 1)
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        return Child(start, start, node)

    def scalar(self, event: ScalarEvent) -> Scalar:
        text = _whole(event.value)
        value = resolve(text) if event.style is None else text
        fault = scalar_fault(value)
        if fault:
            self.refuse(event.start_mark.index, *fault)
            return None
        return value

    def children(self, node: Node, depth: int) -> None:
        before = self.parts
        for event in self.events:
            if isinstance(event, CollectionEndEvent):
                node.end = event.end_mark.index
                break
            if isinstance(node.value, dict):
                self.entry(node.value, event, depth)
            elif isinstance(node.value, list):
                node.value.append(self.item(event, depth))
        node.size += self.parts - before
        if not node.value and self.parts > before:  # no key was sound: that is told already
            node.value = None

    def item(self, event: _NodeEvent, depth: int) -> Child:
        child = self.node(event, depth)
        if child.node.start == child.node.end:  # nothing after the dash: it stands there
            child.key = child.place = self.text.rfind("-", 0, child.place)
        return child

    def entry(self, entries: dict[str, Child], event: _NodeEvent, depth: int) -> None:
        place = event.start_mark.index
        key = self.key(event, depth)
        value = self.node(next(self.events), depth)
        value.key = place
        if value.node.start == value.node.end:  # nothing after the colon: it stands at the key
            value.place = place
        if key is None:
            return
        if key in entries:
            first = self.marks.at(entries[key].key).text
            self.refuse(place, f"the key {key!r} stands here and at {first}.", "Keep one.")
        else:
            entries[key] = value

    def key(self, event: _NodeEvent, depth: int) -> str | None:
        place = event.start_mark.index
        if not isinstance(event, ScalarEvent):
            self.node(event, depth)
            self.refuse(place, "a key that is not plain text.", _QUOTE_BRACES)
            return None
        if event.value == "<<" and event.style is None:
            what = "the merge key << is not part of YAML 1.2."
            self.refuse(place, what, "Write the keys out, or alias a whole value: params: *shared.")
            return None
        key = _whole(event.value)
        fault = scalar_fault(key)
        if fault:
            self.refuse(place, *fault)
        return None if fault else key

    def alias(self, event: AliasEvent) -> Node:
        place = event.start_mark.index
        node = self.anchors.get(event.anchor)
        if node is None and event.anchor in self.anchors:
            self.refuse(place, f"the alias *{event.anchor} contains itself.")
        elif node is None:
            what = f"no anchor &{event.anchor} stands before the alias *{event.anchor}."
            self.refuse(place, what, 'For a text that starts with * write "quotes".')
        node = node or Node(None, place, event.end_mark.index)
        self.count(node.size, place)
        return node

    def count(self, parts: int, place: int) -> None:
        self.parts += parts
        if self.parts > MAX_PARTS:
            what = f"more than {MAX_PARTS:,} parts once aliases are written out."
            self.refuse(place, what, "Write less, or fewer aliases.")
            raise LimitError


def _whole(text: str) -> str:
    """Return text with surrogate pairs joined: JSON writes one sign beyond U+FFFF as two."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
