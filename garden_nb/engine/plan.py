"""The plan of a run: which trials there are, and in which order they are called."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from garden_nb.core.cases import Case, CaseSet
from garden_nb.core.digest import digest
from garden_nb.core.variants import Variant
from garden_nb.engine.agents.agent_call import AgentCall
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

    A key holds what the agent sees (the inputs, further columns that it declares, local images by
    content), the variant's label and identity, and the repeat. A variant without fingerprint
    and version is only known within `scope`, the
    run that called it.

    Args:
        cases: The eval set.
        variants: The variants, with unique labels.
        repeats: Passes over the cases, at least 1.
        seed: The seed of the order.
        scope: The id of the run.
    """
    ordered = sorted(cases, key=lambda case: _place(seed, case.id))
    who = [
        (variant, _further(variant, cases), digest(variant.label, _identity(variant, scope)))
        for variant in variants
    ]
    return tuple(
        Trial(case, variant, repeat, _key(*seen(case), identity, str(repeat)))
        for repeat in range(repeats)
        for case in ordered
        for variant, seen, identity in who
    )


def _key(*digests: str) -> str:
    """Return the digest of digests, without the care that arbitrary values need."""
    return hashlib.sha256(":".join(digests).encode("ascii")).hexdigest()[:32]


def _place(seed: int, case_id: str) -> bytes:
    text = f"{seed}:{case_id}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).digest()


def _further(variant: Variant, cases: CaseSet) -> Callable[[Case], tuple[str, ...]]:
    """Return what gives the digests of all that a variant's agent sees of a case."""
    agent = variant.agent
    if isinstance(agent, LlmAgent):
        return lambda case: (case.input_digest, *agent.seen_files(case))
    named = () if agent is None else AgentCall.of(agent, cases).names
    declared = [name for name in named if name in cases.columns.values()]
    if not declared:
        return lambda case: (case.input_digest,)
    return lambda case: (
        case.input_digest,
        digest([cases.value_of(case, name) for name in declared]),
    )


def _identity(variant: Variant, scope: str) -> tuple[str, ...]:
    if variant.fingerprint is not None:
        return ("fingerprint", variant.fingerprint, variant.version or "")
    if variant.version is not None:
        return ("version", variant.version)
    return ("run", scope)
