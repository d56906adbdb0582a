"""Buckets of documents with the same key in a band, and the pairs of a bucket, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession

from .batches import map_batches, split_lists
from .bucket_pairs import MAX_BUCKET_PAIRS
from .copies import Copies
from .records import Records
from .scatter import gather, repeated, scatter, spread, starts_of
from .settings import Sides
from .sketched import Ints, Sketched, within

_KEY = np.dtype([("key", "<u8"), ("position", "<u4")])

#: The members of the buckets that are together.
_MEMBERS = 1 << 23

#: Pairs that are made at once.
_PAIRS = 1 << 20

#: Sizes, and the members of one bucket after another, each ascending.
Buckets = tuple[Ints, Ints]


@dataclass(frozen=True)
class BandBuckets:
    """Buckets of at least two documents: those of bands, or the lists of an exact search."""

    spark: SparkSession
    #: An RDD of ``Buckets``.
    parts: Any
    #: How many buckets of each relation are large.
    large: dict[str, int]
    #: How many pairs of all relations the buckets have; a pair counts once for each bucket that it shares.
    pairs: int

    def table(self) -> DataFrame:
        """The members of each bucket, for the steps that are made of tables."""
        packed = self.parts.map(lambda part: (part[0].tobytes(), part[1].tobytes()))

        def unpack(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for row in zip(*(batch.column(i).to_pylist() for i in range(2))):
                    sizes, members = (np.frombuffer(data, np.int64) for data in row)
                    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
                    yield pa.RecordBatch.from_arrays([pa.ListArray.from_arrays(offsets, pa.array(members))], names=["members"])

        rows = self.spark.createDataFrame(packed, "sizes binary, members binary", verifySchema=False)
        return map_batches(rows, unpack, "members array<bigint>")

    def distinct_pairs(self, relations: Iterable[Sides]) -> npt.NDArray[np.uint64]:
        """The pairs of all buckets, each once, in this process: the first position in the upper half, the second in the lower."""
        wanted = list(relations)

        def pairs(buckets: Iterable[Buckets]) -> Iterator[npt.NDArray[np.uint64]]:
            found: list[npt.NDArray[np.uint64]] = []
            held = 0
            for sizes, members in buckets:
                for part in (part for sides in wanted for part in pairs_of_buckets(sizes, members, sides)):
                    found.append(part)
                    held += len(part)
                    if held >= 4 * _PAIRS:
                        found = [np.unique(np.concatenate(found))]
                        held = 0
            if found:
                yield np.unique(np.concatenate(found))

        parts = self.parts.mapPartitions(pairs).collect()
        return np.unique(np.concatenate(parts)) if parts else np.empty(0, np.uint64)

    def release(self) -> None:
        self.parts.unpersist()


def find_buckets(spark: SparkSession, records: Records, copies: Copies, bands: int, relations: dict[str, Sides]) -> BandBuckets:
    partitions, numbering = records.partitions, records.numbering
    # Every destination has keys of one band only, and a partition has one destination or several.
    per_band = -(-partitions // bands)
    later = spark.sparkContext.broadcast(copies.later)

    def keys(batch: Sketched) -> Iterator[tuple[Any, Any]]:
        positions = numbering.positions(batch)
        chosen = numbering.chosen(batch) & ~within(later.value, positions)
        for band in range(bands):
            rows = np.empty(int(chosen.sum()), _KEY)
            rows["key"], rows["position"] = batch.keys[chosen, band], positions[chosen]
            yield rows, band * per_band + spread(rows["key"], per_band)

    def send(batches: Iterable[Sketched]) -> Iterator[Any]:
        return scatter((rows for batch in batches for rows in keys(batch)), bands * per_band, partitions)

    def receive(messages: Iterable[Any]) -> Iterator[Buckets]:
        for rows in gather(messages, _KEY):
            yield from buckets_of(rows)

    parts = records.light.mapPartitions(send).partitionBy(partitions, lambda partition: partition).mapPartitions(receive)
    parts = parts.persist(StorageLevel.MEMORY_AND_DISK)
    return BandBuckets(spark, parts, *count_buckets(parts, relations))


def count_buckets(parts: Any, relations: dict[str, Sides]) -> tuple[dict[str, int], int]:
    """The number of large buckets of each relation that has some, and of all pairs."""
    counts = np.zeros((len(relations), 2), np.int64)
    for found in parts.map(lambda part: [_counts(part[0], part[1], sides) for sides in relations.values()]).collect():
        counts += found
    return {name: int(counts[i, 0]) for i, name in enumerate(relations) if counts[i, 0] > 0}, int(counts[:, 1].sum())


def buckets_of(rows: Any) -> Iterator[Buckets]:
    """The buckets of rows with a key and a position, in parts that Spark can move."""
    rows = rows[repeated(rows["key"])]
    rows = rows[np.lexsort((rows["position"], rows["key"]))]
    starts = starts_of(rows["key"])
    return split_lists(np.diff([*starts, len(rows)]).astype(np.int64), rows["position"].astype(np.int64), _MEMBERS)


def _own_counts(sizes: Ints, members: Ints, sides: Sides) -> Ints:
    """How many members of each bucket are of the first side."""
    return np.add.reduceat((members < _boundary(sides)).astype(np.int64), np.cumsum(sizes) - sizes)


def _counts(sizes: Ints, members: Ints, sides: Sides) -> tuple[int, int]:
    """The number of large buckets and of all pairs of a relation."""
    own = _own_counts(sizes, members, sides)
    pairs = own * (sizes - own) if sides.is_across else own * (own - 1) // 2
    return int(np.count_nonzero(pairs > MAX_BUCKET_PAIRS)), int(pairs.sum())


def _boundary(sides: Sides) -> int:
    return 2 * sides.boundary if sides.is_marked else sides.boundary


def pairs_of_buckets(sizes: Ints, members: Ints, sides: Sides) -> Iterator[npt.NDArray[np.uint64]]:
    """The pairs of a relation, with repeats, some at a time. Buckets of the same size are handled together."""
    starts = np.cumsum(sizes) - sizes
    for size in np.unique(sizes).tolist():
        of_size = starts[sizes == size][:, None]
        for i, j in _index_pairs(size):
            together = max(1, _PAIRS // max(1, len(i)))
            for first in range(0, len(of_size), together):
                at = of_size[first : first + together]
                yield _wanted(members[at + i].reshape(-1), members[at + j].reshape(-1), sides)


def _index_pairs(size: int) -> Iterator[tuple[Ints, Ints]]:
    """The pairs of numbers below ``size``, the smaller one first, some at a time."""
    rows = max(1, _PAIRS // size)
    for first in range(0, size - 1, rows):
        smaller = np.arange(first, min(first + rows, size - 1))
        counts = size - 1 - smaller
        i = np.repeat(smaller, counts)
        yield i, i + 1 + np.arange(len(i)) - np.repeat(np.cumsum(counts) - counts, counts)


def _wanted(a: Ints, b: Ints, sides: Sides) -> npt.NDArray[np.uint64]:
    # Members ascend, so that those of the first side come first.
    boundary = _boundary(sides)
    wanted = (a < boundary) & ((b >= boundary) == sides.is_across)
    if sides.is_marked:
        wanted &= ((a | b) & 1) == 1
        a, b = a >> 1, b >> 1
    packed: npt.NDArray[np.uint64] = (a[wanted].astype(np.uint64) << np.uint64(32)) | b[wanted].astype(np.uint64)
    return packed
