"""The modules of the front end, joined into one script by leaving out imports and exports."""

import re
from pathlib import Path

import garden_nb.present
from garden_nb.present.script import SHEETS, joined_script, style_sheet

STATIC = Path(garden_nb.present.__file__).parent / "static"
MODULES = sorted(STATIC.glob("*.js"))
_TOP = re.compile(r"^(?:async )?(?:const|let|class|function) (\w+)", re.MULTILINE)


def test_every_module_stands_once_and_behind_those_that_it_imports():
    script = joined_script()
    assert len(MODULES) > 5
    for module in MODULES:
        source = module.read_text(encoding="utf-8")
        names = _TOP.findall(source)
        assert names
        assert all(len(re.findall(rf"^.*\b{name}\b.*$", script, re.MULTILINE)) for name in names)
        for imported in re.findall(r"from '\./([\w-]+)\.js'", source):
            first = _TOP.findall((STATIC / f"{imported}.js").read_text(encoding="utf-8"))[0]
            place = re.search(rf"^(?:async )?\w+ {first}\b", script, re.MULTILINE).start()
            own = re.search(rf"^(?:async )?\w+ {names[0]}\b", script, re.MULTILINE).start()
            assert place < own


def test_names_at_the_top_are_unique_since_functions_would_replace_each_other_silently():
    names = [
        name for module in MODULES for name in _TOP.findall(module.read_text(encoding="utf-8"))
    ]
    assert len(names) > 30
    assert sorted(set(names)) == sorted(names)


def test_no_module_syntax_is_left_and_nothing_ends_the_script_element():
    script = joined_script()
    assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)
    assert "</" not in script
    assert "<!--" not in script
    assert "</style" not in style_sheet()


def test_comments_and_indentation_are_left_out():
    script, style = joined_script(), style_sheet()
    assert len(script) < 0.8 * sum(module.stat().st_size for module in MODULES)
    for text in (script, style):
        assert not re.search(r"^(\s|//|/\*((?!\*/).)*\*/$|/\*[^/]*$)", text, re.MULTILINE)


def test_every_host_has_the_same_style_sheets():
    names = {path.name for path in STATIC.glob("*.css")}
    assert sorted(names) == sorted(SHEETS)
    output = (STATIC.parents[1] / "labextension" / "static" / "output.js").read_text()
    listed = re.search(r"const SHEETS = \[(.*)\];", output)[1]
    assert [f"{name}.css" for name in re.findall(r"'(\w+)'", listed)] == list(SHEETS)


def test_modules_are_small():
    assert all(len(module.read_text().splitlines()) <= 300 for module in MODULES)
