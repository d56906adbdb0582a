"""Numbers the records of all sides as every engine does: in input order, with the documents to compare with last.

A record knows its number within its block of a file, which does not depend on how blocks are spread over partitions or on
retried tasks. The rest follows from the number of records in each block.
"""

from __future__ import annotations

import pickle
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Iterator

import numpy as np
import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .batches import map_batches
from .errors import Refused
from .inputs import Side, open_side, read_side
from .look_up import look_up
from .settings import Sketching, shuffle_partitions
from .sketch import PACKED, split_sketcher, table_sketcher
from .sketched import ROWS, Ints, Numbering, Sketched, rows_of

#: Positions have 32 bits.
_MOST_RECORDS = 2**32 - 1

_PARTITIONS = "spark.sql.shuffle.partitions"


@dataclass(frozen=True)
class SideCounts:
    """The counts of the records of a side."""

    records: int
    documents: int
    empty: int
    characters: int
    #: Why a detected id field does not contain ids.
    rejected_id: str | None


class Records:
    """The sketched records of all sides. The caller must release them after use."""

    def __init__(self, spark: SparkSession, sides: list[Side], sketching: Sketching, *, only_texts: bool = False) -> None:
        self._spark, self.sides = spark, sides
        context = spark.sparkContext
        parts = []
        #: The sides as they were read, and are read again.
        self.opened = [open_side(spark, side, only_texts=only_texts or side.number > 0) for side in sides]
        for opened in self.opened:
            if opened.rows is None:
                read = context.parallelize(opened.splits, max(1, len(opened.splits)))
                parts.append(read.flatMap(split_sketcher(opened.side, sketching)))
            else:
                packed = map_batches(read_side(spark, opened), table_sketcher(opened.side, opened.files, sketching), PACKED)
                parts.append(packed.rdd.map(lambda row: pickle.loads(row.data)))
        #: Batches of records with their sets.
        self.sketched = (parts[0] if len(parts) == 1 else context.union(parts)).persist(StorageLevel.MEMORY_AND_DISK)
        # Most steps do not need the sets, which are most of the data.
        self.light = self.sketched.map(lambda batch: batch.without_sets()).persist(StorageLevel.MEMORY_AND_DISK)
        inputs = self.sketched.getNumPartitions()
        #: How many partitions the shuffles of arrays make.
        self.partitions = max(inputs, context.defaultParallelism)
        if context.getConf().get(_PARTITIONS) is None:
            spark.conf.set(_PARTITIONS, str(shuffle_partitions(inputs, context.defaultParallelism)))
        else:
            self.partitions = int(str(spark.conf.get(_PARTITIONS)))
        self.numbering: Numbering = Numbering({}, np.empty(0, np.int64))
        try:
            self._blocks = sorted(self.light.map(_facts).collect(), key=_order)
            self._number()
        except BaseException:
            self.release()
            raise
        self.bad: list[dict[str, Any]] = []
        self.repeated: list[dict[str, Any]] = []
        self._rejected: dict[int, str] = {}
        self._find_bad()

    @property
    def boundary(self) -> int:
        """The first position of the documents to compare with; the number of records if there are none."""
        return self.firsts[1] if len(self.sides) > 1 else self.count

    @cached_property
    def numbered(self) -> DataFrame:
        """Every record as a row, for the steps that are made of tables."""
        packed = self.sketched.map(lambda batch: (pickle.dumps(batch, protocol=5),))
        numbering = self.numbering

        def unpack(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for data in batch.column(0):
                    yield rows_of(pickle.loads(data.as_py()), numbering)

        rows = map_batches(self._spark.createDataFrame(packed, PACKED, verifySchema=False), unpack, ROWS)
        return rows.persist(StorageLevel.MEMORY_AND_DISK)

    def documents(self) -> DataFrame:
        """Records that are neither bad nor empty."""
        return self._without_repeated(self.numbered.where(F.col("problem").isNull() & (F.col("size") > 0)))

    def good(self, side: Side) -> DataFrame:
        """The documents of a side, including empty ones."""
        return self._without_repeated(self.numbered.where(F.col("problem").isNull() & (F.col("side") == side.number)))

    def named_sides(self) -> list[int]:
        """The sides whose documents are identified by a field, not by their numbers."""
        return [side.number for side in self.sides if side.id_field and side.number not in self._rejected]

    def counts(self, side: Side) -> SideCounts:
        blocks = [facts for facts in self._blocks if facts.side == side.number]
        repeated = [row for row in self.repeated if row["side"] == side.number]
        records = sum(facts.records for facts in blocks)
        return SideCounts(
            records=records,
            documents=records - sum(len(facts.problems) for facts in blocks) - len(repeated),
            empty=sum(facts.empty for facts in blocks) - sum(row["size"] == 0 for row in repeated),
            characters=sum(facts.characters for facts in blocks),
            rejected_id=self._rejected.get(side.number),
        )

    @property
    def unicode_fallbacks(self) -> int:
        """How many texts of all sides needed full Unicode handling."""
        return sum(facts.unicode_fallbacks for facts in self._blocks)

    def without_shingles(self) -> Ints:
        """The positions of bad or empty records in the first side, ascending."""
        numbering = self.numbering

        def positions(batch: Sketched) -> Ints:
            found: Ints = numbering.positions(batch)[~numbering.chosen(batch)]
            return found

        found = self.light.filter(lambda batch: batch.side == 0).map(positions).collect()
        return np.sort(np.concatenate(found)) if found else np.empty(0, np.int64)

    def ids(self, positions: Ints) -> pa.RecordBatch:
        """``position`` and ``id``, as JSON, of some positions, ascending; those without an id, such as bad records, are left out."""
        sides = self.named_sides()
        found = look_up(self.light, self.numbering, positions if sides else positions[:0], ["side", "id"])
        has_id = pa.array(np.isin(found.column("side").to_numpy(), sides) & found.column("id").is_valid().to_numpy(zero_copy_only=False))
        return found.filter(has_id).select(["position", "id"])

    def facts_at(self, positions: Ints) -> pa.RecordBatch:
        """What is known about the records at some positions, ascending."""
        return look_up(self.light, self.numbering, positions, ["side", "file", "line", "id", "size", "text_hash", "content_0", "content_1"])

    def characters_at(self, positions: Ints) -> tuple[Ints, Ints]:
        """Some positions, ascending, and the lengths of their texts."""
        found = look_up(self.light, self.numbering, positions, ["characters"])
        return found.column("position").to_numpy(), found.column("characters").to_numpy()

    def leave_out_repeated(self, suspected: dict[int, Ints]) -> None:
        """Leaves out documents with the id of an earlier one, or rejects a detected id field.

        Args:
            suspected: positions of documents whose ids have the same hash, ascending, by side.
        """
        for side in self.sides:
            repeated = _later(self.facts_at(suspected.get(side.number, np.empty(0, np.int64))).to_pylist())
            if repeated and side.is_id_detected:
                self._rejected[side.number] = "repeated"
            else:
                self.repeated.extend(repeated)
        left_out = np.array(sorted(row["position"] for row in self.repeated), np.int64)
        self.numbering = replace(self.numbering, left_out=left_out)

    def release(self) -> None:
        if "numbered" in self.__dict__:
            self.numbered.unpersist()
        self.light.unpersist()
        self.sketched.unpersist()

    def _without_repeated(self, rows: DataFrame) -> DataFrame:
        if not self.repeated:
            return rows
        left_out = self._spark.createDataFrame([(row["position"],) for row in self.repeated], "position bigint")
        return rows.join(F.broadcast(left_out), "position", "left_anti")

    def _number(self) -> None:
        firsts: dict[tuple[int, int, int], tuple[int, int]] = {}
        lines: dict[tuple[int, int], int] = defaultdict(int)
        position = 0
        #: The first position of each side.
        self.firsts = [0] * len(self.sides)
        for side in range(len(self.sides)):
            self.firsts[side] = position
            last: tuple[int, int, int] | None = None
            counted = 0
            for facts in (facts for facts in self._blocks if facts.side == side):
                block = (side, facts.file, facts.block)
                if block != last:
                    firsts[block] = (position, lines[block[:2]])
                    last, counted = block, 0
                position += facts.records
                lines[block[:2]] += facts.lines - counted
                counted = facts.lines
        if position > _MOST_RECORDS:
            raise Refused("too-many-records", f"{position} records are more than {_MOST_RECORDS}", "search parts of them, or one part against another")
        self.count = position
        self.numbering = Numbering(firsts, np.empty(0, np.int64))

    def _find_bad(self) -> None:
        for facts in self._blocks:
            first, first_line = self.numbering.first_positions[(facts.side, facts.file, facts.block)]
            for record, line, problem in facts.problems:
                at = {"position": first + facts.first + record, "line": first_line + line + 1}
                self.bad.append({"side": facts.side, "file": facts.file, "problem": problem, **at})
        self.bad.sort(key=lambda row: row["position"])
        for side in self.sides:
            if side.id_field is not None and sum(facts.without_id for facts in self._blocks if facts.side == side.number) > 0:
                self._rejected[side.number] = "missing"


@dataclass(frozen=True)
class _Facts:
    """What is known about a batch of records."""

    side: int
    file: int
    block: int
    first: int
    lines: int
    records: int
    empty: int
    without_id: int
    characters: int
    unicode_fallbacks: int
    #: The number of a record, its line in the block, and the problem.
    problems: list[tuple[int, int, str]]


def _order(facts: _Facts) -> tuple[int, ...]:
    return facts.side, facts.file, facts.block, facts.first, facts.lines


def _facts(batch: Sketched) -> _Facts:
    good = batch.is_good()
    return _Facts(
        side=batch.side,
        file=batch.file,
        block=batch.block,
        first=batch.first,
        lines=batch.lines,
        records=batch.count,
        empty=int(np.count_nonzero(good & (batch.sizes == 0))),
        without_id=sum(record_id is None for record_id, is_good in zip(batch.ids, good.tolist()) if is_good),
        characters=int(batch.characters.sum()),
        unicode_fallbacks=batch.unicode_fallbacks,
        problems=[(row, int(batch.line[row]), problem) for row, problem in sorted(batch.problems.items())],
    )


def _later(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records that have the id of an earlier one."""
    first: dict[str, dict[str, Any]] = {}
    found = []
    for row in rows:
        earlier = first.setdefault(row["id"], row)
        if earlier is not row:
            kept = {name: row[name] for name in ("side", "position", "file", "line", "id", "size")}
            found.append({**kept, "firstFile": earlier["file"], "firstLine": earlier["line"]})
    return found
