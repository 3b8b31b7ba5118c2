"""What comes back of variants on a suite: the leaderboard, and the report behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from garden_nb.flows.report import Report
from garden_nb.flows.sweep.leaderboard import LeaderboardRow, leaderboard_of
from garden_nb.flows.sweep.variant_result import VariantResult

__all__ = ["VariantRunResult"]


@dataclass(frozen=True)
class VariantRunResult:
    """What variants did on a suite; in a notebook it shows the report.

    Attributes:
        run_id: The run's name; the same one and `store_dir` go on with it.
        axis: What was varied.
        results: What each variant did, by name.
        report: The report with intervals and corrected p-values. The leaderboard follows its
            choices, such as `report.on_error`.
        created_at: When the run was started, UTC.
        duration_ms: How long this call took, in milliseconds.
        label: A name that runs may share.
    """

    run_id: str
    axis: str
    results: Mapping[str, VariantResult]
    report: Report
    created_at: datetime
    duration_ms: float
    label: str | None = None

    def leaderboard(self, key: str) -> list[LeaderboardRow]:
        """Return one row per variant, the best first.

        Args:
            key: The name of a score, or of what is measured anyway (`latency_ms`, ...).

        Raises:
            InputError: There is no such score.
        """
        return leaderboard_of(self.report.frozen, key)

    def best(self, key: str) -> str | None:
        """Return the only variant of rank 1, or None where several share it.

        This is about the numbers seen. `best_set` is about what they show.

        Raises:
            InputError: There is no such score.
        """
        first = [row for row in self.leaderboard(key) if row.rank == 1]
        return first[0].variant if len(first) == 1 and first[0].score is not None else None

    def best_set(self, key: str) -> tuple[str, ...]:
        """Return the variants that the evidence does not show worse than the leader.

        Empty where there is no verdict: see `LeaderboardRow.told_apart`.

        Raises:
            InputError: There is no such score.
        """
        return tuple(row.variant for row in self.leaderboard(key) if row.told_apart is False)

    def summary(self, key: str) -> str:
        """Return the leaderboard as text, one line per variant.

        Raises:
            InputError: There is no such score.
        """
        from garden_nb.present.words import label  # noqa: PLC0415  # jinja2

        rows = self.leaderboard(key)
        scale = self.report.frozen.scale(key)
        width = max(len(label(row.variant)) for row in rows)
        lines = [f"Variants (axis: {label(self.axis)}) — ranked by {label(key)}"]
        for row in rows:
            name = f"{label(row.variant):<{width}}"
            score = scale.estimate(row.score, row.ci_low, row.ci_high)
            lines.append(f"{row.rank:>3}. {name}  {score}  n={row.n}{_words(row)}")
        tied = self.best_set(key)
        if len(tied) > 1:
            lines.append(f"Not told apart from the leader: {', '.join(map(label, tied))}.")
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Return the size on one line."""
        return f"<VariantRunResult {self.run_id!r}: {len(self.results)} variants>"

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        """Show the report."""
        return self.report._repr_mimebundle_(**options)


def _words(row: LeaderboardRow) -> str:
    return "  worse than the leader" if row.told_apart else ""
