"""The cases of a run: which of them to show, and what is known of each."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

import numpy as np

from garden_nb.analysis.flips import FlipKind, Flips, IntArray, find_flips
from garden_nb.analysis.matrix import Policy
from garden_nb.analysis.table import TrialTable
from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.metrics import Metric, Role
from garden_nb.core.records import Record
from garden_nb.errors import InputError, Problem
from garden_nb.flows.cases.answer_numbers import AnswerNumbers
from garden_nb.flows.cases.case_choice import KINDS, CaseChoice
from garden_nb.flows.cases.case_search import CaseSearch, matching
from garden_nb.flows.cases.case_source import CaseSource, TrialKey
from garden_nb.flows.cases.record_source import RecordSource
from garden_nb.flows.cases.telling_repeat import telling_repeat
from garden_nb.present.case_pair import CasePair, CaseSide
from garden_nb.present.excerpt import plain_text
from garden_nb.present.shown_names import ShownNames

__all__ = ["CaseTable"]

_ID_LIMIT, _NAME_LIMIT = 200, 120


class CaseTable:
    """The cases of a run under any two of its variants.

    What decides which cases to show is in memory; outputs are read where they are shown, compared
    or searched.

    Args:
        trials: The trials as arrays.
        source: Where their outputs are.
        cases: The eval set, for questions and expected answers; None where it is not known.

    Attributes:
        trials: The trials.
        source: Where their outputs are.

    Raises:
        InputError: There are not two variants, or no scores.
    """

    def __init__(
        self, trials: TrialTable, source: CaseSource, cases: CaseSet | None = None
    ) -> None:
        self.trials, self.source = trials, source
        self._cases = cases or CaseSet(())
        self._answers = AnswerNumbers(source, trials.plan)
        self._flips = lru_cache(maxsize=64)(self._find_flips)
        if len(trials.plan.variants) < 2:
            raise InputError(Problem("explore", "there are not two variants to compare."))
        if not trials.metrics:
            raise InputError(
                Problem("explore", "there are no scores yet.", "Run the garden first.")
            )

    # ---- what there is to choose ------------------------------------------------------------

    @cached_property
    def metrics(self) -> dict[str, Metric]:
        """The metrics by name: those of success, or all where there is none of these."""
        found = {metric.name: metric for metric in self.trials.metrics}
        success = {name: m for name, m in found.items() if m.role is Role.SUCCESS}
        return success or found

    @cached_property
    def categories(self) -> dict[str, IntArray]:
        """The positions of the cases of each category, the largest category first."""
        members: dict[str, list[int]] = defaultdict(list)
        for position, category in enumerate(self.trials.plan.categories):
            if category is not None:
                members[category].append(position)
        ordered = sorted(members.items(), key=lambda item: (-len(item[1]), item[0]))
        return {name: np.array(positions) for name, positions in ordered}

    @cached_property
    def failures(self) -> Mapping[str, Mapping[int, str]]:
        """By variant and the position of a case, the kind of failure of a trial that failed."""
        found: dict[str, dict[int, str]] = defaultdict(dict)
        for key, kind in sorted(self.source.failures().items()):
            if key.case_id in self._positions:
                found[key.variant].setdefault(self._positions[key.case_id], kind)
        return dict(found)

    @cached_property
    def names(self) -> dict[str, ShownNames]:
        """How cases, variants, metrics and slices are shown."""
        return {
            "case": ShownNames(self.trials.plan.case_ids, _ID_LIMIT),
            "variant": ShownNames(self.trials.plan.variants, _NAME_LIMIT),
            "metric": ShownNames(self.metrics, _NAME_LIMIT),
            "slice": ShownNames(self.categories, _NAME_LIMIT),
        }

    @cached_property
    def failure_names(self) -> ShownNames:
        """How kinds of failure are shown."""
        kinds = {kind for cases in self.failures.values() for kind in cases.values()}
        return ShownNames(sorted(kinds), _NAME_LIMIT)

    def names_of(self, choice: str) -> ShownNames:
        """Return the names that a choice is made among.

        Args:
            choice: `baseline`, `contender`, `metric`, `slice`, `failure` or `selected`.
        """
        of = {"baseline": "variant", "contender": "variant", "selected": "case"}
        return self.failure_names if choice == "failure" else self.names[of.get(choice, choice)]

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {case_id: i for i, case_id in enumerate(self.trials.plan.case_ids)}

    def position(self, case_id: str) -> int:
        """Return the position of a case.

        Raises:
            KeyError: There is no such case.
        """
        return self._positions[case_id]

    def failing(self, choice: CaseChoice) -> dict[str, set[int]]:
        """Return the positions of the cases with each kind of failure, the most frequent first."""
        failing: dict[str, set[int]] = defaultdict(set)
        for variant in (choice.baseline, choice.contender):
            for position, kind in self.failures.get(variant, {}).items():
                failing[kind].add(position)
        return dict(sorted(failing.items(), key=lambda item: (-len(item[1]), item[0])))

    def drop_texts(self) -> None:
        """Go on with scores alone, where outputs cannot be read any more."""
        self.source = RecordSource(())
        for derived in ("failures", "failure_names"):
            self.__dict__.pop(derived, None)

    # ---- which cases to show ----------------------------------------------------------------

    def choice(self, baseline: str, policy: Policy | None = None) -> CaseChoice:
        """Return the choice to start from: all cases of the first contender, flips first."""
        contender = next(label for label in self.trials.plan.variants if label != baseline)
        return CaseChoice(baseline, contender, next(iter(self.metrics)), policy=policy or Policy())

    def compared(self, choice: CaseChoice) -> bool:
        """Whether all is known of which outputs are equal."""
        known = self._answers.known(choice.baseline, choice.contender)
        return known or not self.source.has_texts

    def compare_outputs(self, choice: CaseChoice) -> None:
        """Read the outputs of both variants, which takes a second per gigabyte or two."""
        if not self.compared(choice):
            self._answers.read(choice.baseline, choice.contender)

    def flips(self, choice: CaseChoice) -> Flips:
        """Return how each case fares; outputs are told apart once they were compared."""
        known = self._answers.known(choice.baseline, choice.contender)
        return self._flips((choice.baseline, choice.contender), choice.metric, choice.policy, known)

    def _find_flips(
        self, pair: tuple[str, str], metric: str, policy: Policy, compared: bool
    ) -> Flips:
        answers = self._answers.of_pair(*pair) if compared else None
        return find_flips(self.trials, pair, self.metrics[metric], policy, answers)

    def search(self, choice: CaseChoice) -> CaseSearch:
        """Return the search for the chosen cases; it is over at once unless texts are searched.

        Cases are told by their outputs only if these were compared.
        """
        positions = self._candidates(choice)
        if not choice.query:
            return CaseSearch(positions)
        variants = (choice.baseline, choice.contender)
        outcomes = matching(
            positions,
            choice.query,
            self.source,
            self._known_text,
            lambda case: [key for variant in variants for key in self._keys(case, variant)],
        )
        return CaseSearch(positions, outcomes)

    def _candidates(self, choice: CaseChoice) -> Sequence[int]:
        wanted = self.flips(choice).positions(KINDS[choice.kind])
        if choice.slice is not None:
            wanted = wanted[np.isin(wanted, self.categories[choice.slice])]
        if choice.failure is not None:
            failing = self.failing(choice).get(choice.failure, set())
            wanted = wanted[np.isin(wanted, list(failing))]
        positions: list[int] = wanted.tolist()
        return positions

    def _known_text(self, position: int) -> str:
        case = self.case(position)
        known = [case.inputs, case.expected] if case else []
        return "\n".join([self.trials.plan.case_ids[position], *map(plain_text, known)])

    def _keys(self, position: int, variant: str) -> list[TrialKey]:
        case_id = self.trials.plan.case_ids[position]
        return [TrialKey(case_id, variant, r) for r in range(self.trials.plan.repeats)]

    # ---- what is known of each --------------------------------------------------------------

    def case(self, position: int) -> Case | None:
        """Return a case of the eval set, None where that is not known."""
        return self._cases.by_id.get(self.trials.plan.case_ids[position])

    def pair(self, position: int, choice: CaseChoice) -> CasePair:
        """Return a case under both variants, without outputs."""
        plan, flips, case = self.trials.plan, self.flips(choice), self.case(position)
        variants = (choice.baseline, choice.contender)
        sides = [
            CaseSide(
                self.names["variant"].show(variant),
                None if np.isnan(value) else float(value),
                self.failures.get(variant, {}).get(position, ""),
            )
            for variant, value in zip(variants, flips.values[position], strict=True)
        ]
        return CasePair(
            id=self.names["case"].show(plan.case_ids[position]),
            kind=flips.kind(position),
            metric=flips.metric,
            baseline=sides[0],
            contender=sides[1],
            category=(plan.categories[position] or "") if plan.categories else "",
            question=self._cases.question_of(case) if case else None,
            expected=case.expected if case else None,
            repeats=plan.repeats,
        )

    def pair_with_texts(
        self, position: int, choice: CaseChoice, repeat: int | None = None
    ) -> CasePair:
        """Return a case with the outputs of one repeat, by default the one that tells it best."""
        if repeat is None:
            repeat = telling_repeat(self.trials, self.flips(choice), position)
        case_id, pair = self.trials.plan.case_ids[position], self.pair(position, choice)
        keys = [TrialKey(case_id, v, repeat) for v in (choice.baseline, choice.contender)]
        found = self.source.records(keys)
        before, after = (found.get(key) for key in keys)
        return replace(
            pair,
            kind=_seen_kind(pair, before, after),
            baseline=replace(pair.baseline, record=before),
            contender=replace(pair.contender, record=after),
            repeat=repeat,
        )

    def whole_text(self, position: int, part: str, choice: CaseChoice, repeat: int) -> str:
        """Return a whole text of a case, empty where there is none.

        Args:
            position: The case.
            part: `question`, `expected`, or `baseline` or `contender` for their outputs.
            choice: Who they are.
            repeat: The repeat of the output, from 0.
        """
        if part in {"question", "expected"}:
            return plain_text(getattr(self.pair(position, choice), part))
        pair = self.pair_with_texts(position, choice, repeat)
        record = pair.baseline.record if part == "baseline" else pair.contender.record
        return plain_text(record.output.value) if record and record.output else ""


def _seen_kind(pair: CasePair, before: Record | None, after: Record | None) -> FlipKind:
    """Return the kind of a case whose outputs are seen, where one repeat is all there is."""
    if pair.kind is not FlipKind.SAME or pair.repeats > 1 or before is None or after is None:
        return pair.kind
    same = (
        before.output is None or after.output is None or before.output.value == after.output.value
    )
    return FlipKind.SAME if same else FlipKind.DIFFER
