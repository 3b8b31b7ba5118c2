"""The door to litellm: imported once, when the first call needs it, and kept silent."""

import asyncio
import logging
import os
import sys
import threading
from contextlib import suppress
from typing import Any

from garden_nb.errors import MissingDependencyError

__all__ = ["close_clients", "is_open", "is_warm", "litellm", "warm_up"]

_lock = threading.Lock()
_opened: list[Any] = []
_warm: list[bool] = []


def is_open() -> bool:
    """Return whether litellm is there without waiting for it."""
    return bool(_opened)


def is_warm() -> bool:
    """Return whether what a first call loads is there, too."""
    return bool(_warm)


def litellm() -> Any:
    """Return the litellm module; the first call takes seconds, so never make it in a loop.

    Prices come from the map that litellm carries, unless `LITELLM_OFFLINE_MODE` says otherwise,
    and nothing of litellm's reaches stdout or stderr, unless `LITELLM_LOG` is set.

    Raises:
        MissingDependencyError: litellm is not installed.
    """
    with _lock:
        if not _opened:
            _opened.append(_load())
        return _opened[0]


def _load() -> Any:
    chatty = "LITELLM_LOG" in os.environ
    os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")
    os.environ.setdefault("LITELLM_LOG", "ERROR")
    try:
        import litellm as module  # noqa: PLC0415  # six seconds and 200 MB: not before it is needed
    except ImportError as error:
        raise MissingDependencyError(
            f"litellm cannot be imported ({error}). Run: pip install litellm"
        ) from error
    module.suppress_debug_info = True
    module.telemetry = False
    if not chatty:
        for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return module


def warm_up() -> None:
    """Load litellm and what its first call loads, so that no call is timed with it.

    Takes seconds the first time: for threads without a loop.
    """
    if not is_warm():
        asyncio.run(_first_call(litellm()))
        _warm.append(True)


async def _first_call(module: Any) -> None:
    message = {"role": "user", "content": ""}
    await module.acompletion("openai/none", messages=[message], mock_response="")
    await close_clients()


async def close_clients() -> None:
    """Close the HTTP clients that litellm has opened in the running loop.

    litellm keeps clients by loop; those of other loops, a user's own for example, stay open.
    """
    if "litellm" not in sys.modules or not _opened:
        return
    cache = _opened[0].in_memory_llm_clients_cache
    mark = cache.update_cache_key_with_event_loop("")
    for key in [key for key in cache.cache_dict if mark and str(key).endswith(mark)]:
        client = cache.cache_dict.pop(key)
        cache.ttl_dict.pop(key, None)
        await _close(client)
    await _stop_logging()


async def _close(client: Any) -> None:
    inner = getattr(client, "_client", None) or getattr(client, "client", None)
    for owner in (getattr(inner, "_transport", None), inner, client):
        close = getattr(owner, "aclose", None) or getattr(owner, "close", None)
        if close is not None:
            with suppress(Exception):
                done = close()
                if asyncio.iscoroutine(done):
                    await done


async def _stop_logging() -> None:
    """Let litellm's own tasks of this loop end; they would be cancelled with it, and complain."""
    from litellm.litellm_core_utils import logging_worker  # noqa: PLC0415

    worker = logging_worker.GLOBAL_LOGGING_WORKER
    if getattr(worker, "_bound_loop", None) is asyncio.get_running_loop():
        with suppress(Exception):
            await asyncio.wait_for(worker.flush(), 0.5)
            await worker.stop(timeout=0.5)
