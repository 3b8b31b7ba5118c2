"""Judge choices: a model that scores outputs by one criterion."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["JudgeChoice"]


@dataclass(frozen=True)
class JudgeChoice:
    """A judge.

    Attributes:
        model: The judging model's id with its provider.
        criterion: What a good answer is, in words; no template.
        scale: The lowest and the highest score. The default is no or yes.
        name: The name of its metric.
        params: Parameters that are passed on to the model.
        api_base: The address of the server, where it is not the provider's own.
    """

    model: str
    criterion: str
    scale: tuple[float, float] = (0, 1)
    name: str = "judge"
    params: Mapping[str, Any] = field(default_factory=dict)
    api_base: str | None = None
