"""Scorers: functions that give an output a value.

Why: whatever counts as right is the user's own, so a scorer is any function. It gets by name what
it declares, it may be wrong about one output without taking another one's score along, and it is
known by what it computes: an edited scorer scores again, and calls no agent.
"""

from garden_nb.engine.scorers.check import check_scorers
from garden_nb.engine.scorers.json_schema import json_schema
from garden_nb.engine.scorers.json_valid import json_valid
from garden_nb.engine.scorers.length import length
from garden_nb.engine.scorers.library import LIBRARY, library_scorer
from garden_nb.engine.scorers.matching import contains, exact_match
from garden_nb.engine.scorers.numeric_match import numeric_match
from garden_nb.engine.scorers.regex_match import regex_match
from garden_nb.engine.scorers.scorer import Scorer
from garden_nb.engine.scorers.scorer_call import ScorerCall
from garden_nb.engine.scorers.set_f1 import set_f1
from garden_nb.engine.scorers.similarity import similarity
from garden_nb.engine.scorers.token_f1 import token_f1

__all__ = [
    "LIBRARY",
    "Scorer",
    "ScorerCall",
    "check_scorers",
    "contains",
    "exact_match",
    "json_schema",
    "json_valid",
    "length",
    "library_scorer",
    "numeric_match",
    "regex_match",
    "set_f1",
    "similarity",
    "token_f1",
]
