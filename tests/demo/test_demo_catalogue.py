"""The catalogue: the running interpreter's, quickly built, without side effects."""

import pkgutil
import subprocess
import sys
from itertools import pairwise

from garden_nb.demo.catalogue import Entry, best, catalogue, curated

# Modules that act when they are imported, or exist to draw windows or change the interpreter.
ACTING = {"antigravity", "this", "idlelib", "turtle", "tkinter", "rlcompleter", "readline", "site"}

BUILD = """
import sys, threading, time

def refuse(event, args):
    acts = event.startswith(("socket.connect", "subprocess", "os.system", "webbrowser", "os.exec"))
    writes = event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+")
    if acts or writes:
        raise RuntimeError(f"{event}{args}")

from garden_nb.demo.catalogue import catalogue
sys.addaudithook(refuse)
start = time.process_time()
size = len(catalogue())
assert time.process_time() - start < 0.5
assert threading.active_count() == 1
assert not {"numpy", "pandas"} & set(sys.modules)
sys.exit(0 if size > 500 else 3)
"""


def test_building_is_quick_and_does_nothing_else():
    command = [sys.executable, "-W", "error", "-B", "-c", BUILD]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_no_module_that_acts_is_listed():
    modules = {path.split(":")[0].split(".")[0] for path in curated()}
    assert modules <= sys.stdlib_module_names
    assert not modules & ACTING


def test_names_are_sorted_and_unique():
    assert all(one.name < two.name for one, two in pairwise(catalogue()))


def test_every_name_resolves_to_the_documented_object():
    for name, doc in catalogue():
        found = _resolve(name)
        assert callable(found), name
        assert (found.__doc__ or "") == doc, name


def test_nothing_is_listed_under_two_names():
    functions = [_resolve(entry.name) for entry in catalogue()]
    assert len({id(function) for function in functions}) == len(functions)


def test_an_alias_yields_to_the_plainer_name():
    names = {entry.name for entry in catalogue()}
    assert "xml.etree.ElementTree.fromstring" in names
    assert "bisect.insort" in names
    assert not {"xml.etree.ElementTree.XML", "bisect.insort_right", "array.ArrayType"} & names


def test_inherited_methods_stand_with_the_class_that_has_them():
    names = {entry.name for entry in catalogue()}
    assert {"datetime.date.isocalendar", "pathlib.Path.with_suffix", "dict.get"} <= names
    assert not {"datetime.datetime.isocalendar", "collections.Counter.get"} & names


def test_exceptions_and_imported_names_are_left_out():
    names = {entry.name for entry in catalogue()}
    assert not {"ValueError", "json.JSONDecodeError", "heapq.Any", "statistics.itemgetter"} & names


def test_the_summary_skips_signatures():
    assert Entry("m.f", "f(x) -> float\n\nHalf of x.\n\nMore.").summary == "Half of x."
    assert Entry("m.f", "\n    Half of x.\n\n    More.").summary == "Half of x."
    assert Entry("m.f", "f(x) -> float").summary == "f(x) -> float"
    assert Entry("m.f", "").summary == ""


def test_best_takes_the_first_of_equals():
    first, second = catalogue()[:2]
    rest = [0.0] * (len(catalogue()) - 2)
    assert best([1.0, 1.0, *rest]) == first.name
    assert best([1.0, 2.0, *rest]) == second.name


def _resolve(name: str):
    try:
        return pkgutil.resolve_name(f"builtins:{name}")
    except AttributeError:
        return pkgutil.resolve_name(name)
