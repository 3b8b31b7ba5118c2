"""Fixtures for tests that need a provider; import them in a `conftest.py`."""

from collections.abc import Iterator

import pytest

from loopback.server import LoopbackServer

__all__ = ["loopback"]


@pytest.fixture
def loopback() -> Iterator[LoopbackServer]:
    """Yield a running server with the best of tempers."""
    with LoopbackServer() as server:
        yield server
