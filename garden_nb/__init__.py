"""Choose between LLM agents, models and prompts in a notebook, and trust the choice.

Why: people run one eval set under several variants, read off the highest mean and are mostly
fooled by noise. A garden runs every variant on every case, keeps every result, and says what the
numbers support.

Importing this package loads nothing heavy: each public name is loaded when it is first used.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from garden_nb.core.metrics import Metric
    from garden_nb.core.records import Output, Usage
    from garden_nb.core.variants import Variant
    from garden_nb.engine.judge import Judge
    from garden_nb.engine.llm import LlmAgent
    from garden_nb.engine.scorers import (
        Scorer,
        contains,
        exact_match,
        json_schema,
        json_valid,
        length,
        numeric_match,
        regex_match,
        similarity,
    )
    from garden_nb.errors import GardenError, InputError
    from garden_nb.flows.agent_eval_flow import agent_eval_flow
    from garden_nb.flows.agent_garden_flow import agent_garden_flow
    from garden_nb.flows.evaluation.gate_spec import GateSpec
    from garden_nb.flows.evaluation.metric_result import MetricResult
    from garden_nb.flows.evaluation.thresholds import load_thresholds
    from garden_nb.flows.garden import Garden
    from garden_nb.flows.model_garden_flow import model_garden_flow
    from garden_nb.flows.report import Report
    from garden_nb.flows.sweep.leaderboard import LeaderboardRow
    from garden_nb.flows.sweep.run_variants import run_variants
    from garden_nb.flows.sweep.variant_run_result import VariantRunResult
    from garden_nb.flows.sweep.variants import Variants

__all__ = [
    "Garden",
    "GardenError",
    "GateSpec",
    "InputError",
    "Judge",
    "LeaderboardRow",
    "LlmAgent",
    "Metric",
    "MetricResult",
    "Output",
    "Report",
    "Scorer",
    "Usage",
    "Variant",
    "VariantRunResult",
    "Variants",
    "agent_eval_flow",
    "agent_garden_flow",
    "contains",
    "exact_match",
    "json_schema",
    "json_valid",
    "length",
    "load_thresholds",
    "model_garden_flow",
    "numeric_match",
    "regex_match",
    "run_variants",
    "similarity",
]
__version__ = "0.1.0"

_HOMES = {
    "Garden": "garden_nb.flows.garden",
    "GardenError": "garden_nb.errors",
    "GateSpec": "garden_nb.flows.evaluation.gate_spec",
    "InputError": "garden_nb.errors",
    "Judge": "garden_nb.engine.judge",
    "LeaderboardRow": "garden_nb.flows.sweep.leaderboard",
    "LlmAgent": "garden_nb.engine.llm",
    "Metric": "garden_nb.core.metrics",
    "MetricResult": "garden_nb.flows.evaluation.metric_result",
    "Output": "garden_nb.core.records",
    "Report": "garden_nb.flows.report",
    "Scorer": "garden_nb.engine.scorers",
    "Usage": "garden_nb.core.records",
    "Variant": "garden_nb.core.variants",
    "VariantRunResult": "garden_nb.flows.sweep.variant_run_result",
    "Variants": "garden_nb.flows.sweep.variants",
    "agent_eval_flow": "garden_nb.flows.agent_eval_flow",
    "agent_garden_flow": "garden_nb.flows.agent_garden_flow",
    "contains": "garden_nb.engine.scorers",
    "exact_match": "garden_nb.engine.scorers",
    "json_schema": "garden_nb.engine.scorers",
    "json_valid": "garden_nb.engine.scorers",
    "length": "garden_nb.engine.scorers",
    "load_thresholds": "garden_nb.flows.evaluation.thresholds",
    "model_garden_flow": "garden_nb.flows.model_garden_flow",
    "numeric_match": "garden_nb.engine.scorers",
    "regex_match": "garden_nb.engine.scorers",
    "run_variants": "garden_nb.flows.sweep.run_variants",
    "similarity": "garden_nb.engine.scorers",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used (PEP 562)."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    if home.startswith("garden_nb.flows"):
        _meet_notebook()
    return value


def _meet_notebook() -> None:
    """Let runs and reports show themselves in the notebook that this process serves, if any."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if getattr(shell, "kernel", None) is not None:
        from garden_nb.notebook.display import attach  # noqa: PLC0415

        attach(shell)


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted({*globals(), *__all__})


def load_ipython_extension(shell: Any) -> None:
    """Add `%garden` to an IPython shell; nothing heavy is loaded until it is used."""
    from garden_nb.notebook.extension import load  # noqa: PLC0415

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """Take `%garden` out of an IPython shell."""
    from garden_nb.notebook.extension import unload  # noqa: PLC0415

    unload(shell)


def _jupyter_labextension_paths() -> list[dict[str, str]]:
    """Tell `jupyter labextension develop` where the prebuilt renderer is."""
    return [{"src": "labextension", "dest": "garden-nb"}]
