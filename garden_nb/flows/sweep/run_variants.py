"""Run every variant on every task of a suite, and rank them."""

import asyncio
import atexit
import re
import shutil
import tempfile
import time
import weakref
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from garden_nb.core.cases import CaseSet
from garden_nb.engine.events import Subscriber
from garden_nb.errors import InputError, Problem
from garden_nb.flows.garden import Garden
from garden_nb.flows.sweep.suite import read_suite
from garden_nb.flows.sweep.variant_result import VariantResult
from garden_nb.flows.sweep.variant_run_result import VariantRunResult
from garden_nb.flows.sweep.variants import Variants

__all__ = ["run_variants"]

_STORE = "garden.db"


async def run_variants(  # noqa: PLR0913  # the signature is a contract
    suite: str | Path | list[dict[str, Any]] | CaseSet,
    *,
    variants: Variants | Mapping[str, Any],
    scorers: Iterable[Any] = (),
    store_dir: str | Path | None = None,
    repeats: int = 1,
    concurrency: int = 4,
    run_id: str | None = None,
    label: str | None = None,
    stream: Subscriber | None = None,
    judge: Any = None,
    baseline: str | None = None,
    max_cost_usd: float | None = None,
) -> VariantRunResult:
    """Run every variant on every task, case by case, and return their leaderboard.

    All variants are tried on a task before the next one, so that an interrupted run is a balanced
    part of the whole. Every result is journaled as it arrives. A variant whose agent fails is
    recorded, and its failed trials count as the worst value.

    Args:
        suite: One task's text, a list of mappings with `inputs` (and `task_id`,
            `reference_outputs`, `tags`, `metadata`), or the path of a JSON Lines file of these.
            Agents get `inputs["input"]` first, and other inputs by keyword if they declare them.
        variants: `Variants`, or agents by name.
        scorers: As for `Garden`. `reference_outputs` are `expected` to them.
        store_dir: The folder of the journal; temporary without one.
        repeats: Trials per task and variant. Tasks are the unit of the statistics, not trials.
        concurrency: Trials under way at once, over all variants.
        run_id: The run's name; the same one and `store_dir` go on where it stopped, and nothing
            that is there is paid for again. Default: a new one.
        label: A name that runs may share, kept in the result.
        stream: Called with every event of the run, in the engine's thread.
        judge: As for `Garden`.
        baseline: The reference of the report; the first variant by default.
        max_cost_usd: The run stops cleanly once it has cost this much.

    Returns:
        The leaderboard, what each variant did, and the report.

    Raises:
        InputError: Everything that is wrong with the arguments, at once.

    Example:
        >>> import asyncio
        >>> tasks = [
        ...     {"inputs": {"input": str(n)}, "reference_outputs": {"answer": str(n % 2)}}
        ...     for n in range(40)
        ... ]
        >>> agents = {"zero": lambda input: "0", "parity": lambda input: str(int(input) % 2)}
        >>> board = asyncio.run(
        ...     run_variants(tasks, variants=Variants(agents), scorers=["exact_match"])
        ... )
        >>> board.best("exact_match"), board.best_set("exact_match")
        ('parity', ('parity',))
    """
    began, created_at = time.perf_counter(), datetime.now(UTC)
    problems: list[Problem] = []
    given = variants if isinstance(variants, Variants) else Variants(variants)
    cases = read_suite(suite, problems)
    name = uuid4().hex if run_id is None else run_id
    folder = _folder(store_dir, problems)
    garden = None
    try:
        garden = Garden(
            cases,
            given.agents,
            scorers=scorers,
            judge=judge,
            baseline=baseline,
            repeats=repeats,
            concurrency=concurrency,
            max_cost_usd=max_cost_usd,
            on_event=stream,
            store=folder / _STORE,
            name=name,
        )
    except InputError as error:
        problems += error.problems
    if problems or garden is None:
        raise InputError(problems)
    mode = 0o777 if store_dir is not None else 0o700  # a temporary folder is its user's alone
    await asyncio.to_thread(folder.mkdir, mode=mode, parents=True, exist_ok=True)
    if store_dir is not None:
        report = await garden.arun()
    else:
        try:
            report = await garden.arun()
        except BaseException:  # what is shown of it can be looked into while the process lives
            atexit.register(_remove, folder)
            raise
        weakref.finalize(report, _remove, folder)
    frozen, failures = report.frozen, report.failures
    results = {
        variant: VariantResult(f"{name}-{slug}", variant, frozen, failures.get(variant, {}))
        for variant, slug in _slugs(report.variants).items()
    }
    duration_ms = (time.perf_counter() - began) * 1000
    return VariantRunResult(name, given.axis, results, report, created_at, duration_ms, label)


def _folder(store_dir: Any, problems: list[Problem]) -> Path:
    """Return where the journal is to be; nothing is made before all is checked."""
    if store_dir is None:
        return Path(tempfile.gettempdir()) / f"garden-{uuid4().hex}"
    if not isinstance(store_dir, str | Path) or Path(store_dir).is_file():
        accepted = "Accepted: the path of a folder, or None."
        problems.append(Problem("store_dir", f"got {str(store_dir)!r}.", accepted))
        return Path()
    return Path(store_dir)


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def _slugs(labels: Iterable[str]) -> dict[str, str]:
    """Return by label a name of `A-Za-z0-9._-` only; labels that would share one get a number."""
    labels = tuple(labels)
    slugs: dict[str, str] = {}
    taken = {label for label in labels if _slug(label) == label}
    for label in labels:
        slug, number = _slug(label), 2
        if slug != label:
            while slug in taken:
                slug, number = f"{_slug(label)}-{number}", number + 1
            taken.add(slug)
        slugs[label] = slug
    return slugs


def _slug(label: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "_", label)
