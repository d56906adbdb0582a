"""Sketched records, many at a time, as arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Sketched:
    """Successive records of a block of a file. Blank lines are no records, but lines are counted with them."""

    side: int
    file: int
    block: int
    #: The number of the first record within the block.
    first: int
    #: How many lines the block has up to here.
    lines: int
    #: The number of each record's line within the block.
    line: Ints
    #: As JSON.
    ids: list[str | None]
    #: Why records cannot be used, by their number here.
    problems: dict[int, str]
    characters: Ints
    sizes: npt.NDArray[np.int32]
    text_hashes: Words
    contents: Words
    keys: Words
    offsets: Ints
    elements: npt.NDArray[np.uint32]
    #: How many texts needed full Unicode handling.
    unicode_fallbacks: int

    @property
    def count(self) -> int:
        return len(self.sizes)

    def without_sets(self) -> Sketched:
        return replace(self, offsets=np.empty(0, np.int64), elements=np.empty(0, np.uint32))

    def is_good(self) -> npt.NDArray[np.bool_]:
        good = np.ones(self.count, np.bool_)
        good[list(self.problems)] = False
        return good


@dataclass(frozen=True)
class Numbering:
    """Positions and lines from those within a block: the first of each side, file and block. ``left_out`` are documents that repeat an id."""

    first_positions: dict[tuple[int, int, int], tuple[int, int]]
    left_out: Ints

    def positions(self, batch: Sketched) -> Ints:
        first, _ = self.first_positions[(batch.side, batch.file, batch.block)]
        return first + batch.first + np.arange(batch.count)

    def lines(self, batch: Sketched) -> Ints:
        _, first = self.first_positions[(batch.side, batch.file, batch.block)]
        return first + batch.line + 1

    def chosen(self, batch: Sketched, *, with_empty: bool = False) -> npt.NDArray[np.bool_]:
        """Which records are documents: neither bad nor, unless they are wanted, empty."""
        chosen = batch.is_good()
        if not with_empty:
            chosen &= batch.sizes > 0
        return chosen & ~within(self.left_out, self.positions(batch))


def within(ascending: npt.NDArray[Any], values: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Whether each value is one of some ascending ones."""
    if len(ascending) == 0:
        return np.zeros(values.shape, np.bool_)
    at = np.minimum(np.searchsorted(ascending, values), len(ascending) - 1)
    found: npt.NDArray[np.bool_] = ascending[at] == values
    return found


#: Records as rows, with their positions.
ROWS = (
    "side int, file int, line bigint, id string, problem string, size int, characters bigint, text_hash bigint, content_0 bigint, "
    "content_1 bigint, keys array<bigint>, elements binary, position bigint"
)
_ROWS = pa.schema(
    [
        ("side", pa.int32()),
        ("file", pa.int32()),
        ("line", pa.int64()),
        ("id", pa.string()),
        ("problem", pa.string()),
        ("size", pa.int32()),
        ("characters", pa.int64()),
        ("text_hash", pa.int64()),
        ("content_0", pa.int64()),
        ("content_1", pa.int64()),
        ("keys", pa.list_(pa.int64())),
        ("elements", pa.binary()),
        ("position", pa.int64()),
    ]
)


def rows_of(batch: Sketched, numbering: Numbering) -> pa.RecordBatch:
    """The records as rows of a table."""
    count = batch.count
    bands = batch.keys.shape[1] if batch.keys.ndim == 2 else 0
    keys = pa.array(batch.keys.reshape(-1).view(np.int64))
    starts = pa.py_buffer((batch.offsets * 4).astype(np.int32))
    elements = pa.BinaryArray.from_buffers(pa.binary(), count, [None, starts, pa.py_buffer(np.ascontiguousarray(batch.elements))])
    columns = [
        pa.array(np.full(count, batch.side, np.int32)),
        pa.array(np.full(count, batch.file, np.int32)),
        pa.array(numbering.lines(batch)),
        pa.array(batch.ids, pa.string()),
        pa.array([batch.problems.get(row) for row in range(count)], pa.string()),
        pa.array(batch.sizes),
        pa.array(batch.characters),
        pa.array(batch.text_hashes.view(np.int64)),
        pa.array(batch.contents[:, 0].copy().view(np.int64)),
        pa.array(batch.contents[:, 1].copy().view(np.int64)),
        pa.ListArray.from_arrays(pa.array(np.arange(count + 1, dtype=np.int32) * bands), keys),
        elements,
        pa.array(numbering.positions(batch)),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=_ROWS)
