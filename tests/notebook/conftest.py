"""A provider on this machine, and a notebook whose kernel knows it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from live_kernel import LiveKernel, live_kernel

from loopback import LoopbackServer

KEY = "sk-loopback-0123456789abcdef"


@pytest.fixture(scope="session")
def key() -> str:
    """The key that the kernel's environment holds."""
    return KEY


@pytest.fixture(scope="session")
def served() -> Iterator[LoopbackServer]:
    """Yield a server for all tests of cells."""
    with LoopbackServer() as server:
        yield server


@pytest.fixture(scope="session")
def live(served: LoopbackServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveKernel]:
    """Yield a notebook for all tests of cells: a kernel and litellm take seconds to start."""
    folder = tmp_path_factory.mktemp("notebook")
    environment = {"OPENAI_API_KEY": KEY, "OPENAI_API_BASE": served.base_url}
    with live_kernel(folder, **environment) as kernel:
        kernel.run("%load_ext garden_nb\nimport pandas as pd")
        yield kernel


@pytest.fixture
def place(live: LiveKernel, tmp_path: Path) -> Path:
    """Work in a folder of the test's own, with a journal of its own."""
    live.run(f"%cd -q {tmp_path}")
    return tmp_path


@pytest.fixture
def calls(served: LoopbackServer) -> Callable[[], dict[str, int]]:
    """Count the requests by model since the last time this was asked."""
    seen = [len(served.requests)]

    def count() -> dict[str, int]:
        new = served.requests[seen[0] :]
        seen[0] += len(new)
        models = [request.model for request in new]
        return {model: models.count(model) for model in dict.fromkeys(models)}

    return count
