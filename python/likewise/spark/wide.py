"""Compares long documents by wide hashes, like src/text/wide-shingles.ts, because among very many shingles some share a 32-bit hash.

Only pairs of two long documents that already seem similar need this, so their texts are read again, by their positions.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, sqrt
from typing import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .._text import ShingleOptions, bag_element, shingle_sequence
from .batches import map_batches
from .inputs import Side
from .parse import read_line
from .settings import Sketching

Batches = Iterator[pa.RecordBatch]

#: Two documents with at least this many shingles each are compared by wide hashes.
WIDE_FROM = 1 << 14

_SECOND_SEED = 0x9E3779B9
#: Bits of the second hash; both hashes together have 53 bits, as in TypeScript.
_SECOND_BITS = 21

_COMPARED = "a bigint, b bigint, overlap bigint, size_a bigint, size_b bigint"


def hidden_overlap(size: int) -> int:
    """How many shared shingles colliding hashes can hide, by the number of distinct hashes, as in src/text/wide-shingles.ts."""
    if size < WIDE_FROM:
        return 0
    expected = (2 * size) ** 2 / 2**33
    return ceil(expected + 5 * sqrt(expected) + 5)


def wide_shingles(text: str, options: ShingleOptions) -> npt.NDArray[np.uint64]:
    """The shingles of a document, hashed to 53 bits, ascending and without repeats; for a bag, repeats are numbered."""
    plain = replace(options, bag=False)
    first = np.array(shingle_sequence(text, plain), np.uint64)
    second = np.array(shingle_sequence(text, plain, _SECOND_SEED), np.uint64)
    wide = np.sort((first << np.uint64(_SECOND_BITS)) | (second >> np.uint64(32 - _SECOND_BITS)))
    return _number_copies(wide) if options.bag else np.unique(wide)


def _number_copies(rising: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    numbered = []
    copy, previous = 0, -1
    for element in rising.tolist():
        copy = copy + 1 if element == previous else 0
        previous = element
        high, low = element >> _SECOND_BITS, (element & ((1 << _SECOND_BITS) - 1)) << (32 - _SECOND_BITS)
        wide = (bag_element(high, copy) << _SECOND_BITS) | (bag_element(low, copy) >> (32 - _SECOND_BITS))
        numbered.append(element if copy == 0 else wide)
    return np.sort(np.array(numbered, np.uint64))


def compare_wide(pairs: DataFrame, lines: list[tuple[Side, DataFrame]], sketching: Sketching) -> DataFrame:
    """The overlap of two long documents, and their sizes.

    Args:
        pairs: a, b; few.
        lines: the records of each side as lines of JSON, with their positions.
    """
    positions = F.broadcast(pairs.select(F.col("a").alias("position")).union(pairs.select("b")).distinct())
    parts = [
        map_batches(rows.join(positions, "position", "left_semi"), _reader(side, sketching), "position bigint, elements binary")
        for side, rows in lines
    ]
    sets = parts[0] if len(parts) == 1 else parts[0].union(parts[1])
    left = sets.withColumnsRenamed({"position": "a", "elements": "left"})
    right = sets.withColumnsRenamed({"position": "b", "elements": "right"})
    joined = pairs.select("a", "b").join(left, "a").join(right, "b").select("a", "b", "left", "right")
    return map_batches(joined, _compare, _COMPARED)


def _reader(side: Side, sketching: Sketching) -> Callable[[Batches], Batches]:
    def run(batches: Batches) -> Batches:
        options = ShingleOptions(**dict(sketching.shingle))
        for batch in batches:
            texts = (read_line(line.encode(), side.text_fields, None, True)[0] for line in batch.column("line").to_pylist())
            sets = [wide_shingles(text, options).tobytes() for text in texts]
            columns = [batch.column("position"), pa.array(sets, pa.binary())]
            yield pa.RecordBatch.from_arrays(columns, names=["position", "elements"])

    return run


def _compare(batches: Batches) -> Batches:
    for batch in batches:
        rows = []
        for a, b, left, right in zip(*(batch.column(i).to_pylist() for i in range(4))):
            one, other = np.frombuffer(left, np.uint64), np.frombuffer(right, np.uint64)
            rows.append((a, b, len(np.intersect1d(one, other, assume_unique=True)), len(one), len(other)))
        if rows:
            arrays = [pa.array(column, pa.int64()) for column in zip(*rows)]
            yield pa.RecordBatch.from_arrays(arrays, names=["a", "b", "overlap", "size_a", "size_b"])
