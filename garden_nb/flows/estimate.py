"""An estimate: what a run would call, cost and take."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from garden_nb.analysis.numbers import format_count
from garden_nb.present.markdown import escape_markdown
from garden_nb.present.words import label

__all__ = ["CallEstimate", "Estimate", "Range"]


class Range(NamedTuple):
    """From the least to the most."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class CallEstimate:
    """What one variant or judge would call and cost.

    Attributes:
        name: The variant's label, or the name of the judge's score.
        model: The model's id; None for other agents.
        calls: Calls that would be made; retries aside.
        reused: Results that are journaled already.
        input_tokens: About how many tokens these calls read; None where that is not known.
        output_tokens: How many they write: from short answers to as long as the model may give,
            or a page.
        cost_usd: What they cost; None where the model has no known price.
    """

    name: str
    model: str | None
    calls: int
    reused: int = 0
    input_tokens: Range | None = None
    output_tokens: Range | None = None
    cost_usd: Range | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would call, cost and take; nothing was called to find out.

    Attributes:
        variants: One per variant.
        judges: One per judge.
        seconds: The time at the given concurrency, with fast and with slow models; None where no
            model is called.
        detectable: The smallest difference of pass rates that so many cases show 8 times in 10,
            where one case in five has another outcome under another variant; None where they
            show none.
    """

    variants: tuple[CallEstimate, ...]
    judges: tuple[CallEstimate, ...]
    seconds: Range | None
    detectable: float | None

    @property
    def calls(self) -> int:
        """Calls of agents that would be made."""
        return sum(variant.calls for variant in self.variants)

    @property
    def judge_calls(self) -> int:
        """Calls of judges that would be made."""
        return sum(judge.calls for judge in self.judges)

    @property
    def cost_usd(self) -> Range | None:
        """The whole cost; None where some price is not known."""
        return None if self._unpriced else self._known_cost

    @property
    def _paid(self) -> tuple[CallEstimate, ...]:
        return tuple(part for part in (*self.variants, *self.judges) if part.calls)

    @property
    def _unpriced(self) -> list[str]:
        return list(dict.fromkeys(p.model or p.name for p in self._paid if p.cost_usd is None))

    @property
    def _known_cost(self) -> Range:
        known = [part.cost_usd for part in self._paid if part.cost_usd is not None]
        return Range(sum(cost.low for cost in known), sum(cost.high for cost in known))

    def __str__(self) -> str:
        """Return the estimate as a few lines and a table, for people."""
        rows = self._table()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        table = [
            "  ".join(
                cell.ljust(width) if i == 0 else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        ]
        return "\n".join([*self._sentences(), "", *table])

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        """Return the estimate for a notebook."""
        sentences = [escape_markdown(sentence) for sentence in self._sentences()]
        heads, *rows = ([escape_markdown(cell) for cell in row] for row in self._table())
        rule = ["---", *("---:" for _ in heads[1:])]
        lines = [f"| {' | '.join(cells)} |" for cells in (heads, rule, *rows)]
        return "\n".join([f"**{sentences[0]}**", "", *_bullets(sentences[1:]), "", *lines])

    def _sentences(self) -> list[str]:
        said = format_count(self.calls, "call")
        if self.judges:
            said += f", and {format_count(self.judge_calls, 'call')} of judges"
        reused = sum(variant.reused for variant in self.variants)
        if reused:
            said += f"; {format_count(reused, 'result')} reused"
        lines = [f"{said}.", self._cost_sentence()]
        if self.seconds is not None:
            low, high = map(_time, self.seconds)
            lines.append(f"Time: about {low if low == high else f'{low} to {high}'}.")
        if self.detectable is not None:
            points = f"{100 * self.detectable:.1f}"
            lines.append(f"These cases show pass rates that differ by {points} points or more.")
        return lines

    def _cost_sentence(self) -> str:
        if not self._paid:
            return "Cost: nothing."
        unknown = self._unpriced
        if not unknown:
            return f"Cost: {_dollars(self._known_cost)}."
        who = f"no price is known of {', '.join(map(label, unknown))}"
        if len(unknown) == len({part.model or part.name for part in self._paid}):
            return f"Cost: unknown, since {who}."
        return f"Cost: unknown, since {who}; the others {_dollars(self._known_cost)}."

    def _table(self) -> list[list[str]]:
        parts = [*self.variants, *self.judges]
        return [
            ["", "model", "calls", "reused", "tokens read", "tokens written", "cost"],
            *(
                [
                    label(part.name),
                    label(part.model or "–"),
                    f"{part.calls:,}",
                    f"{part.reused:,}",
                    _tokens(part.input_tokens),
                    _tokens(part.output_tokens),
                    "unknown" if part.cost_usd is None else _dollars(part.cost_usd),
                ]
                for part in parts
            ),
        ]


def _bullets(lines: Iterable[str]) -> list[str]:
    return [f"- {line}" for line in lines]


def _tokens(tokens: Range | None) -> str:
    if tokens is None:
        return "–"
    low, high = (f"{float(f'{n:.2g}'):,.0f}" for n in tokens)
    return low if low == high else f"{low} to {high}"


def _dollars(cost: Range) -> str:
    low, high = (_amount(usd) for usd in cost)
    return low if low == high else f"{low} to {high}"


def _amount(usd: float) -> str:
    if usd == 0:
        return "$0"
    return f"${usd:,.2f}" if usd >= 1 else f"${float(f'{usd:.2g}'):.10f}".rstrip("0").rstrip(".")


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{math.ceil(seconds)} s"
    return f"{math.ceil(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
