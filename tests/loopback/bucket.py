"""A token bucket: the rate limit of real providers."""

import time

from loopback.temper import Temper

__all__ = ["Bucket"]


class Bucket:
    """Lets so many requests per second through, and so many at once; others are refused.

    Args:
        rate_per_s: Requests per second in the long run.
        burst: Requests at once.
        retry_after: What the refusals say in `Retry-After`; None for nothing.
        status: The HTTP status of the refusals.

    Attributes:
        refused: How many it has refused.
    """

    def __init__(
        self, rate_per_s: float, burst: int, retry_after: str | None = None, status: int = 429
    ) -> None:
        headers = {} if retry_after is None else {"retry_after": retry_after}
        self._refusal = Temper.refusing(
            status, "Rate limit reached for requests", "rate_limit_exceeded", **headers
        )
        self._rate_per_s = rate_per_s
        self._burst = self._tokens = float(burst)
        self._filled_s = time.monotonic()
        self.refused = 0

    def refusal(self) -> Temper | None:
        """Let a request through and return None, or return its refusal."""
        now = time.monotonic()
        grown = (now - self._filled_s) * self._rate_per_s
        self._tokens, self._filled_s = min(self._burst, self._tokens + grown), now
        if self._tokens < 1.0:
            self.refused += 1
            return self._refusal
        self._tokens -= 1.0
        return None
