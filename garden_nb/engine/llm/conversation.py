"""A conversation: templates that become the messages of one case."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from garden_nb.core.cases import Case
from garden_nb.core.template import render
from garden_nb.engine.llm.image import image_part, image_sources
from garden_nb.errors import InputError, Problem

__all__ = ["ROLES", "Conversation"]

ROLES = ("system", "developer", "user", "assistant", "tool")

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Conversation:
    """What a model is told of a case.

    The system text comes first, then `messages`, then `prompt` as the last word of the user;
    without messages and prompt that is the question itself. Turns of a history come before the
    last word of the user, and images go with it.

    Attributes:
        system: The template of the system message.
        prompt: The template of the user's last message.
        messages: Messages with templates in their texts.
        history: The column with earlier turns, a list of messages or the same as JSON.
        images: The columns with images, URLs or paths.
    """

    system: str | None = None
    prompt: str | None = None
    messages: Sequence[Mapping[str, Any]] = ()
    history: str | None = None
    images: Sequence[str] = ()

    def templates(self) -> Iterator[tuple[str, str]]:
        """Yield each template and where it stands."""
        if self.system is not None:
            yield "system", self.system
        if self.prompt is not None:
            yield "prompt", self.prompt
        for number, message in enumerate(self.messages):
            where = f"messages[{number}]"
            content = message.get("content")
            texts = [content] if isinstance(content, str) else _texts(content)
            yield from ((where, text) for text in texts)

    def for_case(self, question: Any, case: Case) -> list[Message]:
        """Return the messages of one case.

        Args:
            question: What `{question}` stands for where no column is called so, and what is
                asked where there is no prompt.
            case: The case.

        Raises:
            InputError: A column is missing, a history or an image cannot be used.
        """
        inputs = {"question": question, **case.inputs}
        told = [] if self.system is None else [_message("system", render(self.system, inputs))]
        told += [_filled(message, inputs) for message in self.messages]
        if self.prompt is not None:
            told.append(_message("user", render(self.prompt, inputs)))
        elif not self.messages:
            told.append(_message("user", render("{question}", inputs)))
        last = _last_user(told)
        if self.images:
            told[last] = _with_images(told[last], self._image_parts(case))
        if self.history is not None:
            told[last:last] = turns_of(case.inputs.get(self.history), self.history)
        return told

    def image_sources(self, case: Case) -> tuple[str, ...]:
        """Return the URLs and paths of the images of a case."""
        cells = (case.inputs.get(column) for column in self.images)
        return tuple(source for cell in cells for source in image_sources(cell))

    def _image_parts(self, case: Case) -> list[Message]:
        return [image_part(source) for source in self.image_sources(case)]


def turns_of(cell: Any, column: str) -> list[Message]:
    """Return the turns in a cell of the history's column; an empty cell has none.

    Raises:
        InputError: The cell is no list of messages.
    """
    turns = cell
    if isinstance(cell, str):
        try:
            turns = json.loads(cell) if cell.strip() else []
        except ValueError:
            turns = cell
    if turns is None or turns != turns:  # noqa: PLR0124  # NaN, as frames have it
        return []
    sound = isinstance(turns, Sequence) and all(
        isinstance(turn, Mapping) and turn.get("role") in ROLES and "content" in turn
        for turn in turns
    )
    if isinstance(turns, str) or not sound:
        shown = repr(cell) if len(repr(cell)) <= 80 else f"{repr(cell)[:79]}…"
        accepted = 'Accepted: [{"role": "user", "content": "…"}, …], or the same as JSON.'
        raise InputError(Problem(f'column "{column}"', f"{shown} is no history.", accepted))
    return [dict(turn) for turn in turns]


def _message(role: str, content: Any) -> Message:
    return {"role": role, "content": content}


def _filled(message: Mapping[str, Any], inputs: Mapping[str, Any]) -> Message:
    content = message.get("content")
    if isinstance(content, str):
        return {**message, "content": render(content, inputs)}
    if isinstance(content, Sequence):
        return {**message, "content": [_filled_part(part, inputs) for part in content]}
    return dict(message)


def _filled_part(part: Mapping[str, Any], inputs: Mapping[str, Any]) -> Message:
    text = part.get("text")
    return {**part, "text": render(text, inputs)} if isinstance(text, str) else dict(part)


def _texts(content: Any) -> list[str]:
    if not isinstance(content, Sequence):
        return []
    parts = (part.get("text") for part in content if isinstance(part, Mapping))
    return [text for text in parts if isinstance(text, str)]


def _last_user(messages: Sequence[Message]) -> int:
    """Return the place of the user's last message, or the end where there is none."""
    places = [place for place, message in enumerate(messages) if message["role"] == "user"]
    return places[-1] if places else len(messages)


def _with_images(message: Message, images: list[Message]) -> Message:
    content = message["content"]
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
    return {**message, "content": [*parts, *images]} if images else message
