"""The connection to Likewise, which started this program. Each request, progress report and response is a line of JSON."""

from __future__ import annotations

import base64
import json
import socket
import threading
from queue import SimpleQueue
from typing import Any, Callable, Iterable, Iterator

import numpy as np


class Channel:
    """A socket on this machine. The token identifies the other end."""

    def __init__(self, address: str, token: str) -> None:
        host, _, port = address.rpartition(":")
        self._socket = socket.create_connection((host, int(port)), timeout=30)
        self._socket.settimeout(None)
        self._is_busy = threading.Event()
        self._file = self._socket.makefile("rb")
        self.send({"token": token})

    def requests(self, on_lost: Callable[[], None]) -> Iterator[dict[str, Any]]:
        """The requests, each with the ``columns`` of numbers that were sent before it.

        Args:
            on_lost: called in another thread if the connection ends before a request is answered: nobody waits for the answer.
        """
        lines: SimpleQueue[bytes | None] = SimpleQueue()

        def receive() -> None:
            try:
                for line in self._file:
                    lines.put(line)
            except OSError:
                pass  # The connection was reset.
            lines.put(None)
            if self._is_busy.is_set():
                on_lost()

        threading.Thread(target=receive, daemon=True).start()
        for request in read_requests(iter(lines.get, None)):
            self._is_busy.set()
            yield request

    def send(self, message: dict[str, Any]) -> None:
        if "id" in message:
            # An answer: the other end may close the connection as soon as it has it.
            self._is_busy.clear()
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def close(self) -> None:
        self._socket.close()


def read_requests(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    columns: dict[str, list[Any]] = {}
    for line in lines:
        message = json.loads(line)
        if "column" in message:
            columns.setdefault(message["column"], []).append(unpacked(message["data"], message["kind"]))
        else:
            yield {**message, "columns": {name: np.concatenate(parts) for name, parts in columns.items()}}
            columns = {}


def packed(values: Any, kind: Any) -> str:
    """Numbers as the bytes of a typed array, in base64."""
    return base64.b64encode(np.asarray(values, kind).tobytes()).decode()


def unpacked(text: str, kind: Any) -> Any:
    """The numbers of a typed array, from its bytes in base64."""
    return np.frombuffer(base64.b64decode(text), kind)
