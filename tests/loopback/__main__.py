"""Serve until interrupted: `python tests/loopback [port] [seconds per answer]`."""

import sys
import threading
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from loopback.server import LoopbackServer
from loopback.temper import Temper

if __name__ == "__main__":
    port, latency_s = [*sys.argv[1:], *("0", "0")[len(sys.argv) - 1 :]]
    with LoopbackServer(Temper(latency_s=float(latency_s)), port=int(port)) as server:
        sys.stdout.write(f"{server.base_url}\n")
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            threading.Event().wait()
