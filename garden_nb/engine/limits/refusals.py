"""Refusals: whether and when what failed is called again, and who pays for the attempt."""

from garden_nb.engine.limits.account import Account
from garden_nb.engine.limits.retry import backoff_s, is_rate_limit, retry_delay_s

__all__ = ["Refusals"]

_PASSED_OVER = 20
"""What was refused so often, each time while others were answered, is refused for itself."""
_YIELDS_AFTER = 3


class Refusals:
    """The refused calls of one trial, or of one scorer on one output.

    A call that came too fast is the account's matter: it waits its turn, takes none of the
    retries, and the account's patience ends it. Only what is refused over and over while others
    are answered is given up by itself. Without retries there is one call.
    """

    __slots__ = ("_answers", "_count", "_passed_over")

    def __init__(self) -> None:
        self._count = 0
        self._passed_over = 0
        self._answers = 0

    def delay_s(
        self, error: BaseException, attempts: int, retries: int, account: Account, now: float
    ) -> float | None:
        """Return the seconds until the next attempt, or None where there is none.

        Args:
            error: What the last attempt raised.
            attempts: The calls so far, refused ones included.
            retries: Further attempts after failures of its own.
            account: What was called, which has taken the error.
            now: The present time of the loop.
        """
        if not retries or account.closed:
            return None
        if is_rate_limit(error):
            self._passed_over += self._count > 0 and account.answers > self._answers
            self._count += 1
            self._answers = account.answers
            delay_s = retry_delay_s(error, 1)
            if delay_s is None or self._passed_over >= max(retries, _PASSED_OVER):
                return None
            # Others go first after the rest: one that is refused for itself must not hold them up.
            yields_s = backoff_s(1) if self._count > _YIELDS_AFTER else 0.0
            return max(delay_s, account.rests_for_s(now)) + yields_s
        own = attempts - self._count
        return None if own > retries else retry_delay_s(error, own)
