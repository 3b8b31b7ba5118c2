"""The spec: a garden as it can be written down."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import PurePath
from typing import Any

from garden_nb.core.digest import digest
from garden_nb.core.spec.agent_variant import AgentVariant
from garden_nb.core.spec.checking import check_spec
from garden_nb.core.spec.context import SpecContext
from garden_nb.core.spec.findings import Findings
from garden_nb.core.spec.judge_choice import JudgeChoice
from garden_nb.core.spec.marks import Marks
from garden_nb.core.spec.model_variant import ModelVariant
from garden_nb.core.spec.scorer_choice import ScorerChoice
from garden_nb.core.spec.writing import document, written
from garden_nb.errors import Problem

__all__ = ["GardenSpec"]


@dataclass(frozen=True)
class GardenSpec:
    """A garden as it can be written down.

    Attributes:
        variants: Models and agents by label.
        cases: The frame's name in the notebook, or a file's path; None where it is said outside.
        baseline: The label of the reference; None is the first variant.
        prompt: The template of the models that have none of their own; None is the question.
        question: The column that agents get first.
        expected: The column with the right answers.
        case_id: The column with the ids.
        category: The column with the slices.
        cluster: The column that names cases which are not independent.
        scorers: What scores outputs.
        judges: What judges them.
        gates: The requirements as written; `garden_nb.analysis.gates` reads them.
        repeats: Trials per case and variant.
        concurrency: Trials under way at once.
        timeout_s: Seconds until an attempt is given up; None is no limit.
        retries: Further attempts after a failure that may pass.
        deadline_s: Seconds that a trial may take over all its attempts; None is no limit.
        limits: How many calls at once and per minute, by the names that the engine knows.
        max_cost_usd: What stops the run; None is no limit.
        early_stop: Whether contenders that are shown worse are not called any more.
        seed: The seed of everything drawn; None draws one.
        store: The journal's file.
        name: The run's name; None leaves it to who runs it (`default_name`).
        fresh: Whether to run everything anew.
        marks: Where each part stands; no part of what the spec says.
    """

    variants: Mapping[str, ModelVariant | AgentVariant]
    cases: str | None = None
    baseline: str | None = None
    prompt: str | None = None
    question: str | None = None
    expected: str | None = None
    case_id: str | None = None
    category: str | None = None
    cluster: str | None = None
    scorers: tuple[ScorerChoice, ...] = ()
    judges: tuple[JudgeChoice, ...] = ()
    gates: Mapping[str, Any] = field(default_factory=dict)
    repeats: int = 1
    concurrency: int = 8
    timeout_s: float | None = 120.0
    retries: int = 2
    deadline_s: float | None = None
    limits: Mapping[str, float] = field(default_factory=dict)
    max_cost_usd: float | None = None
    early_stop: bool = False
    seed: int | None = 0
    store: str = "garden.db"
    name: str | None = None
    fresh: bool = False
    marks: Marks = field(default_factory=Marks, compare=False, repr=False)

    def prompt_for(self, label: str) -> str | None:
        """Return the template of a variant's prompt.

        None where it has messages only, or is asked the question itself, or is no model.
        """
        variant = self.variants[label]
        if isinstance(variant, AgentVariant):
            return None
        if variant.prompt is not None or variant.messages:
            return variant.prompt
        return self.prompt

    def where(self, *path: str | int) -> str:
        """Return the place of a part in the user's words.

        A problem that `parse_gates` finds in one gate stands at `spec.where("gates", key)`.

        >>> GardenSpec({}).where("gates", "exact_match")
        'gates.exact_match'
        """
        return self.marks.key(path).text

    def check(
        self,
        columns: Sequence[str] | None = None,
        scorers: Collection[str] | None = None,
        namespace: Mapping[str, Any] | None = None,
        providers: Collection[str] | None = None,
    ) -> list[Problem]:
        """Return what does not fit the frame, the library and the notebook.

        Args:
            columns: The frame's columns.
            scorers: The names of the library's scorers.
            namespace: The notebook's variables.
            providers: The prefixes of model ids.

        Whatever is None is not known and not checked.
        """
        findings = Findings()
        check_spec(self, SpecContext(columns, scorers, namespace, providers), findings)
        return findings.problems()

    def to_yaml(self) -> str:
        """Return the spec as YAML that `parse_spec` reads back to an equal one.

        What has its default is left out.
        """
        return written(self)

    @cached_property
    def digest(self) -> str:
        """The digest of all that the spec says, whatever its source, layout and order of keys."""
        baseline = self.baseline or next(iter(self.variants), None)
        return digest(document(replace(self, baseline=baseline)))

    def default_name(self, cases: str) -> str:
        """Return the run's name: its own, or one for all specs on the same cases.

        It comes from the name of the cases and the columns that make them, so that a prompt that
        is edited or a variant that is added continues the same run and reuses its results.

        Args:
            cases: The frame's name in the notebook, or the file's path.
        """
        if self.name is not None:
            return self.name
        columns = (self.question, self.expected, self.case_id)
        return f"{PurePath(cases).stem}-{digest(cases, columns)[:8]}"
