"""A report as HTML: a fragment for notebooks and a page that stands alone.

Both read without scripts. Where scripts run, one inline script that finds its report by id makes
the same fragment interactive; it is kept packed. Nothing is fetched from anywhere.
"""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from garden_nb.present.clean import shorten
from garden_nb.present.contract import Table
from garden_nb.present.flips import changed_line, counted_under
from garden_nb.present.marks import DARK, MARKS
from garden_nb.present.payload import fold, pack, slice_key, state_key, unpack
from garden_nb.present.script import joined_script, style_sheet
from garden_nb.present.slice_overview import slice_overview

__all__ = ["to_html", "to_page"]

_WIDTH = re.compile(r'<svg[^>]*? width="([\d.]+)"')
_IN_ADDRESS = re.compile(r"[%#<>&'\t\n\r\f]")
_INSIDE = re.compile(f" (?![{''.join(MARKS.values())}])")
_PAINTED = ("fill", "stroke")
_MOST_IN_DETAIL = 8
"""Above this many variants the part without scripts leaves out how each row was judged."""


def to_html(payload: Mapping[str, Any]) -> str:
    """Return the fragment that stands for a report in a notebook.

    Args:
        payload: What `build_payload` returned.
    """
    return _fragment(payload, themed=False)


def to_page(payload: Mapping[str, Any]) -> str:
    """Return one self-contained document that works offline and fetches nothing.

    Args:
        payload: What `build_payload` returned.
    """
    scripts = _packed_script(payload["id"]), _script(payload["id"])  # the one starts the other
    name = payload["title"]
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            title=f"Garden report: {name}" if name else "Garden report",
            css=Markup(_asset("templates/page.css")),  # noqa: S704  # a file of this package
            hashes=[b64encode(sha256(each.encode()).digest()).decode() for each in scripts],
            fragment=Markup(_fragment(payload, themed=True)),  # noqa: S704  # escaped where it was made
        )
    )


def _fragment(payload: Mapping[str, Any], *, themed: bool) -> str:
    state = payload["state"]
    key = state_key(state["baseline"], state["adjust"], state["on_error"])
    script = _packed_script(payload["id"])
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            payload=payload,
            key=key,
            others=_others(payload),
            plot=_plot(payload, key, themed=themed),
            slices=_slices(payload),
            changed=_changed(payload),
            detail=len(payload["variants"]) <= _MOST_IN_DETAIL,
            themed=themed,
            data=_json(fold(payload)),
            script=Markup(script),  # noqa: S704  # of this package, its data escaped
        )
    )


def _others(payload: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the other baselines under the same correction and failure policy."""
    state = payload["state"]
    keys = {
        name: state_key(name, state["adjust"], state["on_error"]) for name in payload["variants"]
    }
    return [
        {"baseline": name, "key": key}
        for name, key in keys.items()
        if name != state["baseline"] and key in payload["views"]
    ]


def _plot(payload: Mapping[str, Any], key: str, *, themed: bool) -> dict[str, str] | None:
    if key not in payload["plots"]:
        return None
    svg = unpack(payload["svgs"])[payload["plots"][key]]
    width = _WIDTH.match(svg)
    return {
        "source": _data_uri(_two_toned(svg) if themed else svg),
        "width": width[1] if width else "",
    }


def _two_toned(svg: str) -> str:
    """Return a picture that follows dark rooms by itself, where the page around it does too."""
    rules = (
        f'[{name}="{ink}"]{{{name}:{dark}}}' for ink, dark in DARK.items() for name in _PAINTED
    )
    style = f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"
    return svg.replace(">", f">{style}", 1)


def _data_uri(svg: str) -> Markup:
    """Return a picture as an address for an attribute in double quotes: smaller than base64."""
    written = _IN_ADDRESS.sub(lambda sign: f"%{ord(sign[0]):02X}", svg).replace('"', "'")
    return Markup(f"data:image/svg+xml,{written}")  # noqa: S704  # no sign of HTML is left in it


def _slices(payload: Mapping[str, Any]) -> list[Table]:
    state = payload["state"]
    adjust = None if state["adjust"] == "none" else state["adjust"]
    key = slice_key(state["baseline"], adjust, state["on_error"])
    return slice_overview(payload.get("slices", {}).get(key, ()))


def _changed(payload: Mapping[str, Any]) -> list[str]:
    state = payload["state"]
    sections = payload.get("changed", {}).get(state["baseline"], ())
    return [changed_line(each) for each in counted_under(state["on_error"], sections)]


def _unbroken(text: str) -> str:
    """Return numbers that no line breaks in two; a verdict behind them may stand below."""
    return _INSIDE.sub("\N{NO-BREAK SPACE}", text)


def _json(content: object) -> Markup:
    """Return JSON that no HTML parser sees an end tag or a comment in."""
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    return Markup(text.replace("<", r"\u003c"))  # noqa: S704  # nothing of HTML is left in it


def _script(report_id: str) -> str:
    call = f"upgradeInline({_json(report_id)}, {_json(style_sheet())});"
    return f"(() => {{\n{joined_script()}\n{call}\n}})();"


def _packed_script(report_id: str) -> str:
    return f"({_asset('templates/start.js').strip()})({_json(pack(_script(report_id)))});"


@cache
def _asset(name: str) -> str:
    return (files("garden_nb.present") / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("garden_nb.present"),
        autoescape=True,
        undefined=StrictUndefined,
    )
    environment.globals["marks"] = MARKS
    environment.filters["shorten"] = shorten
    environment.filters["unbroken"] = _unbroken
    return environment
