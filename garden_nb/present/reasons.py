"""Reasons why scores are missing, cut down to what kind of reason it is.

Reasons may quote what a model said. Views and files of a report are shared with people who were
not meant to read that, so they say the kind alone; whole reasons stay in `report.unscored`.
"""

import re

from garden_nb.present.clean import clean

__all__ = ["UNTOLD", "short_reason"]

UNTOLD = "a reason that is left out here"

_KIND = re.compile(r"([A-Za-z_][\w.]{0,80}):\s")
_QUOTED = re.compile(r"(?<!\w)['\"`“‘«](?:.*['\"`”’»](?!\w)|.*)", re.DOTALL)
_END = re.compile(r"[:;\n]")
_MODEL = re.compile(r"[\w.-]{1,40}/[\w./@-]{1,80}: (?=the )")
"""How the reasons begin of a model that cannot be called at all."""
_SENTENCE = re.compile(r"[.:;\n]")
_READ, _MOST = 2_000, 80
_OWN = re.compile(
    r"the (?:judge|scorer|expected answer)\b|no person scored\b|timeout$"
    r"|\w*(?:Error|Exception|Exit|Group|Interrupt|Timeout|Warning)$"
)
"""How the reasons begin that this package gives, and what kinds of errors are called."""


def short_reason(reason: str, *, strict: bool = False) -> str:
    r"""Return the kind of a reason: without what follows a colon, and without what is quoted.

    Args:
        reason: Why a score is missing.
        strict: Leave out too what a scorer of somebody else says in its own words.

    >>> short_reason("ValueError: could not convert string to float: 'forty-two'")
    'ValueError'
    >>> short_reason("the judge's answer holds no score: 'I cannot say.'")
    "the judge's answer holds no score"
    >>> short_reason("openai/gpt-4o: the key was refused. Incorrect API key provided: sk-...")
    'openai/gpt-4o: the key was refused'
    >>> short_reason("the scorer returned 'yes', which is not a number")
    'the scorer returned …, which is not a number'
    """
    reason = reason[:_READ]
    kind, model = _KIND.match(reason), _MODEL.match(reason)
    told = kind[1] if kind else _END.split(_QUOTED.sub("…", reason), maxsplit=1)[0]
    if model:
        told = model[0] + _SENTENCE.split(_QUOTED.sub("…", reason[model.end() :]), maxsplit=1)[0]
    told = clean(told).strip(" .")
    if strict and not _OWN.match(told):
        return UNTOLD
    if not told:
        return "no reason given"
    return told if len(told) <= _MOST else f"{told[: _MOST - 1]}…"
