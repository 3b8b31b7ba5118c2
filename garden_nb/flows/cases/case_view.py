"""What the explorer shows for a choice: controls, a page of cases, and one case in full."""

from collections.abc import Iterable, Mapping
from typing import Any

from garden_nb.analysis.flips import FlipKind
from garden_nb.analysis.numbers import format_count
from garden_nb.flows.cases.case_choice import KINDS, CaseChoice
from garden_nb.flows.cases.case_place import CasePlace
from garden_nb.flows.cases.case_search import CaseSearch
from garden_nb.flows.cases.case_table import CaseTable
from garden_nb.present.case_card import case_card
from garden_nb.present.case_row import FLIP_WORDS, case_row
from garden_nb.present.shown_names import ShownNames

__all__ = ["case_view", "counts_line"]

_KIND_WORDS = {
    "all": "all, changed ones first",
    "changed": "changed",
    **{kind.value: words for kind, words in FLIP_WORDS.items()},
    FlipKind.DIFFER.value: "same score, outputs differ",
    FlipKind.SAME.value: "same score, same output",
    FlipKind.UNPAIRED.value: "no score on one side",
}
_BY_OUTPUT = {FlipKind.DIFFER, FlipKind.SAME}


def case_view(
    table: CaseTable, choice: CaseChoice, search: CaseSearch, place: CasePlace
) -> dict[str, Any]:
    """Return what to show, in JSON types: clean text in which all numbers are written out.

    Args:
        table: The cases.
        choice: What was chosen.
        search: The search for it, done or not.
        place: A settled place among the cases found so far.
    """
    found = list(search.found)
    card = None
    if place.selected is not None:
        card = case_card(table.pair_with_texts(place.selected, choice, place.repeat))
    return {
        "title": counts_line(table, choice),
        "controls": _controls(table, choice),
        "variants": [table.names["variant"].show(v) for v in (choice.baseline, choice.contender)],
        "rows": [case_row(table.pair(position, choice)) for position in place.shown(found)],
        "card": card,
        "range": _range(len(found), place, search),
        "page": place.page,
        "pages": place.pages(found),
        "progress": None if search.done else search.seen / search.total,
    }


def counts_line(table: CaseTable, choice: CaseChoice) -> str:
    """Return how the cases fare in one sentence."""
    counts = table.flips(choice).counts
    kinds = [*KINDS["changed"]]
    kinds += [kind for kind in (FlipKind.BOTH_FAIL, FlipKind.UNPAIRED) if counts[kind]]
    told = ", ".join(f"{counts[kind]:,} {FLIP_WORDS[kind]}" for kind in kinds)
    baseline, contender = (
        table.names["variant"].show(v) for v in (choice.baseline, choice.contender)
    )
    metric = table.names["metric"].show(choice.metric)
    cases = format_count(sum(counts.values()), "case")
    return f"{contender} against {baseline} on {metric}: {told}, of {cases}"


def _range(found: int, place: CasePlace, search: CaseSearch) -> str:
    so_far = "" if search.done else " so far"
    if not found:
        return f"no case{so_far}"
    first, last = (place.page - 1) * place.page_size + 1, min(found, place.page * place.page_size)
    return f"{first:,}–{last:,} of {format_count(found, 'case')}{so_far}"


def _controls(table: CaseTable, choice: CaseChoice) -> list[dict[str, Any]]:
    variants = table.names["variant"]
    baseline, contender = variants.show(choice.baseline), variants.show(choice.contender)
    others = [name for name in variants.all_shown if name != baseline]
    controls = [
        _control("baseline", "Baseline", baseline, _same(variants.all_shown)),
        _control("contender", "Contender", contender, _same(others)),
    ]
    metrics = table.names["metric"]
    if len(table.metrics) > 1:
        shown = metrics.show(choice.metric)
        controls.append(_control("metric", "Metric", shown, _same(metrics.all_shown)))
    controls.append(_control("kind", "Cases", choice.kind, _kinds(table, choice)))
    if table.categories:
        sizes = {name: len(members) for name, members in table.categories.items()}
        controls.append(_filter("slice", "Slice", table.names["slice"], sizes, choice.slice))
    if table.failures:
        sizes = {name: len(members) for name, members in table.failing(choice).items()}
        controls.append(_filter("failure", "Failure", table.failure_names, sizes, choice.failure))
    return controls


def _filter(
    key: str, words: str, names: ShownNames, sizes: Mapping[str, int], chosen: str | None
) -> dict[str, Any]:
    """Return a control that shows all cases unless something is chosen."""
    if chosen is not None:
        sizes = {**sizes, chosen: sizes.get(chosen, 0)}
    options = [(names.show(name), f"{names.show(name)} ({n:,})") for name, n in sizes.items()]
    value = "" if chosen is None else names.show(chosen)
    return _control(key, words, value, [("", "all"), *options])


def _kinds(table: CaseTable, choice: CaseChoice) -> Iterable[tuple[str, str]]:
    counts, texts = table.flips(choice).counts, table.source.has_texts
    for name, kinds in KINDS.items():
        if name == FlipKind.DIFFER and not texts:
            continue
        words = "same score" if name == FlipKind.SAME and not texts else _KIND_WORDS[name]
        known = name not in _BY_OUTPUT or table.compared(choice)
        yield name, f"{words} ({sum(counts[kind] for kind in kinds):,})" if known else words


def _same(names: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, name) for name in names]


def _control(
    key: str, words: str, value: str, options: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    return {"key": key, "label": words, "value": value, "options": [list(o) for o in options]}
