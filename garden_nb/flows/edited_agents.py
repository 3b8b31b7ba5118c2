"""Agents that were edited after they had answered: a run keeps the answers, and says so."""

import warnings
from collections.abc import Mapping, Sequence

from garden_nb.core.variants import Variant
from garden_nb.engine.agents.code_digest import code_digest
from garden_nb.engine.runner import KeptRun, RunRequest
from garden_nb.errors import EditedAgentWarning

__all__ = ["agents_in_use", "code_in_use"]


def agents_in_use(request: RunRequest) -> dict[str, str]:
    """Return the digest of the code behind the answers of each opaque agent, by label.

    An opaque agent is a function without a version: within its named run its answers are kept
    whatever becomes of its code. A warning names those whose code is another one by now.

    Args:
        request: The run that is about to start.
    """
    agents, edited = code_in_use(request, _digests(request.variants))
    if edited:
        who = ", ".join(map(repr, edited))
        verb = "was" if len(edited) == 1 else "were"
        warnings.warn(
            f"{who} {verb} edited since the run {request.name!r} began; what it answered before is"
            " reused. To call it anew give it another label, Variant(..., version='2'), or"
            " fresh=True.",
            EditedAgentWarning,
            stacklevel=4,
        )
    return agents


def code_in_use(
    request: RunRequest, now: Mapping[str, str | None]
) -> tuple[dict[str, str], list[str]]:
    """Return the digests behind the answers of the run that goes on, and who was edited since.

    Args:
        request: The run that is about to start.
        now: The digests of today's code by label, None where it is not known.
    """
    known = {label: digest for label, digest in now.items() if digest is not None}
    kept = None if request.fresh else KeptRun.find(request)
    before: Mapping[str, str] = {} if kept is None else kept.about.get("agents", {})
    agents = {label: before.get(label, digest) for label, digest in known.items()}
    return agents, [label for label, digest in known.items() if agents[label] != digest]


def _digests(variants: Sequence[Variant]) -> dict[str, str | None]:
    return {
        variant.label: code_digest(variant.agent)
        for variant in variants
        if variant.fingerprint is None and variant.version is None
    }
