"""Which of a case's repeats to show: the one that tells the case best."""

import numpy as np

from garden_nb.analysis.flips import Flips
from garden_nb.analysis.table import TrialTable

__all__ = ["telling_repeat"]


def telling_repeat(trials: TrialTable, flips: Flips, case: int) -> int:
    """Return the first repeat in which the two variants differ most, the way the case does.

    A trial without a score counts as the worst value where the metric has one.

    Args:
        trials: The trials.
        flips: The two variants, and how each case fares.
        case: The case's position.
    """
    columns = [trials.plan.variants.index(label) for label in (flips.baseline, flips.contender)]
    scores = trials.scores[flips.metric.name][case, columns]
    if flips.metric.worst is not None:
        scores = np.nan_to_num(scores, nan=flips.metric.worst)
    way = np.sign(np.nan_to_num(flips.values[case, 1] - flips.values[case, 0]))
    return int(np.argmax(np.nan_to_num(way * (scores[1] - scores[0]), nan=-np.inf)))
