"""Stand-ins: what plays the models, with right answers and a seeded rate of errors."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable

from loopback.received import Received

__all__ = ["CAPITALS", "ERROR_RATES", "StandIns", "right_answer"]

ERROR_RATES = {"stand-in-large": 0.04, "stand-in-medium": 0.18, "stand-in-small": 0.4}
"""How often each model errs; a model of any other name errs as `stand-in-medium` does."""

CAPITALS = {
    "Austria": "Vienna",
    "Brazil": "Brasília",
    "Chile": "Santiago",
    "Egypt": "Cairo",
    "Finland": "Helsinki",
    "France": "Paris",
    "Ghana": "Accra",
    "Japan": "Tokyo",
    "Kenya": "Nairobi",
    "Norway": "Oslo",
    "Peru": "Lima",
    "Poland": "Warsaw",
}
_STEPS_HELP = 0.5
_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "−": int.__sub__,
    "*": int.__mul__,
    "×": int.__mul__,
}
_SUM = re.compile(r"(\d+)\s*([-+*×−])\s*(\d+)")
_CAPITAL = re.compile(r"capital of (\w+)", re.IGNORECASE)
_LETTERS = re.compile(r"letters .*?[\"'“](\w+)[\"'”]")
_MARKED = r"<{0}\b[^>]*>\n?(.*?)\n?</{0}\b"
_SCALE = re.compile(r"from (-?[\d.]+) \(worst\) to (-?[\d.]+)")


def right_answer(question: str) -> str | None:
    """Return the answer to a question about sums, capitals or letters; None to others."""
    if found := _SUM.search(question):
        return str(_OPERATORS[found[2]](int(found[1]), int(found[3])))
    if (found := _CAPITAL.search(question)) and found[1] in CAPITALS:
        return CAPITALS[found[1]]
    if found := _LETTERS.search(question):
        return str(len(found[1]))
    return None


class StandIns:
    """Answers requests: the same one, asked for the n-th time, always gets the same answer.

    `echo` says what it was asked. A request that carries an answer to be judged gets a score.
    Others get the right answer or, at the model's rate, a wrong one; "step by step" in the
    prompt halves the rate, and "only" or "one word" takes the words around the answer away.
    """

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()

    def answer(self, request: Received) -> str:
        """Return what the model says."""
        if request.model == "echo":
            return request.question
        if "<answer" in request.question:
            return self._judge(request)
        whole = f"{request.system}\n{request.question}"
        right = right_answer(request.question)
        if right is None:
            return "I do not know."
        rate = ERROR_RATES.get(request.model, ERROR_RATES["stand-in-medium"])
        rate *= _STEPS_HELP if "step by step" in whole.lower() else 1.0
        said = right if self._draw(request, right) >= rate else _wrong(right)
        bare = re.search(r"\bonly\b|\bone word\b", whole, re.IGNORECASE)
        return said if bare else f"The answer is {said}."

    def _judge(self, request: Received) -> str:
        marked = {
            name: re.search(_MARKED.format(name), request.question, re.DOTALL)
            for name in ("question", "answer")
        }
        question, answer = (found[1] if found else "" for found in marked.values())
        low, high = map(float, _SCALE.search(request.system).groups())  # type: ignore[union-attr]
        right = right_answer(question)
        good = right is not None and re.search(rf"(?<!\w){re.escape(right)}(?!\w)", answer)
        slip = self._draw(request, answer) < ERROR_RATES["stand-in-large"]
        score = high if bool(good) is not slip else low
        said = "It gives" if good else "It does not give"
        return f'{{"explanation": "{said} the right answer.", "score": {score:g}}}'

    def _draw(self, request: Received, salt: str) -> float:
        asked = f"{request.model}\n{request.system}\n{request.question}"
        again = self._asked[asked] if request.body.get("temperature") else 0
        self._asked[asked] += 1
        number = hashlib.sha256(f"{asked}\n{again}\n{salt}".encode()).digest()[:8]
        return int.from_bytes(number) / 2**64


def _wrong(right: str) -> str:
    try:
        return str(int(right) + 1)
    except ValueError:
        return "Atlantis"
