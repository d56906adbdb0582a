"""Compares pairs that this process holds: only the sets of their documents travel, each to the task of its pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark import SparkContext, StorageLevel
from pyspark.sql import DataFrame

from .batches import map_batches
from .records import Records
from .scatter import spread
from .sets import overlaps_of, slices
from .sketch import PACKED
from .sketched import Ints, Sketched

Pairs = npt.NDArray[np.uint64]
#: Pairs of documents that have the same smallest neighbor are compared in one task, up to this many.
_PER_HOME = 1 << 16
#: Documents of a task.
_DOCUMENTS = 20_000
#: Elements that are compared at once.
_ELEMENTS = 1 << 22

_LOW = np.uint64(0xFFFFFFFF)


@dataclass(frozen=True)
class HeldCandidates:
    """Candidates that this process holds, each once, ascending."""

    pairs: Pairs

    @property
    def count(self) -> int:
        return len(self.pairs)


def packed_pairs(a: Ints, b: Ints) -> Pairs:
    """Pairs of positions, each once, ascending: the first position in the upper half, the second in the lower."""
    return np.unique((a.astype(np.uint64) << np.uint64(32)) | b.astype(np.uint64))


def collected_pairs(pairs: DataFrame) -> Pairs:
    """The pairs of a table, which this process gets as arrays, not as rows."""

    def pack(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            found = packed_pairs(batch.column("a").to_numpy(), batch.column("b").to_numpy())
            yield pa.RecordBatch.from_arrays([pa.array([found.tobytes()], pa.binary())], names=["data"])

    parts = map_batches(pairs.select("a", "b"), pack, PACKED).collect()
    return np.unique(np.frombuffer(b"".join(bytes(part.data) for part in parts), np.uint64))


@dataclass(frozen=True)
class ChosenSets:
    """The sets of some documents, which are few of all. The caller must release them after use."""

    #: Ascending.
    positions: Ints
    #: An RDD of positions, sizes and elements.
    parts: Any

    @staticmethod
    def of(context: SparkContext, records: Records, positions: Ints) -> ChosenSets:
        known, numbering = context.broadcast(positions), records.numbering

        def choose(batch: Sketched) -> Iterator[tuple[Ints, Ints, npt.NDArray[np.uint32]]]:
            if batch.count == 0:
                return
            first = int(numbering.positions(batch)[0])
            start, end = np.searchsorted(known.value, [first, first + batch.count])
            chosen = known.value[start:end] - first
            if len(chosen) > 0:
                sizes = batch.sizes[chosen].astype(np.int64)
                yield chosen + first, sizes, slices(batch.offsets[chosen], sizes, batch.elements)

        return ChosenSets(positions, records.sketched.flatMap(choose).persist(StorageLevel.MEMORY_AND_DISK))

    def release(self) -> None:
        self.parts.unpersist()


def documents_of(pairs: Pairs) -> Ints:
    """The documents of pairs, ascending."""
    return np.unique(np.concatenate([pairs >> np.uint64(32), pairs & _LOW])).astype(np.int64)


def compare_here(context: SparkContext, chosen: ChosenSets, pairs: Pairs) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """The overlap and the sizes of pairs: a, b, overlap, size of a, size of b; ascending.

    Args:
        chosen: the sets of all documents of the pairs.
        pairs: at least one; ascending, the first position in the upper half, the second in the lower.
    """
    a, b = (pairs >> np.uint64(32)).astype(np.int64), (pairs & _LOW).astype(np.int64)
    documents = documents_of(pairs)
    count = max(context.defaultParallelism, -(-len(documents) // _DOCUMENTS))
    homes = homes_of(np.searchsorted(documents, a), np.searchsorted(documents, b), len(documents), count)
    # Which homes each document goes to: both as one number, without repeats.
    visits = np.unique(np.concatenate([a * count + homes, b * count + homes]))
    known = context.broadcast((visits // count, visits % count))

    def send(sets: tuple[Ints, Ints, npt.NDArray[np.uint32]]) -> Iterator[tuple[int, Any]]:
        positions, sizes, elements = sets
        visiting, visited = known.value
        start, end = np.searchsorted(visiting, [positions[0], positions[-1] + 1])
        rows, targets = np.searchsorted(positions, visiting[start:end]), visited[start:end]
        starts = np.cumsum(sizes) - sizes
        for home in np.unique(targets).tolist():
            sent = rows[targets == home]
            yield home, (positions[sent], sizes[sent], slices(starts[sent], sizes[sent], elements))

    def receive(messages: Iterable[tuple[int, Any]]) -> Iterator[Any]:
        held = [message for _, message in messages]
        wanted = [message[0] for message in held if len(message) == 1]
        sets = [message for message in held if len(message) == 3]
        if wanted:
            yield from _compared(np.concatenate(wanted), *(np.concatenate(column) for column in zip(*sets)))

    by_home = [(home, (pairs[homes == home],)) for home in np.unique(homes).tolist()]
    wanted = context.parallelize(by_home, min(len(by_home), context.defaultParallelism))
    sets = chosen.parts.flatMap(send)
    parts = sets.union(wanted).partitionBy(count, lambda home: home).mapPartitions(receive).collect()
    columns = [np.concatenate(column) for column in zip(*parts)]
    order = np.argsort(columns[0])
    found, overlap, size_a, size_b = (column[order] for column in columns)
    return (found >> np.uint64(32)).astype(np.int64), (found & _LOW).astype(np.int64), overlap, size_a, size_b


def homes_of(a: Ints, b: Ints, documents: int, count: int) -> Ints:
    """A task for each pair, so that the set of a document travels to few tasks: by the smallest neighbor of its first document."""
    smallest = np.arange(documents)
    np.minimum.at(smallest, a, b)
    np.minimum.at(smallest, b, a)
    root = smallest[a]
    order = np.argsort(root, kind="stable")
    sizes = np.bincount(root, minlength=documents)
    number = np.empty(len(root), np.int64)
    number[order] = np.arange(len(root)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return spread(root + (number // _PER_HOME) * documents, count)


def _compared(pairs: Pairs, positions: Ints, sizes: Ints, elements: npt.NDArray[np.uint32]) -> Iterator[Any]:
    offsets = np.cumsum(sizes) - sizes
    order = np.argsort(positions)
    ordered = positions[order]
    at_a, at_b = (order[np.searchsorted(ordered, side.astype(np.int64))] for side in (pairs >> np.uint64(32), pairs & _LOW))
    together = np.cumsum(sizes[at_a] + sizes[at_b])
    start = 0
    while start < len(pairs):
        done = int(together[start - 1]) if start > 0 else 0
        end = max(start + 1, int(np.searchsorted(together, done + _ELEMENTS)))
        one, other = at_a[start:end], at_b[start:end]
        overlap = overlaps_of(
            sizes[one], slices(offsets[one], sizes[one], elements), sizes[other], slices(offsets[other], sizes[other], elements)
        )
        yield pairs[start:end], overlap, sizes[one], sizes[other]
        start = end
