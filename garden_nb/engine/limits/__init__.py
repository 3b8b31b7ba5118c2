"""Limits: how many calls at once, how fast, which failures are tried again, and what ends.

Why: providers refuse what comes too fast, ask for waits, and have quotas that are used up. Asking
on makes all of that worse and costs the run its attempts. So what shares one quota shares one
`Account`: it waits as long as it is told, goes on with a single call, and speeds up as long as
that goes well; and what can never work is called no more.

    limits     the numbers that a user may set
    failure    an exception as a failure, and those that end a variant
    retry      whether and when a failed attempt is made again
    pace       so many per minute
    window     so many at once, learned from what is refused
    account    all of it for what shares one quota
    refusals   who pays for a call that was refused
    accounts   which agents and judges share one

The loop around these rules is the engine's own, not a retry library's, since each attempt is
timed, shown, journaled, paused and cancelled together with its trial.
"""

from garden_nb.engine.limits.account import Account, Ticket
from garden_nb.engine.limits.accounts import Accounts
from garden_nb.engine.limits.failure import VariantUnusableError, failure_of, unusable_reason
from garden_nb.engine.limits.limits import Limits
from garden_nb.engine.limits.refusals import Refusals
from garden_nb.engine.limits.retry import LONGEST_WAIT_S, retry_delay_s

__all__ = [
    "LONGEST_WAIT_S",
    "Account",
    "Accounts",
    "Limits",
    "Refusals",
    "Ticket",
    "VariantUnusableError",
    "failure_of",
    "retry_delay_s",
    "unusable_reason",
]
