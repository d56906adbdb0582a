"""The tables of a deduplication: kept and removed documents, each written by Spark as a folder of part files or a table."""

from __future__ import annotations

import json
from typing import Any, Callable, Iterator

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .inputs import Side, plain_path, read_side
from .parse import is_blank
from .sketched import Numbering
from .storage import TABLE, existing

Batches = Iterator[pa.RecordBatch]

_LINES = "position bigint, line string"


def numbered_lines(spark: SparkSession, side: Side, numbering: Numbering) -> DataFrame:
    """The records of a side as lines of JSON, with their positions."""
    raw, files = read_side(spark, side, is_whole=True)
    return raw.mapInArrow(_number(side, files, numbering), _LINES)


def _number(side: Side, files: list[str], numbering: Numbering) -> Callable[[Batches], Batches]:
    numbers = {plain_path(path): number for number, path in enumerate(files)}

    def run(batches: Batches) -> Batches:
        location: tuple[str, int] | None = None
        position = 0
        for batch in batches:
            positions: list[int] = []
            lines: list[str] = []
            columns = (batch.column(name).to_pylist() for name in ("path", "block", "line"))
            for path, block, line in zip(*columns):
                if is_blank(line):
                    continue
                if location != (path, block):
                    location = (path, block)
                    position = numbering.first_positions[(side.number, numbers[plain_path(path)], block)][0]
                positions.append(position)
                lines.append(line.decode(errors="replace"))
                position += 1
            if lines:
                yield pa.RecordBatch.from_arrays([pa.array(positions), pa.array(lines)], names=["position", "line"])

    return run


def write_table(rows: DataFrame, target: str, *, overwrite: bool, schema: T.StructType | None = None) -> None:
    """Writes a table of the catalog, or a folder of part files in the format of the extension: Parquet, CSV or JSON Lines.

    Args:
        rows: any columns, or lines of JSON in the only column ``line``. JSON Lines have these unchanged.
        schema: the columns of these lines; None to infer them.
    """
    is_lines = rows.columns == ["line"]
    is_table, is_parquet, is_csv = target.startswith(TABLE), target.endswith(".parquet"), target.endswith(".csv")
    if is_lines and (is_table or is_parquet or is_csv):
        rows = _records(rows, schema)
    if is_csv:
        rows = rows.select(*(_in_one_cell(field) for field in rows.schema.fields))
    writer = rows.write.mode("overwrite" if overwrite else "errorifexists")
    try:
        if is_table:
            writer.saveAsTable(target.removeprefix(TABLE))
        elif is_parquet:
            writer.parquet(target)
        elif is_csv:
            writer.option("header", "true").option("escape", '"').csv(target)
        elif is_lines:
            writer.text(target)
        else:
            writer.json(target)
    except Exception as error:
        if "ALREADY_EXISTS" in str(error):
            raise existing(target) from error
        raise


def _records(lines: DataFrame, schema: T.StructType | None) -> DataFrame:
    """Lines of JSON as columns."""
    if schema is not None:
        return lines.select(F.from_json("line", schema).alias("record")).select("record.*")
    inferred = lines.sparkSession.read.json(lines.rdd.map(lambda row: row.line))
    # Spark sorts inferred columns by name; they come in the order of the first record.
    first = lines.first()
    names = [name for name in json.loads(first.line) if name in inferred.columns] if first is not None else []
    return inferred.select(*(F.col(f"`{name}`") for name in [*names, *(name for name in inferred.columns if name not in names)]))


def _in_one_cell(field: T.StructField) -> Column:
    """A value that CSV can hold: lists and records as JSON."""
    column = F.col(f"`{field.name}`")
    return F.to_json(column).alias(field.name) if isinstance(field.dataType, (T.ArrayType, T.MapType, T.StructType)) else column


def removed_rows(removed: DataFrame, numbered: DataFrame, lines: DataFrame, names: list[int]) -> DataFrame:
    """Removed documents with their ids, the survivor, the reason and the record.

    Args:
        names: the sides whose ids are those of a field; others are known by their numbers.
    """
    facts = numbered.select("position", "side", "id", "text_hash", "content_0", "content_1")
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
        return F.when(F.col(f"{prefix}_side").isin(names), plain).otherwise(F.col(position).cast("string"))

    return joined.select(
        "position",
        name("own", "position").alias("id"),
        name("other", "survivor").alias("survivor"),
        (F.col("other_side") == 1).alias("against"),
        "similarity",
        reason.alias("reason"),
        F.col("line").alias("document"),
    )
