"""Providers: the prefixes of model ids."""

from collections.abc import Collection, Iterator

from garden_nb.engine.llm.door import litellm

__all__ = ["Providers"]

_USUAL = frozenset(
    {
        *("anthropic", "azure", "azure_ai", "bedrock", "cohere", "databricks", "deepseek"),
        *("fireworks_ai", "gemini", "github", "groq", "hosted_vllm", "huggingface", "mistral"),
        *("ollama", "ollama_chat", "openai", "openrouter", "perplexity", "replicate"),
        *("sagemaker", "together_ai", "vertex_ai", "watsonx", "xai"),
    }
)


class Providers(Collection[str]):
    """The prefixes that litellm knows; it is loaded only for one that is not among the usual."""

    def __contains__(self, prefix: object) -> bool:
        return prefix in _USUAL or prefix in self._all()

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._all()))

    def __len__(self) -> int:
        return len(self._all())

    @staticmethod
    def _all() -> set[str]:
        known = (str(getattr(name, "value", name)) for name in litellm().provider_list)
        return {*_USUAL, *known}
