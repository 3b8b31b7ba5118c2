"""Secret names: what settings, headers and variables that hold secrets are called."""

import re

__all__ = ["SECRET_NAME", "is_secret"]

_KEYS = (
    r"(?:api|secret|access|private|subscription|functions?|account|master|shared|signing|storage"
    r"|encryption)[_-]?key"
)
_WORDS = rf"{_KEYS}|secret|pass(?:word|wd|phrase)|authorization|credentials?"
_TOKENS = r"(?:access|auth|refresh|session|bearer|api|id|ad)[_-]?token"

SECRET_NAME = rf"(?:x-)?(?:[a-z0-9]+[_-])*(?:{_WORDS}|client[_-]?secret|pwd|{_TOKENS}|token|cookie)"
"""The names, as a regular expression without regard to case, for texts of any kind."""

_ANYWHERE = re.compile(_WORDS)
_AT_THE_END = re.compile(rf"(?:^|[_-])(?:pwd|auth|cookie|token)$|{_TOKENS}$")
_MARKS = re.compile(
    r"(?:^|[_-])(?:bos|eos|pad|unk|sep|cls|mask|stop|start|end|image|audio|video|special)[_-]token$"
)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def is_secret(name: str) -> bool:
    """Return whether what is called so holds a secret.

    >>> [is_secret(name) for name in ("Ocp-Apim-Subscription-Key", "X-Auth", "accessToken")]
    [True, True, True]
    >>> [is_secret(name) for name in ("max_tokens", "eos_token", "top_k", "author")]
    [False, False, False, False]
    """
    words = _HUMP.sub("_", name).lower()
    if _MARKS.search(words):
        return False
    return bool(_ANYWHERE.search(words) or _AT_THE_END.search(words))
