"""The garden: every variant on every case, and the report that comes of it."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from garden_nb.analysis.evidence import Evidence
from garden_nb.analysis.gates import Gate, parse_gates
from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.cases import CaseSet
from garden_nb.core.frames import ColumnRoles
from garden_nb.core.metrics import Metric, default_metric
from garden_nb.core.records import Record
from garden_nb.core.variants import Variant, parse_variants
from garden_nb.engine.agents import check_agents
from garden_nb.engine.runner import Run, RunRequest, start_run
from garden_nb.engine.scorers import Scorer, check_scorers
from garden_nb.errors import GatesError, InputError, Problem, did_you_mean
from garden_nb.flows.report import Report
from garden_nb.flows.running import GardenRun
from garden_nb.flows.sources import cases_from
from garden_nb.flows.surface import current_surface

__all__ = ["Garden"]


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
        timeout_s: Seconds until an attempt is given up.
        retries: Further attempts after a failure that may pass.
        max_cost_usd: The run stops cleanly once it has cost this much.
        store: The journal's file.
        name: The run's name; the same store and name resume it. None is a new run.
        fresh: Whether to run everything anew.
        seed: The seed of the order of the cases and of everything drawn.

    Raises:
        InputError: Everything that is wrong with the arguments, at once.
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
        self.cases = _collect(problems, lambda: cases_from(cases, roles)) or CaseSet(())
        self.variants = parse_variants(variants, problems)
        self.scorers = tuple(
            scorer for scorer in _scorers(scorers, problems) if scorer is not None
        )
        self.baseline = _baseline(baseline, self.variants, problems)
        if len(self.cases):
            problems += check_agents(self.variants, self.cases)
            problems += check_scorers(self.scorers, self.cases)
        self.gates = self._gates(gates, problems)
