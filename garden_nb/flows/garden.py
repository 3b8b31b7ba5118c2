"""The garden: every variant on every case, and the report that comes of it."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from secrets import randbits
from typing import Any, TypeVar

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.gates import Gate, parse_gates
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.cases import CaseSet
from garden_nb.core.frames import ColumnRoles
from garden_nb.core.records import Record
from garden_nb.core.variants import Variant, parse_variants
from garden_nb.engine.agents import check_agents
from garden_nb.engine.runner import Run, RunRequest, start_run
from garden_nb.engine.scorers import Scorer, check_scorers
from garden_nb.errors import InputError, Problem, did_you_mean
from garden_nb.flows.recorded import RecordColumns, read_records
from garden_nb.flows.report import Report
from garden_nb.flows.running import GardenRun, follow
from garden_nb.flows.sources import cases_from
from garden_nb.flows.surface import current_surface

__all__ = ["Garden"]

T = TypeVar("T")


class Garden:
    """Variants, cases and scorers, ready to run and to be compared.

    Args:
        cases: A pandas or polars frame, a list of mappings, or the path of a CSV file.
        variants: Agents by label. An agent is a sync or async callable, or an object with a
            `run`, `arun`, `invoke`, `ainvoke` or `ask` method. It gets the question first (all
            inputs where there is no single question column) and, by keyword, the input columns
            or `case` that it declares; never the expected answer.
        scorers: Functions that get by keyword what they declare of `output`, `expected`,
            `question`, `case` and columns, and return a truth value, a number, or a mapping of
            names to these.
        baseline: The label of the reference; the first variant by default.
        gates: Requirements, such as `{"exact_match": 0.6}`.
        question: The column that agents get first. Default: `question`, or the only input.
        expected: The column with the right answers. Default: `expected` or `answer`.
        case_id: The column with the ids. Default: `case_id` or `id`, else a digest of the inputs.
        category: The column with the slices. Default: `category`.
        cluster: The column that names cases which are not independent. Default: `cluster`.
        repeats: Trials per case and variant.
        concurrency: Trials under way at once over the whole garden.
        timeout_s: Seconds until an attempt is given up, None to wait for ever.
        retries: Further attempts after a failure that may pass.
        max_cost_usd: The run stops cleanly once it has cost this much.
        store: The journal's file.
        name: The run's name; the same store and name resume it. None is a new run.
        fresh: Whether to run everything anew.
        seed: The seed of the order of the cases and of everything drawn; None draws one.

    Raises:
        InputError: Everything that is wrong with the arguments, at once.

    Example:
        >>> import tempfile
        >>> cases = [{"question": str(n), "expected": str(n % 2)} for n in range(40)]
        >>> agents = {"zero": lambda question: "0", "parity": lambda question: int(question) % 2}
        >>> store = f"{tempfile.mkdtemp()}/garden.db"
        >>> def right(output, expected):
        ...     return str(output) == expected
        >>> Garden(cases, agents, scorers=[right], store=store).run().decision.headline
        'Switch to parity.'
    """

    def __init__(  # noqa: PLR0913  # the garden's public face
        self,
        cases: Any,
        variants: Mapping[str, Any] | Sequence[Variant],
        *,
        scorers: Iterable[Callable[..., Any]] = (),
        baseline: str | None = None,
        gates: Mapping[str, Any] | None = None,
        question: str | None = None,
        expected: str | None = None,
        case_id: str | None = None,
        category: str | None = None,
        cluster: str | None = None,
        repeats: int = 1,
        concurrency: int = 8,
        timeout_s: float | None = 120.0,
        retries: int = 2,
        max_cost_usd: float | None = None,
        store: str | Path = "garden.db",
        name: str | None = None,
        fresh: bool = False,
        seed: int | None = 0,
    ) -> None:
        problems: list[Problem] = []
        roles = ColumnRoles(question, expected, case_id, category, cluster)
        self.cases = _collected(problems, lambda: cases_from(cases, roles), CaseSet(()))
        self.variants = parse_variants(variants, problems)
        self.scorers = _checked_scorers(scorers, self.cases, problems)
        if self.cases.cases:
            problems += check_agents(self.variants, self.cases)
        self.baseline = _checked_baseline(baseline, self.variants, problems)
        labels = [variant.label for variant in self.variants]
        self._gates = _collected(problems, lambda: parse_gates(gates, labels, None), ())
        self.limits = {
            "repeats": repeats,
            "concurrency": concurrency,
            "timeout_s": timeout_s,
            "retries": retries,
            "max_cost_usd": max_cost_usd,
        }
        problems += _checked_limits(self.limits)
        self.store, self.name, self.fresh = Path(store), name, fresh
        self.seed = randbits(32) if seed is None else seed
        if problems:
            raise InputError(problems)
