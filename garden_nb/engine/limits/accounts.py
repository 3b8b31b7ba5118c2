"""The accounts of a run: which agents and judges share one."""

from collections.abc import Callable, Sequence
from typing import Any

from garden_nb.core.variants import Variant
from garden_nb.engine.foreign import attribute
from garden_nb.engine.limits.account import Account
from garden_nb.engine.limits.limits import Limits

__all__ = ["Accounts"]


class Accounts:
    """The accounts of variants and judges.

    An agent or judge that says in an attribute `account` what it shares, as models do, shares an
    account with all that say the same; any other agent has one of its own.

    Args:
        variants: The variants.
        limits: The user's limits.
        concurrency: Calls under way at once in the run, those of judges included.
    """

    def __init__(self, variants: Sequence[Variant], limits: Limits, concurrency: int) -> None:
        self._limits = limits
        self._ceiling = min(concurrency, limits.per_account or concurrency)
        self._shared: dict[object, Account] = {}
        self._of_variant = {
            variant.label: self.of(variant.agent) or self._new(is_provider=False)
            for variant in variants
        }

    def of_variant(self, label: str) -> Account:
        """Return the account of a variant."""
        return self._of_variant[label]

    def of(self, function: Any) -> Account | None:
        """Return the account that an agent or a judge shares, or None where it names none."""
        owner = attribute(function, "__self__")
        name = attribute(function if owner is None else owner, "account")
        if name is None or not _is_name(name):
            return None
        if name not in self._shared:
            self._shared[name] = self._new(is_provider=True)
        return self._shared[name]

    def close(self, name: object, reason: str) -> None:
        """Let no further call of an account begin, by the name that its agents have for it."""
        if name is not None and _is_name(name) and name in self._shared:
            self._shared[name].close(reason)

    def watch(self, watcher: Callable[[], object]) -> None:
        """Call `watcher` whenever a call may begin that could not before."""
        for account in {id(account): account for account in self._of_variant.values()}.values():
            account.watch(watcher)

    def _new(self, *, is_provider: bool) -> Account:
        return Account(self._limits, self._ceiling, is_provider=is_provider)


def _is_name(given: object) -> bool:
    """Return whether what stands in somebody's `account` can be looked up at all."""
    try:
        return {given: given == given}[given]  # noqa: PLR0124  # neither may raise
    except Exception:  # noqa: BLE001  # whatever it is, it is no name
        return False
