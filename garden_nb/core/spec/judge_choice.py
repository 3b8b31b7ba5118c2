"""Judge choices: a model that scores outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["JudgeChoice"]


@dataclass(frozen=True)
class JudgeChoice:
    """A judge.

    Attributes:
        model: The judging model's id with its provider.
        criterion: What a good answer is, in words; no template.
        criteria: The same for each score by its name, or in one text.
        rubric: What values mean, by value or in words.
        output_type: Its scores by name: a type, a list of labels, or a mapping with `type` or
            `labels`, `scale` and `about`. None is one number on the scale.
        scale: The lowest and the highest score. The default is no or yes.
        name: The name of its metric.
        reference: The column with the reference answer that it sees; None shows none.
        columns: Further columns that it sees.
        retries: How often it is asked again after an answer that cannot be used.
        params: Parameters that are passed on to the model.
        api_base: The address of the server, where it is not the provider's own.
    """

    model: str
    criterion: str = ""
    criteria: Mapping[str, str] | str = field(default_factory=dict)
    rubric: Mapping[str, str] | str | None = None
    output_type: Mapping[str, Any] | None = None
    scale: tuple[float, float] = (0, 1)
    name: str = "judge"
    reference: str | None = "expected"
    columns: Sequence[str] = ()
    retries: int = 1
    params: Mapping[str, Any] = field(default_factory=dict)
    api_base: str | None = None

    @property
    def called(self) -> str:
        """What its scorer is called: like its score where there is only one, else like itself."""
        only = list(self.output_type or ()) if len(self.output_type or ()) == 1 else []
        return only[0] if only else self.name
