"""Which outputs of a run are equal, without keeping any of them."""

import numpy as np

from garden_nb.analysis.flips import IntArray
from garden_nb.analysis.table import Plan
from garden_nb.flows.cases.case_source import CaseSource, TrialKey

__all__ = ["AnswerNumbers"]


class AnswerNumbers:
    """A number for each output, equal where outputs are; made for one variant after the other.

    Args:
        source: Where the outputs are.
        plan: The cases, variants and repeats.
    """

    def __init__(self, source: CaseSource, plan: Plan) -> None:
        self._source, self._plan = source, plan
        self._numbers: dict[str, IntArray] = {}

    def known(self, *variants: str) -> bool:
        """Whether the outputs of these variants were read."""
        return all(variant in self._numbers for variant in variants)

    def read(self, *variants: str) -> None:
        """Read the outputs of variants, one in memory at a time, where that was not done yet."""
        for variant in variants:
            if variant not in self._numbers:
                self._numbers[variant] = self._of(variant)

    def of_pair(self, baseline: str, contender: str) -> IntArray:
        """Return the numbers of two variants: (n_cases, 2, n_repeats), 0 without an output.

        Raises:
            KeyError: The outputs of one of them were not read.
        """
        return np.stack([self._numbers[baseline], self._numbers[contender]], axis=1)

    def _of(self, variant: str) -> IntArray:
        ids, repeats = self._plan.case_ids, range(self._plan.repeats)
        places = {case_id: place for place, case_id in enumerate(ids)}
        keys = [TrialKey(case_id, variant, repeat) for case_id in ids for repeat in repeats]
        numbers = np.zeros((len(ids), len(repeats)), dtype=np.int64)
        for key, text in self._source.answers(keys):
            numbers[places[key.case_id], key.repeat] = hash(text)
        return numbers
