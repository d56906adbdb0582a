"""Large buckets: the documents in buckets of more than 512 are searched exactly, as in every engine (docs/decisions/oversized-groups.md).

Which of them are oversized, so that two of them are not compared, is decided by the program that submitted this one: it draws hubs, and
asks which documents are similar to them.
"""

from __future__ import annotations

from typing import Any, Callable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from .batches import map_batches
from .bucket_pairs import (
    MAX_BUCKET_PAIRS,
    Batches,
    Ints,
    Large,
    area,
    batch_of,
    connections,
    has,
    pairs_of_bucket,
    pairs_of_tiles,
    rectangles,
    tiles,
)
from .candidates import MAX_PAIRS, frequent_elements, prefix_buckets
from .errors import Refused
from .sets import flatten, reaches
from .settings import Comparison, Sides

_PAIRS = "a bigint, b bigint"
_BATCH = 1 << 17


def bucket_pairs(sides: Sides) -> Column:
    """The number of pairs of a bucket that are searched for, within the first side or across the two."""
    own = F.size(F.filter("members", lambda member: member < sides.boundary)).cast("double")
    return own * (F.size("members") - own) if sides.is_across else own * (own - 1) / 2


def large_buckets(buckets: DataFrame, sides: Sides) -> DataFrame:
    members = F.col("members") if sides.is_across else F.filter("members", lambda member: member < sides.boundary)
    return buckets.where(bucket_pairs(sides) > MAX_BUCKET_PAIRS).select(members.alias("members"))


def large_positions(buckets: DataFrame) -> Ints:
    rows = buckets.select(F.explode("members").alias("position")).distinct().collect()
    return np.sort(np.fromiter((row.position for row in rows), np.int64, len(rows)))


def pairs_of_buckets(spark: SparkSession, buckets: DataFrame, sides: Sides, large: Large) -> DataFrame:
    """The pairs that share a bucket, except those of two documents in large buckets, and the pairs that may connect oversized ones."""
    return _with_links(spark, buckets, large, lambda members: pairs_of_bucket(members, sides, large))


def connecting_pairs(spark: SparkSession, buckets: DataFrame, sides: Sides, large: Large) -> DataFrame:
    """The pairs that may connect oversized documents."""
    return _with_links(spark, buckets, large, lambda members: connections(members, sides, large))


def _with_links(
    spark: SparkSession, buckets: DataFrame, large: Large, pairs_of: Callable[[Ints], Iterator[tuple[Ints, Ints]]]
) -> DataFrame:
    pairs = map_batches(buckets.select("members"), _emitter(pairs_of), _PAIRS)
    links = [(min(pair), max(pair)) for pair in large.links]
    if links:
        both = np.all(has(large.oversized, np.array(links, np.int64)), axis=1)
        pairs = pairs.union(spark.createDataFrame([link for link, kept in zip(links, both) if kept], _PAIRS))
    return pairs.distinct()


def documents_at(distinct: DataFrame, positions: Ints) -> DataFrame:
    return map_batches(distinct.select("position", "elements"), _only(positions), "position bigint, elements binary")


def pairs_among(
    documents: DataFrame,
    comparison: Comparison,
    sides: Sides,
    oversized: Ints,
    keep: Callable[[DataFrame], DataFrame],
) -> DataFrame:
    """Pairs of documents that may be similar, by their prefixes, except those of two oversized documents."""
    lists = keep(prefix_buckets(documents, comparison, frequent_elements(documents)))

    def count(batches: Batches) -> Batches:
        for batch in batches:
            sums = [area(rectangles(np.asarray(members.values), sides, oversized)) for members in batch.column("members")]
            yield pa.RecordBatch.from_arrays([pa.array([float(sum(sums))])], names=["pairs"])

    total = map_batches(lists, count, "pairs double").agg(F.sum("pairs")).head()
    if total is not None and (total[0] or 0) > MAX_PAIRS:
        raise Refused(
            "oversized-buckets",
            f"large groups have {total[0]:,.0f} pairs that may be similar",
            "use `nodeEngine`, which compares fewer of them, or longer shingles",
        )

    def cut(batches: Batches) -> Batches:
        for batch in batches:
            for members in batch.column("members"):
                yield from tiles(rectangles(np.asarray(members.values), sides, oversized))

    # Salted, to spread the tiles of a long list over all tasks.
    cuts = map_batches(lists, cut, "left array<bigint>, right array<bigint>, salt int").repartition("salt")
    return map_batches(cuts, pairs_of_tiles, _PAIRS).distinct()


def compare_with_hubs(distinct: DataFrame, positions: Ints, hubs: list[int], comparison: Comparison) -> DataFrame:
    """Which of the hubs each of some documents is similar to: one bit per hub, the first one lowest."""
    rows = {row.position: np.frombuffer(row.elements, np.uint32) for row in _sets_at(distinct, hubs)}
    sets = [rows[hub] for hub in hubs]
    known = np.unique(np.concatenate(sets))
    is_in = np.zeros((len(known), len(sets)), np.bool_)
    for number, elements in enumerate(sets):
        is_in[np.searchsorted(known, elements), number] = True
    sizes = np.array([len(elements) for elements in sets], np.int64)

    def run(batches: Batches) -> Batches:
        for batch in _only(positions)(batches):
            own_sizes, elements = flatten(batch.column("elements"))
            at = np.minimum(np.searchsorted(known, elements), len(known) - 1)
            is_known = known[at] == elements
            owners = np.repeat(np.arange(len(own_sizes)), own_sizes)[is_known]
            kinds = is_in[at[is_known]]
            matched = np.zeros((len(own_sizes), len(sets)), np.bool_)
            for number in range(len(sets)):
                overlap = np.bincount(owners[kinds[:, number]], minlength=len(own_sizes)).astype(np.int64)
                size = np.full(len(own_sizes), sizes[number])
                matched[:, number] = (overlap > 0) & reaches(comparison, overlap, own_sizes, size)
            bits = [bytes(row) for row in np.packbits(matched, axis=1, bitorder="little")]
            yield pa.RecordBatch.from_arrays([batch.column("position"), pa.array(bits, pa.binary())], names=["position", "bits"])

    return map_batches(distinct.select("position", "elements"), run, "position bigint, bits binary")


def _sets_at(distinct: DataFrame, positions: list[int]) -> list[Any]:
    return list(documents_at(distinct, np.array(sorted(positions), np.int64)).collect())


def sets_at(distinct: DataFrame, positions: list[int]) -> list[tuple[int, npt.NDArray[np.uint32]]]:
    """The sets of some documents."""
    return [(row.position, np.frombuffer(row.elements, np.uint32)) for row in _sets_at(distinct, positions)]


def _only(positions: Ints) -> Callable[[Batches], Batches]:
    """Keeps the documents at these positions."""

    def run(batches: Batches) -> Batches:
        for batch in batches:
            kept = batch.filter(pa.array(has(positions, batch.column("position").to_numpy())))
            if kept.num_rows > 0:
                yield kept

    return run


def _emitter(pairs_of: Callable[[Ints], Iterator[tuple[Ints, Ints]]]) -> Callable[[Batches], Batches]:
    """Emits the pairs of each bucket, many buckets in a batch."""

    def run(batches: Batches) -> Batches:
        pending: list[tuple[Ints, Ints]] = []
        held = 0
        for batch in batches:
            for members in batch.column("members"):
                for pair in pairs_of(np.asarray(members.values)):
                    pending.append(pair)
                    held += len(pair[0])
                if held >= _BATCH:
                    yield batch_of(pending)
                    pending, held = [], 0
        if pending:
            yield batch_of(pending)

    return run
