"""An OpenAI-compatible provider on this machine, for tests and tutorials without a key.

Its models are stand-ins: they know a few sums, capitals and word lengths, and err at a seeded
rate. Every request is kept with its time of arrival, and a scripted temper makes the server slow,
rate limited, broken or silent.

    with LoopbackServer() as server:
        server.script(Temper.rate_limited("1"), Temper(hangs=True))
        LlmAgent("openai/stand-in-large", api_base=server.base_url, api_key="none")

`python tests/loopback` serves until interrupted and prints its address.
"""

from loopback.bucket import Bucket
from loopback.received import Received
from loopback.server import LoopbackServer
from loopback.stand_ins import CAPITALS, ERROR_RATES, right_answer
from loopback.temper import Temper

__all__ = [
    "CAPITALS",
    "ERROR_RATES",
    "Bucket",
    "LoopbackServer",
    "Received",
    "Temper",
    "right_answer",
]
