"""The spec: a garden written down as YAML.

*Why*: most people start from one notebook cell, and a cell that is wrong should say everything
that is wrong with it, where it stands, in one go. So text and mappings become plain data with a
mark for every part; one grammar reads that data, collects the problems and gives editors their
JSON schema; and what depends on the frame and the notebook is checked against a context.
"""

from garden_nb.core.spec.agent_variant import AgentVariant
from garden_nb.core.spec.context import SpecContext
from garden_nb.core.spec.garden_spec import GardenSpec
from garden_nb.core.spec.judge_choice import JudgeChoice
from garden_nb.core.spec.model_variant import ModelVariant
from garden_nb.core.spec.parsing import parse_spec
from garden_nb.core.spec.schema import spec_schema
from garden_nb.core.spec.scorer_choice import ScorerChoice

__all__ = [
    "AgentVariant",
    "GardenSpec",
    "JudgeChoice",
    "ModelVariant",
    "ScorerChoice",
    "SpecContext",
    "parse_spec",
    "spec_schema",
]
