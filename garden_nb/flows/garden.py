"""The garden: every variant on every case, and the report that comes of it."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from secrets import randbits
from typing import Any

from garden_nb.analysis.report import AnalysisSpec
from garden_nb.analysis.table import Plan
from garden_nb.core.cases import CaseSet
from garden_nb.core.frames import ColumnRoles
from garden_nb.core.variants import Variant
from garden_nb.engine.agents import check_agents
from garden_nb.engine.events import Subscriber
from garden_nb.engine.limits import Limits
from garden_nb.engine.runner import KeptRun, Run, RunRequest, start_run
from garden_nb.errors import InputError, Problem
from garden_nb.flows.checks import (
    checked_baseline,
    checked_gates,
    checked_kinds,
    checked_limits,
    checked_numbers,
    collected,
)
from garden_nb.flows.early_stop import with_early_stop
from garden_nb.flows.edited_agents import agents_in_use
from garden_nb.flows.estimate import Estimate
from garden_nb.flows.estimating import estimate_run
from garden_nb.flows.plan_of import plan_of
from garden_nb.flows.provenance import about_run
from garden_nb.flows.read_spec import Origin, Written, read_spec
from garden_nb.flows.recorded import RecordColumns, read_records
from garden_nb.flows.report import Report
from garden_nb.flows.results import RecordedResults, Results, RunResults, kept_run, was_watched
from garden_nb.flows.running import GardenRun, follow, open_view
from garden_nb.flows.scoring import read_scorers
from garden_nb.flows.sources import cases_from
from garden_nb.flows.spec_of import resumable_text, spec_of
from garden_nb.flows.variants import read_variants

__all__ = ["Garden"]

_HEARTBEAT_S = 0.1


class Garden:
    """Variants, cases and scorers, ready to run and to be compared.

    Args:
        cases: A pandas or polars frame, a list of mappings, or the path of a CSV file.
        variants: Agents by label: a model's id (`openai/gpt-4o-mini`), a mapping with `model`,
            `system`, `prompt`, `messages`, `params` and the like, or an agent. An
            agent is a sync or async callable, or an object with a
            `run`, `arun`, `invoke`, `ainvoke` or `ask` method. It gets the question first (all
            inputs where there is no single question column) and, by keyword, the columns or
            `case` that it declares; never the expected answer.
        scorers: Functions that get by keyword what they declare of `output`, `expected`,
            `question`, `case` and columns, and return a truth value, a number, or a mapping of
            names to these; or names of the library (`"exact_match"`), with options as
            `{"numeric_match": {"tolerance": 0.01}}`.
        judge: A `Judge`, its settings (`{"model": ..., "criterion": ..., "scale": [1, 5]}`), or a
            list of these.
        baseline: The label of the reference; the first variant by default.
        gates: Requirements, such as `{"exact_match": 0.6}`.
        prompt: The template of models that have none of their own: `"Answer briefly: {question}"`.
        question: The column that agents get first. Default: `question`, or the only input.
        expected: The column with the right answers. Default: `expected`, `answer`, `gold`,
            `target` or the like.
        case_id: The column with the ids. Default: `case_id` or `id`, else a digest of the inputs.
        category: The column with the slices. Default: `category`.
        cluster: The column that names cases which are not independent. Default: `cluster`.
        repeats: Trials per case and variant.
        concurrency: Trials under way at once over the whole garden.
        timeout_s: Seconds until an attempt is given up, None to wait for ever.
        retries: Further attempts after a failure that may pass.
        deadline_s: Seconds that a trial may take over all its attempts and the waits between them.
        limits: How many calls at once and per minute: `Limits`, or a mapping such as
            `{"per_account": 4, "requests_per_minute": 60}`.
        max_cost_usd: The run stops cleanly once it has cost this much, over all its parts.
        early_stop: Whether to call a contender no more once it is shown worse, and nothing more
            once all is decided. The verdicts then hold whenever one looks, which asks for larger
            differences than those after all cases.
        on_event: Called with every event of each run, in the engine's thread.
        store: The journal's file.
        name: The run's name; the same store and name resume it. None is a new run, with which
            this garden goes on when it is run again.
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

    _results: Results | None = None

    def __init__(  # noqa: PLR0913  # the garden's public face
        self,
        cases: Any,
        variants: Mapping[str, Any] | Sequence[Variant],
        *,
        scorers: Iterable[Any] = (),
        judge: Any = None,
        baseline: str | None = None,
        gates: Mapping[str, Any] | None = None,
        prompt: str | None = None,
        question: str | None = None,
        expected: str | None = None,
        case_id: str | None = None,
        category: str | None = None,
        cluster: str | None = None,
        repeats: int = 1,
        concurrency: int = 8,
        timeout_s: float | None = 120.0,
        retries: int = 2,
        deadline_s: float | None = None,
        limits: Limits | Mapping[str, float] | None = None,
        max_cost_usd: float | None = None,
        early_stop: bool = False,
        on_event: Subscriber | None = None,
        store: str | Path = "garden.db",
        name: str | None = None,
        fresh: bool = False,
        seed: int | None = 0,
    ) -> None:
        self._given = {name: value for name, value in locals().items() if name != "self"}
        problems: list[Problem] = []
        roles = ColumnRoles(question, expected, case_id, category, cluster)
        self.cases = collected(problems, lambda: cases_from(cases, roles), CaseSet(()))
        self.variants = read_variants(variants, prompt, problems)
        self._scoring = read_scorers(scorers, judge, self.cases, problems)
        self.scorers = self._scoring.scorers
        problems += check_agents(self.variants, self.cases) if self.cases.cases else []
        self.baseline = checked_baseline(baseline, self.variants, problems)
        self._gates, self._early_stop = gates, early_stop
        checked_gates(gates, self.variants, self.scorers, problems)
        self._request = RunRequest(
            cases=self.cases,
            variants=self.variants,
            scorers=self.scorers,
            repeats=repeats,
            seed=randbits(32) if seed is None else seed,
            concurrency=concurrency,
            timeout_s=timeout_s,
            retries=retries,
            deadline_s=deadline_s,
            limits=checked_limits(limits, problems),
            max_cost_usd=max_cost_usd,
            store=Path(store),
            name=name,
            fresh=fresh,
            subscribers=() if on_event is None else (on_event,),
        )
        problems += [*checked_kinds(self._request, early_stop), *checked_numbers(self._request)]
        if problems:
            raise InputError(problems)
        self._names: Mapping[int, str] = {}

    @classmethod
    def from_spec(
        cls,
        spec: Written,
        cases: Any = None,
        *,
        namespace: Mapping[str, Any] | None = None,
        origin: Origin | None = None,
        **changes: Any,
    ) -> "Garden":
        """Return the garden that YAML text, a mapping or a parsed spec describes.

        Args:
            spec: What was written.
            cases: A frame, a list of mappings, or a file; by default what the spec names.
            namespace: Variables that the spec may name: agents, scorers, a frame.
            origin: Where the text stands, for the places of its problems.
            **changes: Arguments of `Garden` that win over what was written.

        Raises:
            InputError: Everything that is wrong, with its line and column where text was given.
        """
        read = read_spec(spec, cases, namespace, origin)
        try:
            garden = cls(**{**read.arguments, **changes})
        except InputError as error:
            raise read.placed(error) from None
        garden._names = read.names
        return garden

    @classmethod
    def from_records(  # noqa: PLR0913  # the garden's public face
        cls,
        frame: Any,
        *,
        case: str,
        variant: str,
        scores: Sequence[str],
        repeat: str | None = None,
        category: str | None = None,
        cluster: str | None = None,
        baseline: str | None = None,
        metrics: Mapping[str, Any] | None = None,
    ) -> "Garden":
        """Return a garden of results that were measured elsewhere, one row per trial.

        Args:
            frame: A pandas or polars frame, or a list of mappings.
            case: The column with the case ids, by which results are paired.
            variant: The column with the variants' labels.
            scores: The columns with measured values. Values that are all 0 or 1 are binary; names
                such as `*_usd`, `*_ms`, `*_s`, `*_tokens`, `steps`, `latency` and `cost` are
                guardrails of which less is better; everything else is a success metric of which
                more is better.
            repeat: The column with the repeat's number.
            category: The column with the slices.
            cluster: The column that names cases which are not independent.
            baseline: The label of the reference; the first variant by default.
            metrics: Kind, direction and role of a column where the defaults are wrong, for example
                `{"rating": {"kind": "bounded", "low": 1, "high": 5}}`.

        Raises:
            InputError: Everything that is wrong with the frame or the arguments, at once.
        """
        columns = RecordColumns(case, variant, tuple(scores), repeat, category, cluster)
        records, plan = read_records(frame, columns, baseline, metrics)
        garden = cls.__new__(cls)
        garden.cases = CaseSet(())
        garden.variants = tuple(Variant(label, None) for label in plan.variants)
        garden.scorers, garden.baseline, garden._gates = (), plan.baseline, None  # noqa: SLF001
        garden._results = RecordedResults(records, plan, baseline is not None)  # noqa: SLF001
        return garden

    def run(self) -> Report:
        """Run every trial that the journal lacks, and return the report.

        An interrupt ends the run: no further call starts, and the report of what finished is
        interim. Works in scripts and in notebooks, whose event loop is left alone.
        """
        run = self._start()
        return follow(run, open_view(run, background=False), self.report)

    def rerun_failed(self) -> Report:
        """Call again what failed in the run so far, and nothing else, and return the report.

        Raises:
            InputError: There is no such run.
        """
        kept_run(self._request, "rerun_failed")
        run = self._start(only_failed=True, fresh=False)
        return follow(run, open_view(run, background=False), self.report)

    def start(self) -> GardenRun:
        """Run in the background and return at once; the handle stops, pauses and reports."""
        run = self._start()
        return GardenRun(run, open_view(run, background=True), self.report)

    async def arun(self) -> Report:
        """Run as `run` does, leaving the event loop free meanwhile.

        Raises:
            CancelledError: Its task was cancelled; what finished is kept, and shown.
        """
        run = self._start()
        view = open_view(run, background=False)
        try:
            while not run.wait(0):
                view.update(run)
                await asyncio.sleep(_HEARTBEAT_S)
        except asyncio.CancelledError:
            run.cancel()
            await asyncio.shield(asyncio.to_thread(run.wait))
            view.finish(run, self.report())
            raise
        except KeyboardInterrupt:
            run.cancel()
            run.wait()
        report = self.report()
        view.finish(run, report)
        return report

    def report(  # noqa: PLR0913, PLR0917  # the garden's public face
        self,
        baseline: str | None = None,
        gates: Mapping[str, Any] | None = None,
        adjust: str | None = "holm",
        confidence: float = 0.95,
        margin: float | None = None,
        method: str = "auto",
        on_error: str = "fail",
        missing: str = "pairwise",
    ) -> Report:
        """Return the report of what has been run so far; nothing is run.

        In a new process that is what the journal has of the run of the garden's name.

        Args:
            baseline: The reference; the planned one by default. For recorded results that were
                given without one, naming it here plans it.
            gates: Requirements; those of the garden by default.
            adjust: Correction over the family of comparisons: `holm`, `fdr_bh`, `maxt` (joint,
                uses how the comparisons are correlated) or None.
            confidence: The level of the intervals.
            margin: Differences up to this size count as equivalent.
            method: `auto` takes the method that fits each metric's kind; `bootstrap` the
                percentile bootstrap everywhere.
            on_error: Failed trials count as the worst value (`fail`) or leave the pair (`drop`).
            missing: Absent trials: `pairwise`, `fail` or `common`.

        Raises:
            InputError: Nothing has been run, or some choice is not one of those that there are.
        """
        results = self._found()
        evidence = results.evidence(baseline)
        plan = evidence.table.plan
        spec = AnalysisSpec(plan.reference, plan.baseline)
        report = Report(evidence, spec, results.source(), self.cases)
        choices: dict[str, Any] = {
            "adjust": adjust,
            "confidence": confidence,
            "margin": margin,
            "method": method,
            "on_error": on_error,
            "missing": missing,
            "gates": self._gates if gates is None else gates,
        }
        report.choose(baseline=plan.reference if baseline is None else baseline, **choices)
        return report

    def explore(self, **choices: Any) -> Any:
        """Return what shows the cases behind the report so far; see `Report.explore`."""
        return self.report().explore(**choices)

    def estimate(self) -> Estimate:
        """Return what a run would call, cost and take, before anything is paid."""
        self._require_agents()
        return estimate_run(self._request, self._scoring.judges)

    def to_yaml(self) -> str:
        """Return the garden as YAML, which `from_spec` and a `%%garden` cell read back.

        Agents and scorers that are functions are written by name.

        Raises:
            InputError: What cannot be written down, all of it.
        """
        self._require_agents()
        return spec_of(self._given, self.variants, self._scoring, self._names).to_yaml()

    def _start(self, **changes: Any) -> Run:
        self._require_agents()
        request = replace(self._request, **changes)
        kept = None if request.fresh else KeptRun.find(request)
        plan = self._plan(kept)
        text = resumable_text(self._given, self.variants, self._scoring, self._names)
        about = about_run(plan, self.cases, self._gates, text, agents_in_use(request))
        request = replace(request, about=about)
        if self._early_stop:
            request = with_early_stop(request, plan, kept)
        run = start_run(request)
        self._request = replace(self._request, name=run.name)
        self._results = RunResults(run, self._request, plan)
        return run

    def _require_agents(self) -> None:
        if isinstance(self._results, RecordedResults):
            hint = "Call report(); to run agents make Garden(cases, variants)."
            raise InputError(Problem("garden", "these results were recorded elsewhere.", hint))

    def _found(self) -> Results:
        """Return the results: recorded, of this garden's last run, or of its name's."""
        if self._results is None:
            run = kept_run(self._request, "report")
            self._results = RunResults(run, self._request, self._plan(run))
        return self._results

    def _plan(self, kept: KeptRun | None) -> Plan:
        plan = plan_of(self._request, self.baseline)
        return replace(plan, early_stop=self._early_stop or was_watched(kept))

    def __repr__(self) -> str:
        """Return the size of the garden on one line."""
        labels = ", ".join(variant.label for variant in self.variants)
        return f"<Garden: {len(self.variants)} variants ({labels})>"
