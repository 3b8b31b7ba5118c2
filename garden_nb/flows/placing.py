"""Placing: what is wrong with a garden, told where its text says it."""

from garden_nb.core.spec import GardenSpec
from garden_nb.errors import Problem

__all__ = ["placed"]


def placed(problem: Problem, spec: GardenSpec, cases: str) -> Problem:
    """Return a problem that a garden found, at its place in the text of its spec.

    One that no part of the text is to blame for keeps its own place.

    Args:
        problem: What a garden found, where its arguments have it: `variant 'terse'`.
        spec: The spec that the garden was made from.
        cases: The place of what names the cases.
    """
    if spec.marks.text is None:
        return problem
    where = problem.where
    path = _path(where, spec)
    if path is not None:
        return Problem(spec.where(*path), f"{where}: {problem.what}", problem.accepted)
    if where == "cases" or where.startswith("column "):
        place = spec.where("cases") if ("cases",) in spec.marks.marks else cases
        return Problem(place, f"{where}: {problem.what}", problem.accepted)
    return problem


def _path(where: str, spec: GardenSpec) -> tuple[str | int, ...] | None:
    """Return the part of a spec that a place in a garden's arguments is about."""
    heads: dict[str, tuple[str | int, ...]] = {
        **{f"variant {label!r}": ("variants", label) for label in spec.variants},
        **{f"scorer {choice.called!r}": ("scorers", i) for i, choice in enumerate(spec.scorers)},
        **{f'gate "{key}"': ("gates", key) for key in spec.gates},
        **{
            str(path[0]): path for path in spec.marks.marks if len(path) == 1 and path != ("cases",)
        },
    }
    fits = (head for head in heads if where == head or where.startswith(f"{head},"))
    return heads.get(max(fits, key=len, default=""))
