"""The server: an OpenAI-compatible endpoint on this machine, with a scripted temper."""

import asyncio
import json
import threading
import time
from collections import defaultdict, deque
from contextlib import suppress
from typing import Any, Self

from loopback.bucket import Bucket
from loopback.completion import completion
from loopback.received import Received
from loopback.stand_ins import StandIns
from loopback.temper import Temper

__all__ = ["LoopbackServer"]

_DRIPS = 20


class LoopbackServer:
    """Serves chat completions at `base_url` from a thread of its own.

    Attributes:
        port: The port on 127.0.0.1.
        requests: What was received, in order of arrival.
        temper: How requests are treated for which nothing else is scripted.
        bucket: Refuses what comes too fast; None where nothing does.
        under_way: Requests that are not answered yet.
        most_under_way: The most of them at any moment.
    """

    def __init__(self, temper: Temper | None = None, port: int = 0) -> None:
        self.port = port
        self.requests: list[Received] = []
        self.temper = temper or Temper()
        self.bucket: Bucket | None = None
        self.under_way = self.most_under_way = 0
        self._scripts: dict[str | None, deque[Temper]] = defaultdict(deque)
        self._always: dict[str, Temper] = {}
        self._stand_ins = StandIns()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="loopback", daemon=True)

    @property
    def base_url(self) -> str:
        """What clients are given as `api_base` (Anthropic's want it without `/v1`)."""
        return f"http://127.0.0.1:{self.port}/v1"

    def script(self, *tempers: Temper, model: str | None = None) -> None:
        """Treat the next requests, of one model or of any, one after the other like this."""
        self._scripts[model].extend(tempers)

    def always(self, model: str, temper: Temper) -> None:
        """Treat every request of a model like this."""
        self._always[model] = temper

    def of(self, model: str) -> list[Received]:
        """Return the requests for a model."""
        return [request for request in self.requests if request.model == model]

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        loop = self._loop
        server = loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", self.port))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        try:
            loop.run_forever()
        finally:
            server.close()
            loop.run_until_complete(_give_up(asyncio.all_tasks(loop)))
            loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                request = await _receive(reader)
                self.requests.append(request)
                self.under_way += 1
                self.most_under_way = max(self.most_under_way, self.under_way)
                try:
                    await self._treat(request, self._temper_for(request), reader, writer)
                finally:
                    self.under_way -= 1
        writer.close()

    def _temper_for(self, request: Received) -> Temper:
        for name in (request.model, None):
            if self._scripts[name]:
                return self._scripts[name].popleft()
        refusal = None if self.bucket is None else self.bucket.refusal()
        if refusal is not None:
            return refusal
        return self._always.get(request.model, self.temper)

    async def _treat(
        self,
        request: Received,
        temper: Temper,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        if temper.hangs:
            await reader.read()  # until the client gives up
            raise ConnectionResetError
        await asyncio.sleep(temper.latency_s)
        body = temper.body
        if body is None:
            says = self._stand_ins.answer(request) if temper.says is None else temper.says
            body = completion(request, says, temper.changes)
        writer.write(_head(temper, len(body)))
        if temper.reset:
            writer.write(body[: len(body) // 2])
            await writer.drain()
            writer.transport.abort()
            raise ConnectionResetError
        if temper.drip_s:
            step = -(-len(body) // _DRIPS)
            for start in range(0, len(body), step):
                writer.write(body[start : start + step])
                await writer.drain()
                await asyncio.sleep(temper.drip_s / _DRIPS)
        else:
            writer.write(body)
        await writer.drain()


async def _give_up(tasks: "set[asyncio.Task[Any]]") -> None:
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)


async def _receive(reader: asyncio.StreamReader) -> Received:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    arrived_s = time.monotonic()
    first, *lines = head.rstrip().split("\r\n")
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    raw = await reader.readexactly(int(headers.get("content-length", 0)))
    body: Any = json.loads(raw) if raw else {}
    return Received(arrived_s, first.split()[1], headers, body)


def _head(temper: Temper, length: int) -> bytes:
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(length),
        **temper.headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {temper.status} Loopback\r\n{lines}\r\n".encode("latin-1")
