"""Rows that travel between tasks as arrays: the rows of a task that have the same destination are one message.

Spark then moves few large messages, and both ends work on whole arrays.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Iterable, Iterator

import numpy as np
import numpy.typing as npt

#: Rows that a task collects before it sends them.
ROWS = 1 << 21

Array = npt.NDArray[Any]


def scatter(rows: Iterable[tuple[Array, Array]], count: int, partitions: int) -> Iterator[tuple[int, tuple[int, bytes]]]:
    """Messages of rows: the partition, and the destination with the bytes of its rows.

    Args:
        rows: structured rows, and the destination of each, below ``count``.
    """
    pending: list[tuple[Array, Array]] = []
    held = 0
    for part in rows:
        pending.append(part)
        held += len(part[0])
        if held >= ROWS:
            yield from _messages(pending, count, partitions)
            pending, held = [], 0
    if held > 0:
        yield from _messages(pending, count, partitions)


def _messages(pending: list[tuple[Array, Array]], count: int, partitions: int) -> Iterator[tuple[int, tuple[int, bytes]]]:
    rows = np.concatenate([part for part, _ in pending])
    # Sorting 16-bit numbers takes linear time.
    destinations = np.concatenate([part for _, part in pending]).astype(np.uint16 if count <= 1 << 16 else np.uint32)
    order = np.argsort(destinations, kind="stable")
    rows, destinations = rows[order], destinations[order]
    used, starts = np.unique(destinations, return_index=True)
    for destination, start, end in zip(used.tolist(), starts.tolist(), [*starts[1:].tolist(), len(rows)]):
        yield destination % partitions, (destination, rows[start:end].tobytes())


def gather(messages: Iterable[tuple[int, tuple[int, bytes]]], kind: np.dtype[Any]) -> Iterator[Array]:
    """The rows of one destination after another; in no particular order, because messages arrive in any order."""
    parts: dict[int, list[bytes]] = defaultdict(list)
    for _, (destination, data) in messages:
        parts[destination].append(data)
    for destination in sorted(parts):
        yield np.frombuffer(b"".join(parts.pop(destination)), kind)


def repeated(keys: Array) -> Array:
    """The indices of keys that occur more than once, by key."""
    order = np.argsort(keys)
    ordered = keys[order]
    is_same = ordered[1:] == ordered[:-1]
    is_repeated = np.zeros(len(keys), np.bool_)
    is_repeated[1:] |= is_same
    is_repeated[:-1] |= is_same
    found: Array = order[is_repeated]
    return found


def starts_of(*columns: Array) -> npt.NDArray[np.int64]:
    """Where the values of sorted columns differ from those before: the start of each group."""
    differs = np.zeros(len(columns[0]), np.bool_)
    differs[:1] = True
    for column in columns:
        differs[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(differs)


def spread(values: Array, count: int) -> npt.NDArray[np.int64]:
    """A destination below ``count`` for each value, by a multiplicative hash."""
    mixed = values.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    chosen: npt.NDArray[np.int64] = ((mixed >> np.uint64(32)) % np.uint64(count)).astype(np.int64)
    return chosen
