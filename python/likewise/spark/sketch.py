"""Turns records into shingle sets, content hashes and band keys, batch by batch, in the executors."""

from __future__ import annotations

import pickle
from itertools import groupby
from typing import Any, Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa

from ..kernel import KernelBatch, TooLarge
from .batches import BATCH_BYTES, grouped
from .inputs import Side, plain_path
from .parse import BYTE_ORDER_MARK, Problem, id_json, is_blank, is_id, no_id, read_line, well_formed
from .settings import Sketching, kernel_of
from .sketched import Sketched
from .splits import Split, read_chunks

Batches = Iterator[pa.RecordBatch]

#: What is sketched at once: a set has up to 4 bytes for each character.
_CHARACTERS = 1 << 24

#: What ``table_sketcher`` returns: a row for many records.
PACKED = "data binary"


def split_sketcher(side: Side, sketching: Sketching) -> Callable[[list[Split]], Iterator[Sketched]]:
    """Sketches parts of files of JSON Lines."""

    def run(splits: list[Split]) -> Iterator[Sketched]:
        for split in splits:
            counter = _Counter(side, sketching)
            for lines in read_chunks(split):
                yield counter.sketch(split.file, split.start, lines)

    return run


def table_sketcher(side: Side, files: list[str], sketching: Sketching) -> Callable[[Batches], Batches]:
    """The function for ``mapInArrow`` over the raw records of a side that Spark reads; a task reads one block after another."""
    numbers = {plain_path(path): number for number, path in enumerate(files)}

    def run(batches: Batches) -> Batches:
        counter = _Counter(side, sketching)
        for batch in batches:
            columns = ("line",) if side.is_json else ("text", "id")
            rows = zip(*(batch.column(name).to_pylist() for name in ("path", "block", *columns)))
            for packed in grouped(sketched(counter, rows), len, BATCH_BYTES):
                yield pa.RecordBatch.from_arrays([pa.array(packed, pa.binary())], names=["data"])

    def sketched(counter: _Counter, rows: Iterable[tuple[Any, ...]]) -> Iterator[bytes]:
        for (path, block), run_of in groupby(rows, key=lambda row: (row[0], row[1])):
            for records in grouped((row[2] if side.is_json else row[2:] for row in run_of), size_of, _CHARACTERS):
                yield pickle.dumps(counter.sketch(numbers[plain_path(path)], block, records), protocol=5)

    def size_of(record: Any) -> int:
        return len(record if side.is_json else record[0] or "")

    return run


class _Counter:
    """Sketches the records of one block after another, and numbers them within their block."""

    def __init__(self, side: Side, sketching: Sketching) -> None:
        self._side, self._sketching = side, sketching
        self._block: tuple[int, int] | None = None
        self._lines = self._records = 0

    def sketch(self, file: int, block: int, records: Iterable[Any]) -> Sketched:
        """Sketches the next records of a block: lines of JSON, or texts with ids."""
        if self._block != (file, block):
            self._block, self._lines, self._records = (file, block), 0, 0
        side, first = self._side, self._records
        may_have_mark = block == 0 and self._lines == 0
        line: list[int] = []
        texts: list[str] = []
        ids: list[str | None] = []
        problems: dict[int, str] = {}
        for record in records:
            self._lines += 1
            if side.is_json and is_blank(record):
                may_have_mark = False
                continue
            text, record_id = "", None
            try:
                text, record_id = _read(side, record, may_have_mark)
            except Problem as error:
                problems[len(texts)] = str(error)
            may_have_mark = False
            line.append(self._lines - 1)
            texts.append(text)
            ids.append(record_id)
        self._records += len(texts)
        read = _read_texts(self._sketching, texts, problems)
        assert read.set_offsets is not None and read.set_elements is not None
        return Sketched(
            side=side.number,
            file=file,
            block=block,
            first=first,
            lines=self._lines,
            line=np.array(line, np.int64),
            ids=ids,
            problems=problems,
            characters=np.array([len(text) for text in texts], np.int64),
            sizes=read.sizes.astype(np.int32),
            text_hashes=read.text_hashes,
            contents=read.content_hashes,
            keys=read.band_keys if read.band_keys is not None else np.empty((len(texts), 0), np.uint64),
            offsets=read.set_offsets,
            elements=read.set_elements,
            unicode_fallbacks=read.unicode_fallbacks,
        )


def _read(side: Side, record: Any, may_have_mark: bool) -> tuple[str, str | None]:
    if side.is_json:
        line = record.removeprefix(BYTE_ORDER_MARK) if may_have_mark else record
        return read_line(line, side.text_fields, side.id_field, side.is_id_detected)
    text, value = record
    if is_id(value):
        return well_formed(text or ""), id_json(value)
    if side.id_field is not None and not side.is_id_detected:
        raise no_id(side.id_field, value)
    return well_formed(text or ""), None


def _read_texts(sketching: Sketching, texts: list[str], problems: dict[int, str]) -> KernelBatch:
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
