"""What is sent to Likewise before an answer, in messages of limited size: a line of more than 512 MB would be too long for a string there."""

from __future__ import annotations

import json
from typing import Any, Callable, Iterable

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from .batches import grouped
from .channel import packed

#: The default of the setting: the bytes of the numbers or texts of a message, before they are encoded.
MESSAGE_BYTES = 4 << 20
SETTING = "spark.likewise.messageBytes"

Words = npt.NDArray[Any]
Send = Callable[[dict[str, Any]], None]


class Messages:
    """Sends rows as columns. A message has at least one row, however large."""

    def __init__(self, send: Send, max_bytes: int = MESSAGE_BYTES) -> None:
        self._send, self._max_bytes = send, max_bytes

    def columns(self, name: str, columns: dict[str, Words]) -> None:
        """Columns of numbers of the same length."""
        kinds = {key: np.dtype(np.float64 if column.dtype.kind == "f" else np.uint32) for key, column in columns.items()}
        rows = max(1, self._max_bytes // sum(kind.itemsize for kind in kinds.values()))
        for start in range(0, len(next(iter(columns.values()))), rows):
            self._rows(name, {key: packed(column[start : start + rows], kinds[key]) for key, column in columns.items()})

    def rows(self, name: str, rows: Iterable[Any], names: list[str]) -> None:
        """Rows of a table with these columns of numbers."""
        most = max(1, self._max_bytes // (8 * len(names)))
        for batch in grouped(rows, lambda _: 1, most):
            self.columns(name, {key: np.array([row[key] for row in batch]) for key in names})

    def lists(self, name: str, lists: Iterable[tuple[dict[str, int], Words]]) -> None:
        """Lists of numbers, each with more numbers about it.

        A message has the sizes of the lists that begin in it. A list may continue in later messages, which then begin with the rest of it.
        """
        most = max(1, self._max_bytes // 4)
        heads: list[dict[str, int]] = []
        parts: list[Words] = []
        held = 0

        def flush() -> None:
            nonlocal heads, parts, held
            if heads or parts:
                columns = {key: packed([head[key] for head in heads], np.uint32) for key in (heads[0] if heads else ())}
                self._rows(name, {"sizes": packed([], np.uint32), **columns, "members": packed(np.concatenate([_NONE, *parts]), np.uint32)})
            heads, parts, held = [], [], 0

        for head, members in lists:
            heads.append({**head, "sizes": len(members)})
            while len(members) > 0:
                parts.append(members[: most - held])
                held += len(parts[-1])
                members = members[len(parts[-1]) :]
                if held >= most:
                    flush()
            if held + len(heads) >= most:
                flush()
        flush()

    def groups(self, name: str, sizes: Words, members: Words) -> None:
        """Lists of numbers, one after another: first all their sizes, then all members."""
        none = packed([], np.uint32)
        rows = max(1, self._max_bytes // 4)
        for start in range(0, len(sizes), rows):
            self._rows(name, {"sizes": packed(sizes[start : start + rows], np.uint32), "members": none})
        for start in range(0, len(members), rows):
            self._rows(name, {"sizes": none, "members": packed(members[start : start + rows], np.uint32)})

    def bits(self, name: str, rows: Iterable[tuple[int, bytes]]) -> None:
        """Positions, each with as many bytes of bits."""
        for batch in grouped(rows, lambda row: 4 + len(row[1]), self._max_bytes):
            bits = np.frombuffer(b"".join(bits for _, bits in batch), np.uint8)
            self._rows(name, {"position": packed([position for position, _ in batch], np.uint32), "bits": packed(bits, np.uint8)})

    def ids(self, name: str, found: pa.RecordBatch) -> None:
        """The columns ``position`` and ``id``, a text."""
        positions, ids = found.column("position").to_numpy(), found.column("id")
        if len(ids) == 0:
            return
        _, ends, data = ids.buffers()
        offsets = np.frombuffer(ends, np.int64)[ids.offset : ids.offset + len(ids) + 1]
        bytes_of = np.frombuffer(data, np.uint8) if data is not None else np.empty(0, np.uint8)
        sizes = np.diff(offsets)
        # Each row has a position and a size of 4 bytes each.
        sums = np.concatenate([[0], np.cumsum(sizes + 8)])
        start = 0
        while start < len(ids):
            end = max(start + 1, int(np.searchsorted(sums, sums[start] + self._max_bytes, side="right")) - 1)
            self._rows(
                name,
                {
                    "position": packed(positions[start:end], np.uint32),
                    "sizes": packed(sizes[start:end], np.uint32),
                    "json": packed(bytes_of[offsets[start] : offsets[end]], np.uint8),
                },
            )
            start = end

    def values(self, name: str, values: Iterable[Any]) -> None:
        """Values of any kind, as lists of JSON."""
        texts = (json.dumps(value).encode() for value in values)
        for batch in grouped(texts, len, self._max_bytes):
            self._rows(name, {"json": packed(np.frombuffer(b"[" + b",".join(batch) + b"]", np.uint8), np.uint8)})

    def _rows(self, name: str, columns: dict[str, str]) -> None:
        self._send({"rows": name, "columns": columns})


_NONE = np.empty(0, np.uint32)
