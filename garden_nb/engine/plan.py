"""The plan of a run: which trials there are, and in which order they are called."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.digest import digest
from garden_nb.core.variants import Variant
from garden_nb.engine.llm import LlmAgent

__all__ = ["Trial", "plan_trials"]


@dataclass(frozen=True, slots=True)
class Trial:
    """One planned call: one case, one variant, one repeat.

    Attributes:
        case: The case.
        variant: The variant.
        repeat: The repeat's index, from 0.
        key: The digest under which the output is found again.
    """

    case: Case
    variant: Variant
    repeat: int
    key: str


def plan_trials(
    cases: CaseSet, variants: Sequence[Variant], *, repeats: int = 1, seed: int = 0, scope: str
) -> tuple[Trial, ...]:
    """Return the trials in the order in which they are called.

    All variants of one case come together, the cases in an order that depends on `seed` and
    their ids only; repeats are passes over all cases. Whatever is interrupted is therefore a
    balanced, paired and random part of the whole.

    A key holds what the agent sees (local images by content), the variant's label and identity,
    and the repeat. A variant without fingerprint and version is only known within `scope`, the
    run that called it.

    Args:
        cases: The eval set.
        variants: The variants, with unique labels.
        repeats: Passes over the cases, at least 1.
        seed: The seed of the order.
        scope: The id of the run.
    """
    ordered = sorted(cases, key=lambda case: _place(seed, case.id))
    who = [(variant, digest(variant.label, _identity(variant, scope))) for variant in variants]
    return tuple(
        Trial(case, variant, repeat, _key(*_seen(case, variant), identity, str(repeat)))
        for repeat in range(repeats)
        for case in ordered
        for variant, identity in who
    )


def _key(*digests: str) -> str:
    """Return the digest of digests, without the care that arbitrary values need."""
    return hashlib.sha256(":".join(digests).encode("ascii")).hexdigest()[:32]


def _place(seed: int, case_id: str) -> bytes:
    text = f"{seed}:{case_id}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).digest()


def _seen(case: Case, variant: Variant) -> tuple[str, ...]:
    agent = variant.agent
    files = agent.seen_files(case) if isinstance(agent, LlmAgent) else ()
    return (case.input_digest, *files)


def _identity(variant: Variant, scope: str) -> tuple[str, ...]:
    if variant.fingerprint is not None:
        return ("fingerprint", variant.fingerprint, variant.version or "")
    if variant.version is not None:
        return ("version", variant.version)
    return ("run", scope)
