"""Looks up what is known about records by their positions. The driver gets columns: an object for each record would take ten times as much
memory."""

from __future__ import annotations

from typing import Any, Callable, Iterator

import numpy as np
import pyarrow as pa

from .sketched import Ints, Numbering, Sketched, within

#: The columns. All ids together can have more than 2 GB.
_COLUMNS = {
    "position": pa.int64(),
    "side": pa.int32(),
    "file": pa.int32(),
    "line": pa.int64(),
    "id": pa.large_string(),
    "size": pa.int32(),
    "characters": pa.int64(),
    "text_hash": pa.uint64(),
    "content_0": pa.uint64(),
    "content_1": pa.uint64(),
}


def look_up(batches: Any, numbering: Numbering, positions: Ints, names: list[str]) -> pa.RecordBatch:
    """``position`` and some other columns of records.

    Args:
        batches: an RDD of sketched records.
        positions: in any order; each record is found once, and they come by position.
    """
    schema = pa.schema([(name, _COLUMNS[name]) for name in ("position", *names)])
    wanted = batches.context.broadcast(np.unique(np.asarray(positions, np.int64)))

    def find(batch: Sketched) -> Iterator[pa.RecordBatch]:
        rows = np.flatnonzero(within(wanted.value, numbering.positions(batch)))
        if len(rows) > 0:
            yield pa.RecordBatch.from_arrays([_column(batch, name, rows, numbering) for name in schema.names], schema=schema)

    parts = batches.flatMap(find).collect() if len(positions) > 0 else []
    if not parts:
        return pa.RecordBatch.from_pylist([], schema)
    [found] = pa.Table.from_batches(parts, schema).combine_chunks().to_batches()
    return found.take(pa.array(np.argsort(found.column("position").to_numpy())))


def _column(batch: Sketched, name: str, rows: Ints, numbering: Numbering) -> pa.Array:
    columns: dict[str, Callable[[], Any]] = {
        "position": lambda: numbering.positions(batch)[rows],
        "side": lambda: np.full(len(rows), batch.side),
        "file": lambda: np.full(len(rows), batch.file),
        "line": lambda: numbering.lines(batch)[rows],
        "id": lambda: [batch.ids[row] for row in rows.tolist()],
        "size": lambda: batch.sizes[rows],
        "characters": lambda: batch.characters[rows],
        "text_hash": lambda: batch.text_hashes[rows],
        "content_0": lambda: batch.contents[rows, 0],
        "content_1": lambda: batch.contents[rows, 1],
    }
    return pa.array(columns[name](), _COLUMNS[name])
