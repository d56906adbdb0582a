"""The records of a side of a search, as Spark rows.

A side is either files of JSON Lines that Likewise lists one by one, or something that Spark reads itself: Parquet, JSON Lines or CSV
at a URI, or a table of its catalog. Every row has the path of its file and the start of its block there; records of a block
are in order, so that all of them can be numbered whatever the partitions (``records``).
"""

from __future__ import annotations

import json
import pickle
import re
from dataclasses import dataclass
from typing import Any, Iterator
from urllib.parse import unquote, urlparse

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .errors import Refused
from .splits import Split, read_chunks, splits_of

#: What is read: JSON Lines as bytes in ``line``, other formats as the text and the id of each record.
RAW = T.StructType(
    [
        T.StructField("path", T.StringType()),
        T.StructField("block", T.LongType()),
        T.StructField("line", T.BinaryType()),
    ]
)


@dataclass(frozen=True)
class Side:
    """Where the documents of a side are, and which fields contain their text and id."""

    number: int
    format: str
    paths: tuple[str, ...]
    text_fields: tuple[str, ...]
    id_field: str | None
    is_id_detected: bool
    #: Whether the paths are individual files on this machine, in order.
    is_listed: bool
    options: tuple[tuple[str, str], ...] = ()

    @staticmethod
    def of(number: int, side: dict[str, Any]) -> Side:
        return Side(
            number=number,
            format=side["format"],
            paths=tuple(side["paths"]),
            text_fields=tuple(side["textFields"]),
            id_field=side.get("idField"),
            is_id_detected=side.get("isIdDetected", False),
            is_listed=side.get("isListed", False),
            options=tuple(side.get("options", {}).items()),
        )

    @property
    def is_json(self) -> bool:
        return self.format == "jsonl"


def plain_path(path: str) -> str:
    """Converts a path from Spark's form to that of Likewise: local paths have no scheme, and nothing is escaped."""
    parsed = urlparse(path)
    return unquote(parsed.path) if parsed.scheme in ("", "file") else unquote(path)


def read_side(spark: SparkSession, side: Side, *, is_whole: bool = False) -> tuple[DataFrame, list[str]]:
    """The raw records of a side, and its files in order.

    Args:
        is_whole: every record as a line of JSON with all its fields, whatever the format.
    """
    if not side.paths:
        return spark.createDataFrame([], RAW), []
    if side.is_listed:
        return _listed_lines(spark, listed_splits(spark, side)), list(side.paths)
    _check_once(side)
    rows = _opened(spark, side)
    if side.format == "table":
        return _records_of(rows, side, F.lit(""), F.spark_partition_id().cast("long"), is_whole), [""]
    path, block = F.col("_metadata.file_path"), F.col("_metadata.file_block_start")
    files = sorted(rows.inputFiles())
    if side.is_json:
        return rows.select(path.alias("path"), block.alias("block"), F.col("value").cast("binary").alias("line")), files
    return _records_of(rows, side, path, block, is_whole), files


def _opened(spark: SparkSession, side: Side) -> DataFrame:
    reader = spark.read
    for name, value in side.options:
        reader = reader.option(name, value)
    try:
        if side.is_json:
            return reader.option("lineSep", "\n").text(list(side.paths))
        if side.format == "csv":
            return reader.option("header", "true").option("multiLine", "true").option("escape", '"').csv(list(side.paths))
        if side.format == "table":
            return spark.table(side.paths[0])
        return reader.format(side.format).load(list(side.paths))
    except Exception as error:
        raise unreadable(side, str(error) or type(error).__name__) from error


def schema_of(spark: SparkSession, side: Side) -> T.StructType | None:
    """The columns of a side that Spark reads as a table; None for lines of JSON."""
    return None if side.is_listed or side.is_json else _opened(spark, side).schema


def listed_splits(spark: SparkSession, side: Side) -> list[list[Split]]:
    """The parts of the files of a listed side, for each task."""
    _check_once(side)
    max_bytes = spark._jsparkSession.sessionState().conf().filesMaxPartitionBytes()
    return splits_of(side.paths, max_bytes, spark.sparkContext.defaultParallelism)


def _listed_lines(spark: SparkSession, tasks: list[list[Split]]) -> DataFrame:
    packed = spark.sparkContext.parallelize([(pickle.dumps(splits),) for splits in tasks], max(1, len(tasks)))

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for split in (split for data in batch.column(0) for split in pickle.loads(data.as_py())):
                for lines in read_chunks(split):
                    columns = [pa.array([value] * len(lines)) for value in (split.path, split.start)]
                    yield pa.RecordBatch.from_arrays([*columns, pa.array(lines, pa.binary())], names=RAW.names)

    return spark.createDataFrame(packed, "data binary").mapInArrow(read, RAW)


def _check_once(side: Side) -> None:
    if len(set(side.paths)) < len(side.paths):
        twice = next(path for path in side.paths if side.paths.count(path) > 1)
        raise Refused("invalid-option", f"{twice} is listed twice", "list each input once")


def _records_of(rows: DataFrame, side: Side, path: Column, block: Column, is_whole: bool) -> DataFrame:
    if is_whole:
        line = F.to_json(F.struct(*rows.columns), {"ignoreNullFields": "false"}).cast("binary")
        return rows.select(path.alias("path"), block.alias("block"), line.alias("line"))
    columns = set(rows.columns)
    for field in [*side.text_fields, *([side.id_field] if side.id_field else [])]:
        if field.split(".")[0] not in columns:
            raise Refused(
                "missing-field",
                f"no column {field!r} in {', '.join(side.paths)}",
                f"use `text` and `id` with columns of it: {', '.join(sorted(columns))}",
            )
    texts = [F.col(field) for field in side.text_fields]
    for field, kind in zip(side.text_fields, rows.select(*(text.alias(f"_{i}") for i, text in enumerate(texts))).schema):
        if not isinstance(kind.dataType, (T.StringType, T.NullType)):
            raise Refused(
                "not-a-string",
                f"the field {json.dumps(field)} is not a string in {', '.join(side.paths)}, but {kind.dataType.simpleString()}",
                "use `text` with a column of strings",
            )
    text = F.concat_ws("\n", *(F.when(column != "", column) for column in texts))
    record_id = F.col(side.id_field) if side.id_field else F.lit(None).cast("string")
    return rows.select(path.alias("path"), block.alias("block"), text.alias("text"), record_id.alias("id"))


def unreadable(side: Side, message: str) -> Refused:
    """An input that Spark cannot read, by what it says: a table, a scheme without a connector, or a path."""
    what = ("the table " if side.format == "table" else "") + ", ".join(side.paths)
    # An error of the JVM begins with the name of the call, which says nothing.
    lines = [line.strip(" :") for line in message.splitlines() if line.strip() and "An error occurred while calling" not in line]
    first = lines[0] if lines else "no reason given"
    if side.format == "table":
        hint = "check the name; a catalog is configured with `conf` (spark.sql.catalog.NAME, or spark.sql.catalogImplementation=hive)"
    elif re.search(r"No FileSystem for scheme|UNSUPPORTED_FILESYSTEM|ClassNotFoundException|Class org\.\S+ not found", message):
        scheme = urlparse(side.paths[0]).scheme
        package = _CONNECTORS.get(scheme)
        added = f"such as spark.jars.packages={package}" if package else "such as spark.jars.packages=GROUP:NAME:VERSION"
        hint = f"Spark has no connector for {scheme}: add it with `conf`, {added}"
    else:
        hint = "check that the path exists for every executor, and the settings of its scheme (such as the endpoint and credentials of s3a)"
    return Refused("unreadable-input", f"Spark cannot read {what}: {first}", hint)


#: Packages with the connectors of schemes that Spark does not have by itself.
_CONNECTORS = {
    "s3a": "org.apache.hadoop:hadoop-aws:VERSION-OF-HADOOP",
    "abfss": "org.apache.hadoop:hadoop-azure:VERSION-OF-HADOOP",
    "gs": "com.google.cloud.bigdataoss:gcs-connector:VERSION",
}
