"""Numbers the records of all sides as every engine does: in input order, with the documents to compare with last.

A record knows its number within its block of a file, which does not depend on how blocks are spread over partitions or on
retried tasks. The rest follows from the number of records in each block.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any

from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .inputs import Side, read_side
from .settings import Sketching, shuffle_partitions
from .sketch import SCHEMA, sketcher

_BLOCK = ["side", "file", "block"]
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


def choose_partitions(spark: SparkSession, inputs: int) -> None:
    """Sets how many partitions shuffles make, unless the user has set it."""
    context = spark.sparkContext
    if context.getConf().get(_PARTITIONS) is None:
        spark.conf.set(_PARTITIONS, str(shuffle_partitions(inputs, context.defaultParallelism)))


class Records:
    """The sketched records of all sides. The caller must release them after use."""

    def __init__(self, spark: SparkSession, sides: list[Side], sketching: Sketching) -> None:
        self.sides = sides
        parts = []
        #: The files of each side, in order.
        self.files: list[list[str]] = []
        inputs = 0
        for side in sides:
            raw, files = read_side(spark, side)
            self.files.append(files)
            inputs += raw.rdd.getNumPartitions()
            parts.append(raw.mapInArrow(sketcher(side, files, sketching), SCHEMA))
        choose_partitions(spark, inputs)
        self._sketched = reduce(DataFrame.union, parts).persist(StorageLevel.MEMORY_AND_DISK)
        blocks = (
            self._sketched.groupBy(*_BLOCK)
            .agg(
                (F.max("line") + 1).alias("lines"),
                (F.max("record") + 1).alias("records"),
                F.sum(F.col("problem").isNotNull().cast("long")).alias("bad"),
                F.sum(_is_good_and(F.col("size") == 0)).alias("empty"),
                F.sum(_is_good_and(F.col("id").isNull())).alias("without_id"),
                F.sum("characters").alias("characters"),
            )
            .collect()
        )
        blocks.sort(key=lambda row: (row.side, row.file, row.block))
        self._blocks = blocks
        firsts: list[tuple[int, int, int, int, int]] = []
        position = line = 0
        previous: tuple[int, int] | None = None
        #: The first position of each side.
        self.firsts = [0] * len(sides)
        for side_number in range(len(sides)):
            self.firsts[side_number] = position
            for row in (row for row in blocks if row.side == side_number):
                if previous != (row.side, row.file):
                    line, previous = 0, (row.side, row.file)
                firsts.append((row.side, row.file, row.block, position, line))
                position += row.records
                line += row.lines
        self.count = position
        schema = "side int, file int, block bigint, first_position bigint, first_line bigint"
        self._bases = spark.createDataFrame(firsts, schema)
        self.numbered = (
            self._sketched.where("record >= 0")
            .join(F.broadcast(self._bases), _BLOCK)
            .withColumn("position", F.col("first_position") + F.col("record"))
            .withColumn("line", F.col("first_line") + F.col("line") + 1)
            .drop("first_position", "first_line", "record", "block")
        )
        self._left_out = spark.createDataFrame([], "position bigint")
        self._spark = spark
        self.bad: list[dict[str, Any]] = []
        self.repeated: list[dict[str, Any]] = []
        self._judge()

    @property
    def boundary(self) -> int:
        """The first position of the documents to compare with; the number of records if there are none."""
        return self.firsts[1] if len(self.sides) > 1 else self.count

    def documents(self) -> DataFrame:
        """Records that are neither bad nor empty."""
        good = self.numbered.where(F.col("problem").isNull() & (F.col("size") > 0))
        return good.join(F.broadcast(self._left_out), "position", "left_anti") if self.repeated else good

    def good(self, side: Side) -> DataFrame:
        """The documents of a side, including empty ones."""
        good = self.numbered.where(F.col("problem").isNull() & (F.col("side") == side.number))
        return good.join(F.broadcast(self._left_out), "position", "left_anti") if self.repeated else good

    def blocks_of(self, side: Side) -> DataFrame:
        """The first position of each block of the files of a side."""
        return self._bases.where(F.col("side") == side.number).select("file", "block", "first_position")

    def named_sides(self) -> list[int]:
        """The sides whose documents are identified by a field, not by their numbers."""
        return [side.number for side in self.sides if side.id_field and side.number not in self._rejected]

    def counts(self, side: Side) -> SideCounts:
        rows = [row for row in self._blocks if row.side == side.number]
        repeated = [row for row in self.repeated if row["side"] == side.number]
        records = sum(row.records for row in rows)
        return SideCounts(
            records=records,
            documents=records - sum(row.bad for row in rows) - len(repeated),
            empty=sum(row.empty for row in rows) - sum(row["size"] == 0 for row in repeated),
            characters=sum(row.characters for row in rows),
            rejected_id=self._rejected.get(side.number),
        )

    def without_shingles(self) -> list[int]:
        """The positions of bad or empty records in the first side, ascending."""
        is_left_out = F.col("problem").isNotNull() | (F.col("size") == 0)
        rows = self.numbered.where(is_left_out & (F.col("side") == 0)).select("position").collect()
        repeated = [row["position"] for row in self.repeated if row["side"] == 0]
        return sorted({*(row.position for row in rows), *repeated})

    def ids(self, positions: list[int]) -> dict[int, str]:
        """The ids at some positions, as JSON; positions without one are left out."""
        fields = self.named_sides()
        if not fields or not positions:
            return {}
        wanted = self._spark.createDataFrame([(position,) for position in positions], "position bigint")
        rows = self.numbered.where(F.col("side").isin(fields)).join(F.broadcast(wanted), "position").select("position", "id")
        return {row.position: row.id for row in rows.where(F.col("id").isNotNull()).collect()}

    def release(self) -> None:
        self._sketched.unpersist()

    def _judge(self) -> None:
        """Bad records, records that repeat an earlier id, and detected id fields that do not contain ids."""
        if any(row.bad for row in self._blocks):
            rows = self.numbered.where(F.col("problem").isNotNull())
            chosen = rows.select("side", "position", "file", "line", "problem").orderBy("position").collect()
            self.bad = [row.asDict() for row in chosen]
        self._rejected: dict[int, str] = {}
        for side in self.sides:
            if side.id_field is None:
                continue
            if sum(row.without_id for row in self._blocks if row.side == side.number) > 0:
                self._rejected[side.number] = "missing"
                continue
            repeated = self._repeated_ids(side)
            if repeated and side.is_id_detected:
                self._rejected[side.number] = "repeated"
            else:
                self.repeated.extend(repeated)
        if self.repeated:
            left_out = [(row["position"],) for row in self.repeated]
            self._left_out = self._spark.createDataFrame(left_out, "position bigint")

    def _repeated_ids(self, side: Side) -> list[dict[str, Any]]:
        good = self.numbered.where((F.col("side") == side.number) & F.col("problem").isNull())
        repeated = good.groupBy("id").count().where("count > 1").select("id")
        if side.is_id_detected:
            return [row.asDict() for row in repeated.limit(1).collect()]
        chosen = good.join(F.broadcast(repeated), "id").select("side", "position", "file", "line", "id", "size")
        first: dict[str, Any] = {}
        found = []
        for row in chosen.orderBy("position").collect():
            earlier = first.setdefault(row.id, row)
            if earlier is not row:
                found.append({**row.asDict(), "firstFile": earlier.file, "firstLine": earlier.line})
        return found


def _is_good_and(condition: Any) -> Any:
    return ((F.col("record") >= 0) & F.col("problem").isNull() & condition).cast("long")
