"""A report as HTML: a fragment for notebooks and a page that stands alone.

Both read without scripts. Where scripts run, one inline script that finds its report by id makes
the same fragment interactive. Nothing is fetched from anywhere.
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
from garden_nb.present.marks import DARK, MARKS
from garden_nb.present.payload import fold, state_key, unpack
from garden_nb.present.script import joined_script, style_sheet

__all__ = ["to_html", "to_page"]

_WIDTH = re.compile(r'<svg[^>]*? width="([\d.]+)"')


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
    script = _script(payload["id"])
    name = payload["title"]
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            title=f"Garden report: {name}" if name else "Garden report",
            css=Markup(_asset("templates/page.css")),  # noqa: S704  # a file of this package
            script_hash=b64encode(sha256(script.encode()).digest()).decode(),
            fragment=Markup(_fragment(payload, themed=True)),  # noqa: S704  # escaped where it was made
        )
    )


def _fragment(payload: Mapping[str, Any], *, themed: bool) -> str:
    state = payload["state"]
    key = state_key(state["baseline"], state["adjust"], state["on_error"])
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            payload=payload,
            key=key,
            others=_others(payload),
            plot=_plot(payload, key),
            themed=themed,
            data=_json(fold(payload)),
            script=Markup(_script(payload["id"])),  # noqa: S704  # of this package, its data escaped
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


def _plot(payload: Mapping[str, Any], key: str) -> dict[str, str] | None:
    if key not in payload["plots"]:
        return None
    svg = unpack(payload["svgs"])[payload["plots"][key]]
    width = _WIDTH.match(svg)
    inks = re.compile("|".join(DARK))
    return {
        "light": _data_uri(svg),
        "dark": _data_uri(inks.sub(lambda ink: DARK[ink[0]], svg)),
        "width": width[1] if width else "",
    }


def _data_uri(svg: str) -> str:
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _json(content: object) -> Markup:
    """Return JSON that no HTML parser sees an end tag or a comment in."""
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    return Markup(text.replace("<", r"\u003c"))  # noqa: S704  # nothing of HTML is left in it


def _script(report_id: str) -> str:
    call = f"upgradeInline({_json(report_id)}, {_json(style_sheet())});"
    return f"(() => {{\n{joined_script()}\n{call}\n}})();"


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
    return environment
