"""Serve until interrupted: `python tests/loopback [port]`."""

import sys
import threading
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from loopback.server import LoopbackServer  # the folder of tests is no package

if __name__ == "__main__":
    with LoopbackServer(port=int(sys.argv[1]) if sys.argv[1:] else 0) as server:
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            threading.Event().wait()
