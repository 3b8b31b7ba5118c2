"""Scorers: functions that give an output a value.

Why: whatever counts as right is the user's own, so a scorer is any function. It gets by name what
it declares, it may be wrong about one output without taking another one's score along, and it is
known by what it computes: an edited scorer scores again, and calls no agent.
"""

from garden_nb.engine.scorers.check import check_scorers
from garden_nb.engine.scorers.matching import contains, exact_match
from garden_nb.engine.scorers.scorer import Scorer
from garden_nb.engine.scorers.scorer_call import ScorerCall

__all__ = ["Scorer", "ScorerCall", "check_scorers", "contains", "exact_match"]
