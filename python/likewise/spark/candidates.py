"""Pairs of distinct documents that share a bucket: a key of a band, or an element of their prefixes in an exact search.

A pair that shares several buckets is merged by a shuffle of pairs. Emitting it at the first band that both share, without a
shuffle, would mean that every row of a bucket carries all keys of its document: for 20 bands that is 160 bytes instead of 16,
20 times for each document, and most documents share no bucket at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .batches import map_batches
from .bucket_pairs import TILE
from .errors import Refused
from .sets import flatten, min_overlap_with_any, min_part
from .settings import Comparison, Sides
from .wide import hidden_overlap

Batches = Iterator[pa.RecordBatch]
Ints = npt.NDArray[np.int64]

#: With more pairs in large buckets than this, a search is refused, because it would practically never end.
MAX_PAIRS = 20e9

_PAIRS = "a bigint, b bigint"
_PAIR_SCHEMA = pa.schema([("a", pa.int64()), ("b", pa.int64())])
#: Pairs per Arrow batch.
_BATCH = 1 << 17


def prefix_buckets(distinct: DataFrame, comparison: Comparison, frequent: dict[int, int]) -> DataFrame:
    """Documents by the elements of their prefixes. With a direction, a document can be contained in any that has an element of its
    prefix, so all elements are listed, and those of the prefix are marked (``Sides.is_marked``)."""
    rows = map_batches(distinct.select("position", "elements"), _prefixes(comparison, frequent), "position bigint, element bigint")
    return _buckets(rows, ["element"])


def _buckets(rows: DataFrame, by: list[str]) -> DataFrame:
    members = F.sort_array(F.collect_list("position")).alias("members")
    return rows.groupBy(*by).agg(members).where(F.size("members") > 1).select("members")


def frequent_elements(distinct: DataFrame, max_count: int = 100_000, sample: int = 20_000) -> dict[int, int]:
    """The most frequent elements of some documents, by ascending frequency: a prefix uses all others first."""
    counts = (
        map_batches(distinct.limit(sample).select("elements"), _each_element, "element bigint")
        .groupBy("element")
        .count()
        .where("count > 1")
        .orderBy(F.desc("count"))
        .limit(max_count)
        .collect()
    )
    ordered = sorted(counts, key=lambda row: (row["count"], row.element))
    return {row.element: rank for rank, row in enumerate(ordered)}


def _each_element(batches: Batches) -> Batches:
    for batch in batches:
        _, elements = flatten(batch.column(0))
        yield pa.RecordBatch.from_arrays([pa.array(elements.astype(np.int64))], names=["element"])


@lru_cache(maxsize=1 << 16)
def _listed(comparison: Comparison, size: int) -> int:
    """The prefix length: a match must contain one of this many first elements of a set of this size, in any fixed order."""
    return min(size, size - min_overlap_with_any(comparison, size) + 1 + hidden_overlap(size))


def _prefixes(comparison: Comparison, frequent: dict[int, int]) -> Callable[[Batches], Batches]:
    def run(batches: Batches) -> Batches:
        ranked = ranked_elements(frequent)
        for batch in batches:
            sizes, elements = flatten(batch.column("elements"))
            positions, listed = prefix_rows(batch.column("position").to_numpy(), sizes, elements, comparison, ranked)
            yield pa.RecordBatch.from_arrays([pa.array(positions), pa.array(listed)], names=["position", "element"])

    return run


def ranked_elements(frequent: dict[int, int]) -> tuple[Ints, Ints]:
    """Frequent elements, ascending, and their ranks."""
    known = np.array(sorted(frequent), np.int64)
    return known, np.array([frequent[element] for element in known.tolist()], np.int64)


def prefix_rows(
    positions: Ints, sizes: Ints, elements: npt.NDArray[np.uint32], comparison: Comparison, ranked: tuple[Ints, Ints]
) -> tuple[Ints, Ints]:
    """The elements of the prefixes of some documents, and the position of each, which is marked if comparisons have a direction."""
    known, ranks = ranked
    wide = elements.astype(np.int64)
    # The order of the elements of a set: those that are not frequent, by value, then the frequent ones, by rank.
    order = wide.copy()
    if len(known) > 0:
        at = np.minimum(np.searchsorted(known, wide), len(known) - 1)
        is_known = known[at] == wide
        order[is_known] = (1 << 32) + ranks[at[is_known]]
    rows = np.repeat(np.arange(len(sizes)), sizes)
    sorted_rows = np.lexsort((order, rows))
    numbers = np.arange(len(wide)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    limits = np.array([_listed(comparison, size) for size in sizes.tolist()], np.int64)
    is_listed = numbers < np.repeat(limits, sizes)
    owners = np.repeat(positions, sizes)
    if not comparison.is_symmetric:
        required = np.array([min_part(size, comparison.threshold) - hidden_overlap(size) for size in sizes.tolist()], np.int64)
        owners = 2 * owners + (numbers <= np.repeat(sizes - required, sizes))
    return owners[is_listed], wide[sorted_rows][is_listed]


@dataclass(frozen=True)
class Found:
    """Candidates: each pair once, a before b."""

    pairs: DataFrame
    count: int
    largest: int
    #: Buckets larger than ``TILE``.
    oversized: int

    def release(self) -> None:
        self.pairs.unpersist()


def find_candidates(buckets: DataFrame, sides: Sides) -> Found:
    kept = buckets
    size = F.size("members").cast("double")
    sizes = kept.agg(
        F.max(F.size("members")),
        F.sum((F.size("members") > TILE).cast("long")),
        F.sum(F.when(F.size("members") > TILE, size * (size - 1) / 2)),
    ).head()
    assert sizes is not None
    largest, oversized = sizes[0] or 0, sizes[1] or 0
    if (sizes[2] or 0) > MAX_PAIRS:
        raise Refused(
            "oversized-buckets",
            f"large buckets have {sizes[2]:,.0f} pairs, the largest bucket {largest:,} different documents",
            "use `nodeEngine`, which connects oversized groups without comparing all pairs, or longer shingles",
        )
    emit = _pairs_of_tile(sides)
    whole = kept.where(F.size("members") <= TILE).select("members", F.lit(None).cast("array<bigint>").alias("others"))
    pairs = map_batches(whole, emit, _PAIRS)
    if oversized > 0:
        # Salted, to spread the tiles of a large bucket over all tasks.
        tiles = map_batches(kept.where(F.size("members") > TILE), _tiles, "members array<bigint>, others array<bigint>, salt int")
        spread = tiles.repartition("salt").select("members", "others")
        pairs = pairs.union(map_batches(spread, emit, _PAIRS))
    distinct = pairs.distinct().persist(StorageLevel.MEMORY_AND_DISK)
    count = distinct.count()
    return Found(distinct, count, largest, oversized)


def _tiles(batches: Batches) -> Batches:
    """Splits large buckets into pairs of chunks: the first with itself, the first with the second, and so on."""
    for batch in batches:
        for members in batch.column("members"):
            positions = np.asarray(members.values)
            chunks = [positions[i : i + TILE] for i in range(0, len(positions), TILE)]
            for i, left in enumerate(chunks):
                rest = chunks[i:]
                columns = [
                    pa.array([left] * len(rest), pa.list_(pa.int64())),
                    pa.array([None if right is left else right for right in rest], pa.list_(pa.int64())),
                    pa.array((np.arange(len(rest)) * 7919 + i * 104_729 + int(left[0])) & 0x7FFFFFFF, pa.int32()),
                ]
                yield pa.RecordBatch.from_arrays(columns, names=["members", "others", "salt"])


def _pairs_of_tile(sides: Sides) -> Callable[[Batches], Batches]:
    def run(batches: Batches) -> Batches:
        pending: list[tuple[Ints, Ints]] = []
        held = 0
        for batch in batches:
            for members, others in zip(batch.column("members"), batch.column("others")):
                left = np.asarray(members.values)
                right = np.asarray(others.values) if others.is_valid else None
                for pair in _pairs(left, right, sides):
                    pending.append(pair)
                    held += len(pair[0])
                if held >= _BATCH:
                    yield _joined(pending)
                    pending, held = [], 0
        if pending:
            yield _joined(pending)

    return run


def _pairs(left: Ints, right: Ints | None, sides: Sides) -> Iterator[tuple[Ints, Ints]]:
    if right is None:
        i, j = np.triu_indices(len(left), 1)
        a, b = left[i], left[j]
    else:
        a, b = np.repeat(left, len(right)), np.tile(right, len(left))
    is_possible = np.ones(len(a), np.bool_)
    if sides.is_marked:
        is_possible = ((a | b) & 1) == 1
        a, b = a >> 1, b >> 1
    own_a, own_b = a < sides.boundary, b < sides.boundary
    wanted = np.zeros(len(a), np.bool_)
    if sides.is_within:
        wanted |= own_a & own_b
    if sides.is_across:
        wanted |= own_a & ~own_b
    wanted &= is_possible
    yield a[wanted], b[wanted]


def _joined(pairs: list[tuple[Ints, Ints]]) -> pa.RecordBatch:
    columns = [pa.array(np.concatenate([pair[side] for pair in pairs])) for side in (0, 1)]
    return pa.RecordBatch.from_arrays(columns, schema=_PAIR_SCHEMA)
