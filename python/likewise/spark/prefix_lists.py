"""The lists of an exact search, as arrays: documents that have an element of their prefixes in common."""

from __future__ import annotations

from typing import Any, Iterable, Iterator

import numpy as np
import numpy.typing as npt
from pyspark import StorageLevel
from pyspark.sql import SparkSession

from .band_buckets import BandBuckets, Buckets, buckets_of, count_buckets
from .candidates import prefix_rows
from .copies import Copies
from .records import Records
from .scatter import gather, scatter, spread, starts_of
from .sets import slices
from .settings import Comparison, Sides
from .sketched import Ints, Sketched, within

#: Marked positions need more than 32 bits.
_KEY = np.dtype([("key", "<u4"), ("position", "<u8")])

#: Documents in which elements are counted, and the most frequent ones that are told apart.
_SAMPLE = 20_000
_FREQUENT = 100_000


def find_lists(
    spark: SparkSession, records: Records, copies: Copies, comparison: Comparison, relations: dict[str, Sides]
) -> BandBuckets:
    """Lists of at least two documents, in the form of buckets."""
    partitions, numbering = records.partitions, records.numbering
    later = spark.sparkContext.broadcast(copies.later)
    ranked = spark.sparkContext.broadcast(_frequent(records))

    def listed(batch: Sketched) -> tuple[Any, Any]:
        positions = numbering.positions(batch)
        chosen = np.flatnonzero(numbering.chosen(batch) & ~within(later.value, positions))
        sizes = batch.sizes[chosen].astype(np.int64)
        elements = slices(batch.offsets[chosen], sizes, batch.elements)
        owners, keys = prefix_rows(positions[chosen], sizes, elements, comparison, ranked.value)
        rows = np.empty(len(keys), _KEY)
        rows["key"], rows["position"] = keys, owners
        return rows, spread(rows["key"], partitions)

    def send(batches: Iterable[Sketched]) -> Iterator[Any]:
        return scatter((listed(batch) for batch in batches), partitions, partitions)

    def receive(messages: Iterable[Any]) -> Iterator[Buckets]:
        for rows in gather(messages, _KEY):
            yield from buckets_of(rows)

    parts = records.sketched.mapPartitions(send).partitionBy(partitions, _same).mapPartitions(receive)
    parts = parts.persist(StorageLevel.MEMORY_AND_DISK)
    return BandBuckets(spark, parts, *count_buckets(parts, relations))


def _same(partition: int) -> int:
    return partition


def _frequent(records: Records) -> tuple[Ints, Ints]:
    """The most frequent elements of some documents, ascending, with their ranks by frequency: a prefix uses all others first."""
    each = max(1, _SAMPLE // max(1, records.sketched.getNumPartitions()))

    def count(batches: Iterable[Sketched]) -> Iterator[tuple[npt.NDArray[np.uint32], Ints]]:
        left = each
        sampled = []
        for batch in batches:
            sampled.append(batch.elements[: batch.offsets[min(left, batch.count)]])
            left -= min(left, batch.count)
            if left == 0:
                break
        if sampled:
            elements, counts = np.unique(np.concatenate(sampled), return_counts=True)
            yield elements[counts > 1], counts[counts > 1]

    parts = records.sketched.mapPartitions(count).collect()
    elements = np.concatenate([part[0] for part in parts] or [np.empty(0, np.uint32)]).astype(np.int64)
    counts = np.concatenate([part[1] for part in parts] or [np.empty(0, np.int64)])
    order = np.argsort(elements, kind="stable")
    starts = starts_of(elements[order])
    known = elements[order][starts]
    sums = np.add.reduceat(counts[order], starts) if len(starts) > 0 else counts
    kept = np.sort(np.argsort(sums, kind="stable")[-_FREQUENT:])
    ranks = np.empty(len(kept), np.int64)
    ranks[np.argsort(sums[kept], kind="stable")] = np.arange(len(kept))
    return known[kept], ranks
