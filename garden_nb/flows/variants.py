"""Variants as people give them: callables, model ids, models with prompts."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from garden_nb.core.spec import AgentVariant, GardenSpec, ModelVariant, parse_spec
from garden_nb.core.variants import Variant, parse_variants
from garden_nb.engine.llm import LlmAgent
from garden_nb.errors import InputError, Problem

__all__ = ["read_variants", "variants_of_spec"]


def read_variants(
    variants: Any, prompt: str | None, problems: list[Problem]
) -> tuple[Variant, ...]:
    """Return the variants of a garden, adding to `problems` what cannot be used.

    Args:
        variants: By label a callable, an object that can be asked, a `Variant`, a model's id
            (`openai/gpt-4o-mini`), or a mapping with `model`, `system`, `prompt`, `messages`,
            `params`, `api_base`, `tools`, `history` or `images`.
        prompt: The template of models that have none of their own.
        problems: The list that takes every problem found.
    """
    if isinstance(variants, Mapping):
        variants = {label: _agent(label, given, problems) for label, given in variants.items()}
    return tuple(_known(variant, prompt) for variant in parse_variants(variants, problems))


def variants_of_spec(spec: GardenSpec, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """Return the variants of a spec by label, as `read_variants` takes them."""
    found: dict[str, Any] = {}
    for label, variant in spec.variants.items():
        if isinstance(variant, AgentVariant):
            found[label] = Variant(label, namespace.get(variant.agent), version=variant.version)
        else:
            found[label] = variant
    return found


def _agent(label: Any, given: Any, problems: list[Problem]) -> Any:
    """Return a given variant, with models as `ModelVariant`."""
    if not isinstance(given, str | Mapping):
        return given
    try:
        spec = parse_spec({"variants": {str(label): given}})
    except InputError as error:
        problems += error.problems
        return Variant(str(label), _refused)
    return spec.variants[str(label)]


def _refused(question: Any) -> Any:
    """Stand for what was refused; it is never called, since its problems end the garden."""
    return question


def _known(variant: Variant, prompt: str | None) -> Variant:
    """Return a variant whose model is ready to be asked and known by its content."""
    model = variant.agent
    if isinstance(model, ModelVariant):
        own = model.prompt is not None or bool(model.messages)
        agent = LlmAgent(
            model=model.model,
            system=model.system,
            prompt=model.prompt if own else prompt,
            messages=model.messages,
            history=model.history,
            images=model.images,
            params=model.params,
            api_base=model.api_base,
            tools=model.tools,
        )
        variant = replace(variant, agent=agent, version=variant.version or model.version)
    if isinstance(variant.agent, LlmAgent) and variant.fingerprint is None:
        agent = variant.agent
        return replace(variant, fingerprint=agent.fingerprint, settings=agent.settings)
    return variant
