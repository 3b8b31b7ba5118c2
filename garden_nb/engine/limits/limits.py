"""The limits of a run that a user may set."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from garden_nb.errors import Problem

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How many calls at once and how fast, beside the concurrency of the run.

    What has an `account`, as every model has (provider, address and key), shares the limits of the
    account, judges included; any other agent is an account of its own. A minute's calls are spread
    evenly over it.

    Attributes:
        per_variant: Trials of one variant under way at once; None for as many as the run allows.
        per_account: Calls of one account under way at once; None for as many as the run allows.
        requests_per_minute: Calls of one account per minute, retries included; None for any.
        tokens_per_minute: Tokens of one account per minute, read and written ones, as far as
            agents and judges tell; None for any.
    """

    per_variant: int | None = None
    per_account: int | None = None
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong with the numbers."""
        for field in fields(self):
            value = getattr(self, field.name)
            whole = field.name in {"per_variant", "per_account"}
            right = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
            if value is not None and not (right and value > 0):
                kind = "a whole number from 1" if whole else "a number above 0"
                what = f"{field.name} is {value!r}."
                yield Problem("limits", what, f"Accepted: {kind}, or None for no limit.")
