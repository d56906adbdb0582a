"""Documents with the same shingles in the same order count as one document with copies, which is compared once."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Iterable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from .batches import map_batches, split_lists
from .records import Records
from .scatter import gather, repeated, scatter, spread, starts_of
from .sketch import PACKED
from .sketched import Ints, Sketched, within

_CONTENT = np.dtype([("high", "<u8"), ("low", "<u8"), ("text", "<u8"), ("position", "<u4")])
_ID = np.dtype([("id", "<u8"), ("position", "<u4")])
#: Members of groups that are together, as a row of a table or as the result of a task.
_MEMBERS = 1 << 22


@dataclass(frozen=True)
class Copies:
    """Groups of equal documents of a side, at least two each, in the order of their first."""

    sizes: Ints
    #: The positions of one group after another, each ascending.
    members: Ints
    identical: int
    equal: int
    #: How many documents of the first side have the text of one in the second, and how many others do after normalization.
    known: tuple[int, int]
    spark: SparkSession
    records: Records

    @cached_property
    def later(self) -> Ints:
        """The positions of all but the first of each group, ascending."""
        is_first = np.zeros(len(self.members), np.bool_)
        is_first[np.cumsum(self.sizes) - self.sizes] = True
        return np.sort(self.members[~is_first])

    @cached_property
    def groups(self) -> DataFrame:
        """side, first, members (ascending), for the steps that are made of tables. A very large group has several rows."""
        boundary = self.records.boundary
        firsts, sizes = split_groups(self.sizes, self.members, _MEMBERS)
        parts, start = [], 0
        for part, members in split_lists(sizes, self.members, _MEMBERS):
            parts.append((pickle.dumps((firsts[start : start + len(part)], part, members), protocol=5),))
            start += len(part)

        def unpack(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for data in batch.column(0):
                    firsts, sizes, members = pickle.loads(data.as_py())
                    offsets = np.concatenate([[0], np.cumsum(sizes)])
                    lists = pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), pa.array(members))
                    columns = [pa.array((firsts >= boundary).astype(np.int32)), pa.array(firsts), lists]
                    yield pa.RecordBatch.from_arrays(columns, names=["side", "first", "members"])

        # A task has one row: its data is sent with it, and the size of what is sent is limited.
        rows = self.spark.sparkContext.parallelize(parts, max(1, len(parts)))
        packed = self.spark.createDataFrame(rows, PACKED, verifySchema=False)
        return map_batches(packed, unpack, "side int, first bigint, members array<bigint>")

    @cached_property
    def distinct(self) -> DataFrame:
        """The first of each group and all other documents: position, side, size, keys, elements, characters."""
        documents, later = self.records.documents(), self.later
        if len(later) == 0:
            return documents
        known = self.spark.sparkContext.broadcast(later)

        def first_of_each(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                yield batch.filter(pa.array(~within(known.value, batch.column("position").to_numpy())))

        return map_batches(documents, first_of_each, documents.schema)

    def release(self) -> None:
        """Nothing is held in Spark."""


def split_groups(sizes: Ints, members: Ints, max_members: int) -> tuple[Ints, Ints]:
    """The first member of each group, and its size, where larger groups are several of up to so many members."""
    parts = -(-sizes // max_members)
    split = np.full(int(parts.sum()), max_members, np.int64)
    split[np.cumsum(parts) - 1] = sizes - (parts - 1) * max_members
    return np.repeat(members[np.cumsum(sizes) - sizes], parts), split


def collapse(spark: SparkSession, records: Records) -> Copies:
    """Finds equal documents. On the way, documents that have the id of an earlier one are left out."""
    named = records.named_sides()
    found, suspected = _grouped(records, named)
    if any(len(positions) > 0 for positions in suspected.values()):
        records.leave_out_repeated(suspected)
        if records.repeated:
            found, _ = _grouped(records, [])
    sizes = np.concatenate([part[0] for part in found]) if found else np.empty(0, np.int64)
    members = np.concatenate([part[1] for part in found]) if found else np.empty(0, np.int64)
    identical, equal, *known = (sum(part[2][i] for part in found) for i in range(4))
    starts = np.cumsum(sizes) - sizes
    order = np.argsort(members[starts]) if len(sizes) > 0 else np.empty(0, np.int64)
    at = np.repeat(starts[order] - (np.cumsum(sizes[order]) - sizes[order]), sizes[order]) + np.arange(len(members))
    return Copies(sizes[order], members[at], identical, equal, (known[0], known[1]), spark, records)


def _grouped(records: Records, named: list[int]) -> tuple[list[Any], dict[int, Ints]]:
    """Groups of equal documents, and positions of documents whose ids may be equal, by side."""
    numbering, boundary, partitions = records.numbering, records.boundary, records.partitions
    # The destinations of contents come first, then those of the ids of each side.
    kinds = [_CONTENT, *(_ID for _ in named)]

    def contents(batch: Sketched) -> tuple[Any, Any]:
        chosen = numbering.chosen(batch)
        rows = np.empty(int(chosen.sum()), _CONTENT)
        rows["high"], rows["low"] = batch.contents[chosen, 0], batch.contents[chosen, 1]
        rows["text"], rows["position"] = batch.text_hashes[chosen], numbering.positions(batch)[chosen]
        return rows, spread(rows["high"], partitions)

    def ids(batch: Sketched) -> tuple[Any, Any]:
        chosen = numbering.chosen(batch, with_empty=True)
        rows = np.empty(int(chosen.sum()), _ID)
        rows["id"] = id_hashes([batch.ids[row] or "" for row in np.flatnonzero(chosen).tolist()])
        rows["position"] = numbering.positions(batch)[chosen]
        return rows, spread(rows["id"], partitions)

    def send(batches: Iterable[Sketched]) -> Iterator[Any]:
        held = list(batches)
        for number in range(len(kinds)):
            rows = (contents(batch) for batch in held) if number == 0 else (ids(batch) for batch in held if batch.side == named[number - 1])
            for partition, (_, data) in scatter(rows, partitions, partitions):
                yield partition, (number, data)

    def receive(messages: Iterable[Any]) -> Iterator[Any]:
        held = list(messages)
        for number, kind in enumerate(kinds):
            for rows in gather(((partition, message) for partition, message in held if message[0] == number), kind):
                if number == 0:
                    sizes, members, counts = equal_documents(rows, boundary)
                    yield number, (sizes, members[:_MEMBERS], counts)
                    for start in range(_MEMBERS, len(members), _MEMBERS):
                        yield number, (sizes[:0], members[start : start + _MEMBERS], (0, 0, 0, 0))
                else:
                    yield number, np.sort(rows["position"][repeated(rows["id"])]).astype(np.int64)

    answers = records.light.mapPartitions(send).partitionBy(partitions, _same).mapPartitions(receive).collect()
    suspected = {
        side: np.sort(np.concatenate([found for number, found in answers if number == at + 1] or [np.empty(0, np.int64)]))
        for at, side in enumerate(named)
    }
    return [found for number, found in answers if number == 0], suspected


def _same(partition: int) -> int:
    return partition


def equal_documents(rows: Any, boundary: int) -> tuple[Ints, Ints, tuple[int, int, int, int]]:
    """Groups of equal documents within each side: their sizes, their members, and counts, which are described at ``Copies``."""
    rows = rows[repeated(rows["high"])]
    rows = rows[np.lexsort((rows["position"], rows["text"], rows["low"], rows["high"]))]
    is_other = rows["position"] >= boundary
    # Runs of the same text, and of the same content.
    texts, contents = (starts_of(*(rows[name] for name in names)) for names in (("high", "low", "text"), ("high", "low")))
    has_text, has_content = (_spread_any(is_other, starts) for starts in (texts, contents))
    known = (int(np.count_nonzero(~is_other & has_text)), int(np.count_nonzero(~is_other & has_content & ~has_text)))
    by_side = rows[np.lexsort((rows["position"], is_other, rows["low"], rows["high"]))]
    starts = starts_of(by_side["high"], by_side["low"], by_side["position"] >= boundary)
    sizes = np.diff([*starts, len(rows)])
    members = by_side["position"].astype(np.int64)
    # Own texts that differ from each other within a group.
    own_texts = starts_of(rows["high"][~is_other], rows["low"][~is_other], rows["text"][~is_other])
    own_groups = int(np.count_nonzero(members[starts] < boundary))
    own = int(np.count_nonzero(~is_other))
    is_group = np.repeat(sizes > 1, sizes)
    counts = (own - len(own_texts), len(own_texts) - own_groups, *known)
    return sizes[sizes > 1].astype(np.int64), members[is_group], counts


def _spread_any(flags: npt.NDArray[np.bool_], starts: Ints) -> npt.NDArray[np.bool_]:
    """For each row, whether any row of its run has the flag."""
    if len(flags) == 0:
        return flags
    return np.repeat(np.logical_or.reduceat(flags, starts), np.diff([*starts, len(flags)]))


def id_hashes(ids: list[str]) -> npt.NDArray[np.uint64]:
    """Hashes of ids, the same in every process; different ids may have the same."""
    column = pa.array(ids, pa.large_string())
    _, offset_buffer, data_buffer = column.buffers()
    if len(ids) == 0 or data_buffer is None:
        return np.zeros(len(ids), np.uint64)
    offsets = np.frombuffer(offset_buffer, np.int64)[: len(ids) + 1]
    data = np.frombuffer(data_buffer, np.uint8)[: offsets[-1]].astype(np.uint64)
    lengths = np.diff(offsets)
    at = np.arange(len(data)) - np.repeat(offsets[:-1], lengths)
    powers = np.cumprod(np.full(int(lengths.max(initial=0)) + 1, 0x9E3779B97F4A7C15, np.uint64))
    sums = np.zeros(len(data) + 1, np.uint64)
    np.cumsum((data + np.uint64(1)) * powers[at], out=sums[1:])
    hashed: npt.NDArray[np.uint64] = sums[offsets[1:]] - sums[offsets[:-1]]
    return hashed
