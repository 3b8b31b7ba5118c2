"""The error of a call to a provider, in words that people can act on."""

__all__ = ["ProviderError"]


class ProviderError(Exception):
    """A call to a provider that gave no answer.

    Attributes:
        kind: A short name: `rate_limit`, `server_error`, `connection`, `timeout`, `malformed`,
            `context_window`, `content_policy`, `bad_request`.
        retryable: Whether the same call may work later.
        retry_after: When it may, as the provider said: seconds or an HTTP date; None where it
            did not say.
    """

    def __init__(
        self, message: str, *, kind: str, retryable: bool, retry_after: str | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.retryable = retryable
        self.retry_after = retry_after
