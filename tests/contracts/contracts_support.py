"""What the contract tests of the flows share: local agents and a local judge."""

import pytest

from garden_nb.engine.judge import Judge
from garden_nb.errors import InputError
from garden_nb.flows.evaluation.metric_result import MetricResult

FLASH, LITE = "gemini/gemini-2.5-flash", "gemini/gemini-2.5-flash-lite"
N = 40


class Agent:
    """Adds; wrong on every `errs`-th question, and broken on every `breaks`-th."""

    def __init__(self, errs=0, breaks=0):
        self.errs, self.breaks = errs, breaks
        self.asked = []

    async def arun(self, question):
        self.asked.append(question)
        n = int(question.split()[0])
        if self.breaks and n % self.breaks == 1:
            raise RuntimeError("out of order")
        return str(n + 1 + bool(self.errs and n % self.errs == 0))


def make_agent(model):
    """Return the agent that plays a model: the light ones err more often."""
    return Agent(errs=4 if model.endswith("lite") else 10)


def right(output, expected):
    """Judge an output."""
    return {"accuracy": output == expected, "explanation": f"{expected} is expected"}


def make_judge(**changes):
    """Return a judge of accuracy."""
    return Judge.from_callable(right, **{"output_type": {"accuracy": "binary"}, **changes})


def refused(run, **changes):
    """Return the message of the `ValueError` that a flow is refused with."""
    with pytest.raises(ValueError, match=r".") as caught:
        run(**changes)
    assert isinstance(caught.value, InputError)
    return str(caught.value)


def names(rows, attribute="name"):
    """Return one attribute of each row."""
    return [getattr(row, attribute) for row in rows]


def words(scored_data, inference_results):
    """Measure a whole frame."""
    assert len(scored_data) == len(inference_results)
    assert scored_data["output"].tolist() == [one["output"] for one in inference_results]
    share = float((scored_data["output"].str.len() < 3).mean())
    return {"short": MetricResult("short", share, method="share", sample_size=len(scored_data))}
