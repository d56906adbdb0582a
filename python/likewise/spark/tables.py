"""The tables of a deduplication: kept and removed documents, each written by Spark as a folder of part files or a table."""

from __future__ import annotations

import json
from typing import Any, Callable, Iterator

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .batches import map_batches
from .inputs import TIMESTAMPS, Opened, place_of, plain_path, quoted, read_side
from .parse import BYTE_ORDER_MARK, is_blank
from .records import Records
from .sketched import Numbering
from .replacing import TABLE, Replacing
from .storage import existing
from .write_here import AGAINST, json_lines

Batches = Iterator[pa.RecordBatch]

_LINES = "position bigint, line string"


def numbered_lines(spark: SparkSession, opened: Opened, numbering: Numbering) -> DataFrame:
    """The records of a side as lines of JSON, with their positions."""
    placing = _placing(opened, numbering)

    def run(batches: Batches) -> Batches:
        places = placing()
        for batch in batches:
            batch = batch.filter(pa.array([not is_blank(line) for line in batch.column("line").to_pylist()], pa.bool_()))
            # A line that begins with a mark and is not the first one is a bad record, which nothing reads.
            lines = [line.removeprefix(BYTE_ORDER_MARK).decode(errors="replace") for line in batch.column("line").to_pylist()]
            if lines:
                positions = places.positions(batch.column("path"), batch.column("block"))
                yield pa.RecordBatch.from_arrays([positions, pa.array(lines)], names=["position", "line"])

    return map_batches(read_side(spark, opened, is_whole=True), run, _LINES)


def numbered_rows(opened: Opened, numbering: Numbering) -> DataFrame:
    """The rows of a side with all their values as they are, and their positions (``position``).

    Columns are called c0, c1 and so on, because ``mapInArrow`` does not find those with a dot in their names.
    """
    rows = opened.rows
    assert rows is not None
    path, block = place_of(opened)
    names, placing = [f"c{i}" for i in range(len(rows.columns))], _placing(opened, numbering)

    def run(batches: Batches) -> Batches:
        places = placing()
        for batch in batches:
            *columns, paths, blocks = batch.columns
            yield pa.RecordBatch.from_arrays([*columns, places.positions(paths, blocks)], names=[*names, "position"])

    schema = T.StructType([T.StructField(name, field.dataType) for name, field in zip(names, rows.schema.fields)])
    numbered = rows.select("*", path, block).toDF(*names, "path", "block")
    return map_batches(numbered, run, schema.add("position", T.LongType()))


class _Places:
    """Numbers the records of one block after another, in a task."""

    def __init__(self, side: int, numbers: dict[str, int], numbering: Numbering) -> None:
        self._side, self._numbers, self._numbering = side, numbers, numbering
        self._block: tuple[str, int] | None = None
        self._next = 0

    def positions(self, paths: pa.Array, blocks: pa.Array) -> pa.Array:
        positions = []
        for block in zip(paths.to_pylist(), blocks.to_pylist()):
            if block != self._block:
                self._block = block
                self._next = self._numbering.first_positions[(self._side, self._numbers[plain_path(block[0])], block[1])][0]
            positions.append(self._next)
            self._next += 1
        return pa.array(positions, pa.int64())


def _placing(opened: Opened, numbering: Numbering) -> Callable[[], _Places]:
    numbers = {plain_path(path): number for number, path in enumerate(opened.files)}
    side = opened.side.number
    return lambda: _Places(side, numbers, numbering)


def is_lines_file(target: str) -> bool:
    """Whether a target is a folder of JSON Lines."""
    return not target.startswith(TABLE) and not target.endswith((".parquet", ".csv"))


def write_table(rows: DataFrame, target: str, replacing: Replacing, *, is_lines: bool = False) -> None:
    """Writes a table of the catalog, or a folder of part files in the format of the extension: Parquet, CSV or JSON Lines.

    Args:
        replacing: says where it is written if the target exists.
        is_lines: whether the only column has lines of JSON, which JSON Lines have unchanged; in other formats, their fields are columns.
    """
    is_json, is_csv = is_lines_file(target), target.endswith(".csv")
    if is_lines and not is_json:
        rows = _records(rows)
    if is_csv:
        rows = rows.select(*(_in_one_cell(field) for field in rows.schema.fields))
    writer = rows.write.mode("overwrite" if replacing.overwrite else "errorifexists")
    path = replacing.path(target)
    try:
        if target.startswith(TABLE):
            writer.saveAsTable(path.removeprefix(TABLE))
        elif is_csv:
            writer.options(header="true", escape='"', **TIMESTAMPS).csv(path)
        elif not is_json:
            writer.parquet(path)
        elif is_lines:
            writer.text(path)
        else:
            writer.json(path)
    except Exception as error:
        if "ALREADY_EXISTS" in str(error):
            raise existing(target) from error
        raise


def _records(lines: DataFrame) -> DataFrame:
    """Lines of JSON as columns."""
    inferred = lines.sparkSession.read.json(lines.rdd.map(lambda row: row.line))
    # Spark sorts inferred columns by name; they come in the order of the first record.
    first = lines.first()
    names = [name for name in json.loads(first.line) if name in inferred.columns] if first is not None else []
    return inferred.select(*(F.col(quoted(name)) for name in [*names, *(name for name in inferred.columns if name not in names)]))


def _in_one_cell(field: T.StructField) -> Column:
    """A value that CSV can hold: lists and records as JSON, bytes in base64."""
    column = F.col(quoted(field.name))
    if isinstance(field.dataType, (T.ArrayType, T.MapType, T.StructType)):
        return F.to_json(column, TIMESTAMPS).alias(field.name)
    return F.base64(column).alias(field.name) if isinstance(field.dataType, T.BinaryType) else column


def write_removed_table(removed: DataFrame, target: str, replacing: Replacing) -> None:
    """Writes removed documents. Lines of JSON are those of every engine; ids in them are JSON (``is_json``)."""
    is_lines = is_lines_file(target)
    write_table(json_lines(removed) if is_lines else removed, target, replacing, is_lines=is_lines)


def removed_rows(removed: DataFrame, records: Records, lines: DataFrame, *, is_json: bool) -> DataFrame:
    """Removed documents with their ids, the survivor, the reason and the record.

    Args:
        is_json: whether ids are JSON, as ``json_lines`` needs them.
    """
    named = records.named_sides()
    facts = records.numbered.select("position", "side", "id", "text_hash", "content_0", "content_1")
    own = facts.select(*(F.col(name).alias(f"own_{name}") if name != "position" else F.col(name) for name in facts.columns))
    other = facts.select(*(F.col(name).alias("survivor" if name == "position" else f"other_{name}") for name in facts.columns))
    joined = removed.join(own, "position").join(other, "survivor").join(lines, "position")
    is_identical = F.col("own_text_hash") == F.col("other_text_hash")
    is_equal = (F.col("own_content_0") == F.col("other_content_0")) & (F.col("own_content_1") == F.col("other_content_1"))
    reason = (
        F.when(F.col("similarity") < 1, "similar").when(is_identical, "identical").when(is_equal, "equal").otherwise("similar")
    )

    def name(prefix: str, position: str) -> Any:
        given = F.col(f"{prefix}_id")
        plain = F.when(given.startswith('"'), F.get_json_object(F.concat(F.lit('{"id":'), given, F.lit("}")), "$.id")).otherwise(given)
        side = F.col(f"{prefix}_side")
        # Records without ids are known by their numbers within their side.
        number = F.col(position) - F.when(side == 1, records.boundary).otherwise(0)
        return F.when(side.isin(named), given if is_json else plain).otherwise(number.cast("string"))

    return joined.select(
        "position",
        name("own", "position").alias("id"),
        name("other", "survivor").alias("survivor"),
        "similarity",
        F.when(F.col("other_side") == 1, F.concat(F.lit(AGAINST), reason)).otherwise(reason).alias("reason"),
        F.col("line").alias("document"),
    )
