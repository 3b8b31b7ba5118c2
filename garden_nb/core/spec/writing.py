"""Writing: a spec becomes the document that reads back to it."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from io import StringIO
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedSeq
from ruamel.yaml.representer import RoundTripRepresenter
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

from garden_nb.core.spec.agent_variant import AgentVariant
from garden_nb.core.spec.model_variant import ModelVariant
from garden_nb.core.spec.scalars import resolve
from garden_nb.core.spec.scorer_choice import ScorerChoice

if TYPE_CHECKING:
    from garden_nb.core.spec.garden_spec import GardenSpec

__all__ = ["document", "written"]


class _Representer(RoundTripRepresenter):
    """Writes null as a word: an empty value looks forgotten."""

    def represent_none(self, _value: None) -> Any:
        return self.represent_scalar("tag:yaml.org,2002:null", "null")


_Representer.add_representer(type(None), _Representer.represent_none)


def document(spec: "GardenSpec") -> dict[str, Any]:
    """Return the spec as plain data, without what has its default."""
    said = _said(spec)
    said["variants"] = {label: _variant(variant) for label, variant in spec.variants.items()}
    if spec.scorers:
        said["scorers"] = [_scorer(scorer) for scorer in spec.scorers]
    if spec.judges:
        judges = [_said(judge) for judge in spec.judges]
        said["judges"] = judges[0] if len(judges) == 1 else judges
    return {"judge" if key == "judges" else key: value for key, value in said.items()}


def written(spec: "GardenSpec") -> str:
    """Return the spec as YAML 1.2, long texts as blocks."""
    yaml = YAML(typ="rt", pure=True)
    yaml.Representer = _Representer
    yaml.width = 2**20  # no text is folded
    stream = StringIO()
    yaml.dump(_quoted(document(spec)), stream)
    return stream.getvalue()


def _said(part: Any) -> dict[str, Any]:
    """Return the fields of a noun that differ from their defaults, in order."""
    said = {}
    for item in fields(part):
        value = getattr(part, item.name)
        default = item.default if item.default_factory is MISSING else item.default_factory()
        if item.compare and value != default:
            said[item.name] = value
    return said


def _variant(variant: ModelVariant | AgentVariant) -> Any:
    said = _said(variant)
    return said["model"] if set(said) == {"model"} else said


def _scorer(scorer: ScorerChoice) -> Any:
    return {scorer.name: scorer.options} if scorer.options else scorer.name


def _quoted(value: Any) -> Any:
    """Return plain data with the text marked that would be read as something else."""
    if isinstance(value, Mapping):
        return {_text(key): _quoted(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        items = CommentedSeq(_quoted(item) for item in value)
        if not any(isinstance(item, str | dict | list) for item in items):
            items.fa.set_flow_style()
        return items
    if not isinstance(value, str):
        return value
    return LiteralScalarString(value) if _is_block(value) else _text(value)


def _is_block(text: str) -> bool:
    """Return whether a | block holds the text as it stands."""
    lines = text.removesuffix("\n").split("\n")
    sound = all(line.isprintable() and not line.endswith(" ") for line in lines)
    return "\n" in text and sound and bool(lines[-1]) and lines[0][:1] not in ("", " ")


def _text(text: str) -> str:
    """Return text, marked where it would be read as something else without quotes."""
    plain = text.isprintable() and resolve(text) == text
    return text if plain else DoubleQuotedScalarString(text)
