"""The exception tree.

GardenError
├── InputError            a user's mistake: every problem at once, shown without a traceback
│   └── GatesError        a gate file or mapping that cannot be used
├── JournalError          the journal cannot be opened, read or written
│   └── RunLockedError    another process is running this named run
└── MissingDependencyError  an optional library is absent; names the install line
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

__all__ = [
    "EditedAgentWarning",
    "GardenError",
    "GatesError",
    "InputError",
    "JournalError",
    "MissingDependencyError",
    "Problem",
    "RunLockedError",
    "did_you_mean",
]


class GardenError(Exception):
    """The base of every error that garden_nb raises on purpose."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with an input.

    Attributes:
        where: The place in the user's words (`baseline`, `column "id"`, `cell:4:12`).
        what: What was given and why it is refused.
        accepted: What is accepted instead, or what to do next; may be empty.
    """

    where: str
    what: str
    accepted: str = ""

    def __str__(self) -> str:
        """Return the problem on one line."""
        tail = f" {self.accepted}" if self.accepted else ""
        return f"{self.where}: {self.what}{tail}"


class InputError(GardenError, ValueError):
    """A user's mistake, with every problem listed.

    Args:
        problems: All problems that were found, at least one.
    """

    def __init__(self, problems: Sequence[Problem] | Problem) -> None:
        self.problems: tuple[Problem, ...] = (
            (problems,) if isinstance(problems, Problem) else tuple(problems)
        )
        if not self.problems:
            raise AssertionError("an InputError lists at least one problem")
        super().__init__(self._message())

    def _message(self) -> str:
        if len(self.problems) == 1:
            return str(self.problems[0])
        lines = "\n".join(f"  - {problem}" for problem in self.problems)
        return f"{len(self.problems)} problems:\n{lines}"

    def _render_traceback_(self) -> list[str]:
        """Show the message alone in a notebook: a user's mistake needs no traceback."""
        return [f"{type(self).__name__}: {self}"]


class GatesError(InputError):
    """Gates that cannot be used; `problems` has the place of each."""


class JournalError(GardenError):
    """The journal cannot be opened, read or written."""


class RunLockedError(JournalError):
    """Another process is running this named run."""


class EditedAgentWarning(UserWarning):
    """An agent was edited after it had answered, and its answers are reused."""


class MissingDependencyError(GardenError, ImportError):
    """An optional library is absent; the message names the line that installs it."""


def did_you_mean(given: object, accepted: Sequence[str]) -> str:
    """Return what is accepted, led by the nearest spelling.

    >>> did_you_mean("fuzy", ["bm25", "fuzzy"])
    'Did you mean "fuzzy"? Accepted: "bm25", "fuzzy".'
    """
    listed = ", ".join(f'"{name}"' for name in accepted)
    near = get_close_matches(str(given), accepted, n=1)
    hint = f'Did you mean "{near[0]}"? ' if near else ""
    return f"{hint}Accepted: {listed}." if accepted else "There are none."
