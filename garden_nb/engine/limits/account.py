"""An account: what shares one quota, and therefore its limits."""

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from garden_nb.core.records import Usage
from garden_nb.engine.limits.failure import failure_of
from garden_nb.engine.limits.limits import Limits
from garden_nb.engine.limits.pace import Pace
from garden_nb.engine.limits.retry import LONGEST_WAIT_S, asked_wait_s, backoff_s
from garden_nb.engine.limits.window import Window

__all__ = ["Account", "Ticket"]

_SLOW_START = 32
"""The first round of calls to a provider; a larger one is reached within a few answers."""
_FIRST_GUESS_TOKENS = 1_000.0
_PATIENCE_S = 60.0
"""Where nothing but refusals came for so long, through several waits, nothing else will come."""
_FIRST_PATIENCE_S = 10.0
"""The same where nothing was ever answered."""
_PATIENCE_EPISODES = 4
_CALM_ANSWERS = 20
"""So many answers after a refusal show that calls came too fast for a moment only."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A call that has begun.

    Attributes:
        began: When, in the time of the loop.
        tokens: The tokens that were set aside for it.
    """

    began: float
    tokens: float


class Account:
    """Lets calls begin no earlier, no faster and no more at once than one quota allows.

    Lives in one event loop; times are those of the loop.

    Args:
        limits: The user's limits.
        ceiling: The most calls at once.
        is_provider: Whether a provider of models is behind it, which is approached slowly.

    Attributes:
        closed: Why no call may begin any more; empty while they may.
        answers: How many calls were answered.
    """

    def __init__(self, limits: Limits, ceiling: int, *, is_provider: bool) -> None:
        start = min(ceiling, _SLOW_START) if is_provider else ceiling
        self.closed = ""
        self.answers = 0
        self._is_provider = is_provider
        self._window = Window(ceiling, start)
        self._requests = Pace(limits.requests_per_minute)
        self._tokens = Pace(limits.tokens_per_minute)
        self._typical_tokens = _FIRST_GUESS_TOKENS
        self._tells_tokens: bool | None = None
        self._under_way = 0
        self._rests_until = -math.inf
        self._episodes = 0
        self._calm = _CALM_ANSWERS
        self._waits = 0
        self._refused_since = math.inf
        self._patience_s = _FIRST_PATIENCE_S
        self._queue = 0
        self._changed = asyncio.Event()
        self._watchers: list[Callable[[], object]] = []

    def watch(self, watcher: Callable[[], object]) -> None:
        """Call `watcher` whenever a call may begin that could not before."""
        self._watchers.append(watcher)

    def opens_at(self) -> float:
        """Return when the next call may begin; infinite while others must end before.

        Those who wait in `entry` come first.
        """
        return math.inf if self._queue else self._opens_at()

    def _opens_at(self) -> float:
        if self._under_way >= self._window.size:
            return math.inf
        return max(self._rests_until, self._requests.ready_at, self._tokens.ready_at)

    async def entry(self) -> Ticket | None:
        """Wait until a call may begin and let it begin, or return None once none may."""
        now = asyncio.get_running_loop().time
        self._queue += 1
        try:
            while not self.closed and (delay_s := self._opens_at() - now()) > 0:
                self._changed.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(
                        self._changed.wait(), None if math.isinf(delay_s) else delay_s
                    )
            return None if self.closed else self.begin(now())
        finally:
            self._queue -= 1
            self._tell()

    def begin(self, now: float) -> Ticket:
        """Let a call begin."""
        self._under_way += 1
        self._requests.spend(1, now)
        self._tokens.spend(self._typical_tokens, now)
        return Ticket(now, self._typical_tokens)

    def answered(self, ticket: Ticket, usage: Usage | None = None, asked: int = 1) -> None:
        """Take that a call was answered, what that consumed, and how many requests it made."""
        self._window.answered()
        self._requests.correct(asked - 1)
        self._calm += 1
        self.answers += 1
        self._episodes, self._refused_since, self._patience_s = 0, math.inf, _PATIENCE_S
        known = (usage.input_tokens, usage.output_tokens) if usage else (None, None)
        if known != (None, None):
            tokens = float((known[0] or 0) + (known[1] or 0))
            self._tokens.correct(tokens - ticket.tokens)
            share = 1.0 if self._tells_tokens is False else 0.2
            self._typical_tokens += (tokens - self._typical_tokens) * share
            self._tells_tokens = True
        elif not self._tells_tokens:  # where none are ever told, there may be none at all
            self._tokens.correct(-ticket.tokens)
            self._typical_tokens, self._tells_tokens = 0.0, False
        self._end()

    def failed(self, ticket: Ticket) -> None:
        """Take that a call failed, was given up or never came, for no reason of the account's."""
        self._tokens.correct(-ticket.tokens)
        self._end()

    def refused(self, ticket: Ticket, error: BaseException, now: float) -> float:
        """Take that a call came too fast, and return how long the account rests.

        The wait that the service names is kept. Where calls are refused again after few answers,
        our own wait is kept, too; it grows as long as there are none at all.
        """
        asked_s = asked_wait_s(error)
        if self._window.refused(ticket.began, now, self._under_way):
            self._episodes += 1
            self._refused_since = min(self._refused_since, now)
            self._lengthen_waits()
            if self._waits:
                self._rest(now + backoff_s(self._waits))
        if asked_s is not None and asked_s <= LONGEST_WAIT_S:
            self._rest(now + asked_s)
        self._lose_patience(error, asked_s or 0.0, now)
        self.failed(ticket)
        return self.rests_for_s(now)

    def withdrawn(self, ticket: Ticket) -> None:
        """Take that a call was not made after all."""
        self._requests.correct(-1)
        self.failed(ticket)

    def rests_for_s(self, now: float) -> float:
        """Return for how many seconds the account rests."""
        return max(0.0, self._rests_until - now)

    def close(self, reason: str) -> None:
        """Let no further call begin."""
        self.closed = self.closed or reason
        self._tell()

    def _lose_patience(self, error: BaseException, asked_s: float, now: float) -> None:
        said = failure_of(error).message
        waited_s = now - self._refused_since
        if asked_s > LONGEST_WAIT_S and self._is_provider:
            self.close(
                f"the provider asks for a wait of {asked_s:,.0f} s, which is longer than a run"
                f" waits ({LONGEST_WAIT_S:.0f} s): {said}"
            )
        elif self._episodes >= _PATIENCE_EPISODES and waited_s >= self._patience_s:
            self.close(
                f"every call was refused for its rate for {waited_s:.0f} s, through"
                f" {self._episodes} waits, the last one with: {said}"
            )

    def _lengthen_waits(self) -> None:
        """Find the wait after which some calls are answered, and stay with it."""
        if self._calm >= _CALM_ANSWERS:
            self._waits = 0
        else:
            self._waits = max(1, self._waits) if self._calm else self._waits + 1
        self._calm = 0

    def _rest(self, until: float) -> None:
        self._rests_until = max(self._rests_until, until)

    def _end(self) -> None:
        self._under_way -= 1
        self._tell()

    def _tell(self) -> None:
        self._changed.set()
        for watcher in self._watchers:
            watcher()
