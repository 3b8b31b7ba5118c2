"""Flows over models that are served on this machine."""

import pytest

from garden_nb.engine.llm.door import warm_up
from loopback.fixtures import loopback

__all__ = ["loopback"]


@pytest.fixture(scope="session", autouse=True)
def _litellm():
    """Load litellm once, so that the first test is not the slow one."""
    warm_up()
