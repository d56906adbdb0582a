"""Turns records into shingle sets, content hashes and band keys, batch by batch, in the executors."""

from __future__ import annotations

from typing import Any, Callable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..kernel import KernelBatch, TooLarge
from .inputs import Side, plain_path
from .parse import Problem, id_json, is_blank, read_line, well_formed
from .settings import Sketching, kernel_of

#: A row per record, and per blank line, whose ``record`` is −1. ``line`` and ``record`` are numbers within the block of the file.
SCHEMA = (
    "side int, file int, block bigint, line bigint, record bigint, id string, problem string, size int, characters bigint, "
    "text_hash bigint, content_0 bigint, content_1 bigint, keys array<bigint>, elements binary"
)

_ARROW = pa.schema(
    [
        ("side", pa.int32()),
        ("file", pa.int32()),
        ("block", pa.int64()),
        ("line", pa.int64()),
        ("record", pa.int64()),
        ("id", pa.string()),
        ("problem", pa.string()),
        ("size", pa.int32()),
        ("characters", pa.int64()),
        ("text_hash", pa.int64()),
        ("content_0", pa.int64()),
        ("content_1", pa.int64()),
        ("keys", pa.list_(pa.int64())),
        ("elements", pa.binary()),
    ]
)

Batches = Iterator[pa.RecordBatch]


def sketcher(side: Side, files: list[str], sketching: Sketching) -> Callable[[Batches], Batches]:
    """The function for ``mapInArrow`` over the raw records of a side."""
    numbers = {plain_path(path): number for number, path in enumerate(files)}

    def run(batches: Batches) -> Batches:
        counter = _Counter(numbers)
        for batch in batches:
            if batch.num_rows > 0:
                yield _sketch(side, sketching, counter, batch)

    return run


class _Counter:
    """Numbers the lines and records of each block; a task reads one block after another."""

    def __init__(self, files: dict[str, int]) -> None:
        self._files = files
        self._path: str | None = None
        self._file = 0
        self._block = -1
        self._line = self._record = 0

    def next(self, path: str, block: int, is_record: bool) -> tuple[int, int, int]:
        """The file, and the line and the record within the block; −1 for a blank line."""
        if path != self._path or block != self._block:
            if path != self._path:
                self._path, self._file = path, self._files[plain_path(path)]
            self._block, self._line, self._record = block, 0, 0
        line, record = self._line, self._record if is_record else -1
        self._line += 1
        self._record += is_record
        return self._file, line, record

    def begins_file(self, path: str, block: int) -> bool:
        """Whether the next line is the first of its file."""
        return block == 0 and (path != self._path or block != self._block)


def _sketch(side: Side, sketching: Sketching, counter: _Counter, batch: pa.RecordBatch) -> pa.RecordBatch:
    paths, blocks = batch.column("path").to_pylist(), batch.column("block").to_pylist()
    locations: list[tuple[int, int, int]] = []
    texts: list[str] = []
    ids: list[str | None] = []
    problems: list[str | None] = []
    for (path, block), record in zip(zip(paths, blocks), _records(side, batch)):
        text, record_id, problem = "", None, None
        is_record = record is not None
        if record is not None:
            try:
                text, record_id = _read(side, record, counter.begins_file(path, block))
            except Problem as error:
                problem = str(error)
        locations.append(counter.next(path, block, is_record))
        texts.append(text)
        ids.append(record_id)
        problems.append(problem)
    read = _read_texts(sketching, texts, problems)
    return _columns(side, sketching, blocks, locations, ids, problems, read, [len(text) for text in texts])


def _records(side: Side, batch: pa.RecordBatch) -> Iterator[Any]:
    if side.is_json:
        for line in batch.column("line").to_pylist():
            yield None if is_blank(line) else line
        return
    yield from zip(batch.column("text").to_pylist(), batch.column("id").to_pylist())


def _read(side: Side, record: Any, may_have_mark: bool) -> tuple[str, str | None]:
    if side.is_json:
        # A byte order mark belongs to the file, not to its first record.
        line = record.removeprefix(b"\xef\xbb\xbf") if may_have_mark else record
        return read_line(line, side.text_fields, side.id_field, side.is_id_detected)
    text, value = record
    if side.id_field is not None and value is None and not side.is_id_detected:
        raise Problem(f'the id field "{side.id_field}" holds null')
    return well_formed(text or ""), None if value is None else id_json(value)


def _read_texts(sketching: Sketching, texts: list[str], problems: list[str | None]) -> KernelBatch:
    kernel = kernel_of(sketching)
    try:
        return kernel.read(pa.array(texts, pa.large_string()))
    except TooLarge:
        # One of the texts is too large: read the others without it.
        for i, text in enumerate(texts):
            try:
                kernel.read([text])
            except TooLarge as error:
                texts[i], problems[i] = "", str(error)
        return kernel.read(pa.array(texts, pa.large_string()))


def _columns(
    side: Side,
    sketching: Sketching,
    blocks: list[int],
    locations: list[tuple[int, int, int]],
    ids: list[str | None],
    problems: list[str | None],
    read: KernelBatch,
    characters: list[int],
) -> pa.RecordBatch:
    count = len(locations)
    file, line, record = (np.array(column) for column in zip(*locations))
    assert read.set_offsets is not None and read.set_elements is not None
    elements = _binary(read.set_offsets, read.set_elements)
    bands = sketching.bands
    keys = read.band_keys.view(np.int64).reshape(-1) if read.band_keys is not None else np.empty(0, np.int64)
    key_lists = pa.ListArray.from_arrays(pa.array(np.arange(count + 1, dtype=np.int32) * bands), pa.array(keys))
    columns = [
        np.full(count, side.number, np.int32),
        file.astype(np.int32),
        np.array(blocks, np.int64),
        line.astype(np.int64),
        record.astype(np.int64),
        pa.array(ids, pa.string()),
        pa.array(problems, pa.string()),
        read.sizes.astype(np.int32),
        np.array(characters, np.int64),
        read.text_hashes.view(np.int64),
        read.content_hashes[:, 0].copy().view(np.int64),
        read.content_hashes[:, 1].copy().view(np.int64),
        key_lists,
        elements,
    ]
    arrays = [column if isinstance(column, pa.Array) else pa.array(column) for column in columns]
    return pa.RecordBatch.from_arrays(arrays, schema=_ARROW)


def _binary(offsets: npt.NDArray[np.int64], elements: npt.NDArray[np.uint32]) -> pa.Array:
    """The sets as bytes: four per element, ascending."""
    starts = pa.py_buffer((offsets * 4).astype(np.int32))
    return pa.BinaryArray.from_buffers(pa.binary(), len(offsets) - 1, [None, starts, pa.py_buffer(np.ascontiguousarray(elements))])
