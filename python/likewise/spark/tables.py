"""The tables of a deduplication: kept and removed documents, each a folder of part files written by Spark."""

from __future__ import annotations

from typing import Any, Callable, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .errors import Refused
from .inputs import Side, plain_path, read_side
from .parse import is_blank
from .sketched import Numbering

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


def write_table(rows: DataFrame, path: str, *, overwrite: bool) -> None:
    """Writes a table in the format of the extension: Parquet, or JSON Lines from the column ``line``, unchanged."""
    if path.endswith(".parquet") and rows.columns == ["line"]:
        rows = rows.sparkSession.read.json(rows.rdd.map(lambda row: row.line))
    writer = rows.write.mode("overwrite" if overwrite else "errorifexists")
    try:
        if path.endswith(".parquet"):
            writer.parquet(path)
        elif rows.columns == ["line"]:
            writer.text(path)
        else:
            writer.json(path)
    except Exception as error:
        if "PATH_ALREADY_EXISTS" in str(error):
            raise Refused("unwritable-output", f"{path} exists", "choose another path, or overwrite it") from error
        raise


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
        json = F.col(f"{prefix}_id")
        plain = F.when(json.startswith('"'), F.get_json_object(F.concat(F.lit('{"id":'), json, F.lit("}")), "$.id")).otherwise(json)
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
