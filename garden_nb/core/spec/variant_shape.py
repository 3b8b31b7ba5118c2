"""The shape of a variant: a model's id, a model with what it is asked, or an agent by name."""

import re
from dataclasses import dataclass
from typing import Any

from garden_nb.core.spec.agent_variant import AgentVariant
from garden_nb.core.spec.composites import Field, Listed, OneOrMore, Record, Settings
from garden_nb.core.spec.cursor import Cursor
from garden_nb.core.spec.model_variant import ModelVariant
from garden_nb.core.spec.shapes import REFUSED, UNREADABLE, Choice, Template, Text

__all__ = ["ADDRESS", "MODEL_ID", "PARAMS", "Variant"]

_EXAMPLE = '{model: openai/gpt-4o-mini, prompt: "{question}"}'
_TOOL = "{type: function, function: {name: search}}"
_BESIDE = "Write it in the variant, beside params."
_TOP = "It stands at the top of the spec, not in a variant."

MODEL_ID = Text(r"\S+", "a model's id, such as openai/gpt-4o-mini")
COLUMN = Text(accepted="the name of a column")
PARAMS = Settings(
    "{temperature: 0.2}",
    {
        **dict.fromkeys(("model", "messages", "tools", "api_base", "base_url"), _BESIDE),
        **dict.fromkeys(("timeout", "request_timeout"), "Write timeout_s at the top of the spec."),
        **dict.fromkeys(("num_retries", "max_retries"), "Write retries at the top of the spec."),
        "n": "Write repeats at the top of the spec.",
        "stream": "Answers are taken whole.",
    },
)


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a server, without secrets; what is refused is not shown."""

    pattern: str = r"https?://[^\s/@?#]+(?:/[^\s@?#]*)?"

    def read(self, at: Cursor) -> Any:
        """Return the address."""
        if isinstance(at.value, str) and re.fullmatch(self.pattern, at.value):
            return at.value
        accepted = "Accepted: one such as http://localhost:8000/v1, without password or query."
        at.refuse(f"{at.name} is no plain address of a server.", accepted)
        return REFUSED

    def schema(self) -> dict[str, Any]:
        """Return the schema of addresses."""
        return {"type": "string", "pattern": f"^{self.pattern}$"}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a message, such as a text or an image; its `text` is a template."""

    def read(self, at: Cursor) -> Any:
        """Return the part."""
        part = Settings(_PART).read(at)
        if part is REFUSED or "text" not in part:
            return part
        return part | {"text": Template().read(at.child("text"))}

    def schema(self) -> dict[str, Any]:
        """Return the schema of parts."""
        return {"type": "object", "properties": {"text": Template().schema()}}


@dataclass(frozen=True, slots=True)
class Content:
    """A template, or a list of parts."""

    def read(self, at: Cursor) -> Any:
        """Return the template or the parts."""
        if not isinstance(at.value, list):
            return Template().read(at)
        parts = _PARTS.read(at)
        return UNREADABLE if parts is REFUSED else parts

    def schema(self) -> dict[str, Any]:
        """Return the schema of both ways."""
        return {"anyOf": [Template().schema(), _PARTS.schema()]}


_PART = "{type: text, text: ...}"
_PARTS = Listed(Part(), f"[{_PART}]", least=1, blank={})
ADDRESS = Address()
_MESSAGE = Record(
    {
        "role": Field(
            Choice(("system", "developer", "user", "assistant", "tool")),
            "Who speaks.",
            required=True,
        ),
        "content": Field(Content(), "What is said, with columns in braces.", required=True),
        "name": Field(Text(), "The speaker's name."),
        "tool_calls": Field(Listed(Settings(_TOOL), f"[{_TOOL}]", least=1), "Calls of tools."),
        "tool_call_id": Field(Text(), "The call that a tool answers."),
    },
    '{role: user, content: "{question}"}',
)
_VERSION = Field(Text(), "Your own name for its state; another version is another variant.")
_MODEL = Record(
    {
        "model": Field(MODEL_ID, "The model's id with its provider.", required=True),
        "system": Field(Template(), "The system message, with columns in braces."),
        "prompt": Field(Template(), "The user's message, with columns in braces."),
        "messages": Field(
            Listed(_MESSAGE, '[{role: user, content: "{question}"}]', least=1, blank={}),
            "Messages after the system text; the prompt, if there is one, comes last.",
        ),
        "params": Field(PARAMS, "Parameters that are passed on, such as temperature."),
        "api_base": Field(ADDRESS, "The address of a server that is not the provider's own."),
        "tools": Field(
            Listed(Settings(_TOOL), f"[{_TOOL}]", least=1),
            "Tool descriptions that are passed on.",
        ),
        "history": Field(COLUMN, "The column that holds earlier turns, as lists of messages."),
        "images": Field(
            OneOrMore(Listed(COLUMN, "[photo, map]", least=1, blank="")),
            "The columns that hold an image's address or path.",
        ),
        "version": _VERSION,
    },
    _EXAMPLE,
    {
        **{
            name: f"Write params: {{{name}: ...}}."
            for name in (
                *("temperature", "top_p", "top_k", "max_tokens", "max_completion_tokens", "stop"),
                *("seed", "response_format", "reasoning_effort", "tool_choice", "logit_bias"),
                *("frequency_penalty", "presence_penalty"),
            )
        },
        **dict.fromkeys(("scorers", "judge", "gates", "repeats", "expected", "timeout_s"), _TOP),
        "base_url": "Write api_base.",
    },
)
_AGENT = Record(
    {
        "agent": Field(
            Text(r"[^\W\d]\w*", "the name of a callable or object in the notebook"),
            "An agent's name in the notebook.",
            required=True,
        ),
        "version": _VERSION,
    },
    "{agent: my_agent}",
    dict.fromkeys(
        [key for key in _MODEL.fields if key != "version"],
        "It is for models; an agent of the notebook brings its own.",
    ),
)


@dataclass(frozen=True, slots=True)
class Variant:
    """A model's id, a mapping with `model`, or a mapping with `agent`."""

    def read(self, at: Cursor) -> Any:
        """Return a `ModelVariant` or an `AgentVariant`, with stand-ins for what is refused."""
        if isinstance(at.value, str):
            model = MODEL_ID.read(at)
            return _UNREADABLE if model is REFUSED else ModelVariant(model)
        if not isinstance(at.value, dict):
            at.refuse_value(f"Accepted: a model's id, {_EXAMPLE} or {_AGENT.example}.")
            return _UNREADABLE
        if "agent" in at.value:
            return AgentVariant(**{"agent": ""} | _AGENT.read(at))
        values = _MODEL.read(at)
        if at.value.get("messages") is not None:
            messages = values.get("messages", (_NO_MESSAGE,))
            values["messages"] = tuple(_NO_MESSAGE | message for message in messages)
            _check_conversation(at, values)
        return ModelVariant(**{"model": ""} | values)

    def schema(self) -> dict[str, Any]:
        """Return the schema of the three ways."""
        return {"anyOf": [MODEL_ID.schema(), _MODEL.schema(), _AGENT.schema()]}


_NO_MESSAGE = {"role": "", "content": UNREADABLE}
_UNREADABLE = ModelVariant("", messages=(_NO_MESSAGE,))


def _check_conversation(at: Cursor, values: dict[str, Any]) -> None:
    """Add what is wrong with system, prompt and messages together."""
    roles = [message["role"] for message in values["messages"]]
    if "system" in roles and "system" in values:
        accepted = "Keep one of them."
        at.child("system").refuse_key("a system text beside a system message.", accepted)
    asks = "prompt" in values or {"user", ""} & set(roles)
    if not asks and ("images" in values or "history" not in values):
        accepted = "Add {role: user, content: ...}, or a prompt."
        at.child("messages").refuse_key("no message is the user's.", accepted)
