"""The records of a side of a search, as Spark rows.

A side is either files of JSON Lines that Likewise lists one by one, or something that Spark reads itself: Parquet, JSON Lines or CSV
at a URI, or a table of its catalog. Every row has the path of its file and the start of its block there; records of a block
are in order, so that all of them can be numbered whatever the partitions (``records``).
"""

from __future__ import annotations

import json
import pickle
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any, Iterator
from urllib.parse import urlparse

import pyarrow as pa
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .batches import map_batches
from .checkpoints import saved
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
    """The path of a file in one form: Spark writes file:/ or file:///. The rest is the same wherever it names a file."""
    return re.sub("^file:/+", "/", path)


@dataclass(frozen=True)
class Opened:
    """A side as all reads of a search see it: the same files, in the same parts, and the same rows."""

    side: Side
    #: In order.
    files: list[str]
    #: The parts of listed files, for each task.
    splits: list[list[Split]]
    #: What Spark reads itself.
    rows: DataFrame | None = None

    @property
    def is_table(self) -> bool:
        """Whether records are rows with columns, not lines of JSON."""
        return self.rows is not None and not self.side.is_json


def open_side(spark: SparkSession, side: Side, *, is_read_again: bool = True, only_texts: bool = False) -> Opened:
    """Opens a side.

    Args:
        is_read_again: whether records must have the same places each time they are read. The rows of a view or a table without files are
            computed anew by each read, in any order, so they are written to the checkpoint folder first.
        only_texts: whether nothing but texts and ids is needed.
    """
    if not side.paths:
        return Opened(side, [], [])
    _check_once(side)
    if side.is_listed:
        return Opened(side, list(side.paths), _splits(spark, side))
    if spark.conf.get(_MIN_PARTITIONS, None) is None:
        # Otherwise the parts of files depend on how many executors there are at the time.
        spark.conf.set(_MIN_PARTITIONS, str(spark.sparkContext.defaultParallelism))
    rows = _opened(spark, side)
    if side.format != "table":
        return Opened(side, sorted(_files_once(rows)), [], rows)
    if _has_files(rows):
        return Opened(side, sorted(rows.inputFiles()), [], rows)
    if only_texts:
        _check_fields(rows, side)
        used = dict.fromkeys(_top_level(rows, field) for field in _fields(side))
        rows = rows.select(*(F.col(quoted(name)) for name in used))
    return Opened(side, [""], [], saved(rows) if is_read_again else rows)


_MIN_PARTITIONS = "spark.sql.files.minPartitionNum"


def _has_files(rows: DataFrame) -> bool:
    """Whether each row knows its file: those of a view do not, nor those that are not stored in files."""
    hidden = rows._jdf.queryExecution().analyzed().metadataOutput()
    return "_metadata" not in rows.columns and any(hidden.apply(i).name() == "_metadata" for i in range(hidden.size()))


def place_of(opened: Opened) -> tuple[Column, Column]:
    """The path of the file of a row, and the start of its block there; for rows without files, the partition is the block."""
    assert opened.rows is not None
    if opened.files == [""]:
        return F.lit(""), F.spark_partition_id().cast("long")
    return F.col("_metadata.file_path"), F.col("_metadata.file_block_start")


def read_side(spark: SparkSession, opened: Opened, *, is_whole: bool = False) -> DataFrame:
    """The raw records of a side.

    Args:
        is_whole: every record as a line of JSON with all its fields, whatever the format.
    """
    side, rows = opened.side, opened.rows
    if rows is None:
        return _listed_lines(spark, opened.splits)
    path, block = (column.alias(name) for column, name in zip(place_of(opened), ("path", "block")))
    if side.is_json:
        return rows.select(path, block, F.col("value").cast("binary").alias("line"))
    if is_whole:
        return rows.select(path, block, line_of(rows).cast("binary").alias("line"))
    return rows.select(path, block, *_text_and_id(rows, side))


#: Spark writes milliseconds by default.
TIMESTAMPS = {"timestampFormat": "yyyy-MM-dd'T'HH:mm:ss[.SSSSSS][XXX]", "timestampNTZFormat": "yyyy-MM-dd'T'HH:mm:ss[.SSSSSS]"}


def line_of(rows: DataFrame) -> Column:
    """A row as a line of JSON with all its fields."""
    return F.to_json(F.struct(*(F.col(quoted(name)) for name in rows.columns)), {"ignoreNullFields": "false", **TIMESTAMPS})


def quoted(name: str) -> str:
    """The name of a column, which may have dots in it."""
    return f"`{name.replace('`', '``')}`"


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


def _splits(spark: SparkSession, side: Side) -> list[list[Split]]:
    """The parts of the files of a listed side, for each task."""
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

    return map_batches(spark.createDataFrame(packed, "data binary"), read, RAW)


def _check_once(side: Side) -> None:
    if len(set(side.paths)) < len(side.paths):
        twice = next(path for path in side.paths if side.paths.count(path) > 1)
        raise Refused("invalid-option", f"{twice} is listed twice", "list each input once")


def _files_once(rows: DataFrame) -> list[str]:
    """The files that Spark reads, unless it reads one twice because several paths or patterns match it: records are numbered by their files."""
    # The list of a DataFrame has each file once, but that of its relation has a file as often as it is read.
    files = list(rows._jdf.queryExecution().analyzed().relation().location().inputFiles())
    if len(set(files)) < len(files):
        twice = next(path for path, count in Counter(files).items() if count > 1)
        raise Refused("invalid-option", f"several inputs contain {plain_path(twice)}", "list each file once; patterns must not overlap")
    return files


def _fields(side: Side) -> list[str]:
    return [*side.text_fields, *([side.id_field] if side.id_field else [])]


def _top_level(rows: DataFrame, field: str) -> str:
    """The column that contains a field: the one with its name, or the one with the first part of a path."""
    return field if field in rows.columns else field.split(".")[0]


def _check_fields(rows: DataFrame, side: Side) -> None:
    for field in _fields(side):
        if _top_level(rows, field) not in rows.columns:
            raise Refused(
                "missing-field",
                f"no column {field!r} in {', '.join(side.paths)}",
                f"use `text` and `id` with columns of it: {', '.join(sorted(rows.columns))}",
            )


def _text_and_id(rows: DataFrame, side: Side) -> tuple[Column, Column]:
    _check_fields(rows, side)

    def column_of(field: str) -> Column:
        return F.col(quoted(field) if field in rows.columns else field)

    texts = [column_of(field) for field in side.text_fields]
    for field, kind in zip(side.text_fields, rows.select(*(text.alias(f"_{i}") for i, text in enumerate(texts))).schema):
        if not isinstance(kind.dataType, (T.StringType, T.NullType)):
            raise Refused(
                "not-a-string",
                f"the field {json.dumps(field)} is not a string in {', '.join(side.paths)}, but {kind.dataType.simpleString()}",
                "use `text` with a column of strings",
            )
    text = F.concat_ws("\n", *(F.when(column != "", column) for column in texts))
    record_id = column_of(side.id_field) if side.id_field else F.lit(None).cast("string")
    return text.alias("text"), record_id.alias("id")


def unreadable(side: Side, message: str) -> Refused:
    """An input that Spark cannot read, by what it says: a table, a scheme without a connector, or a path."""
    what = ("the table " if side.format == "table" else "") + ", ".join(side.paths)
    # An error of the JVM begins with the name of the call, which says nothing.
    lines = [line.strip(" :") for line in message.splitlines() if line.strip() and "An error occurred while calling" not in line]
    first = lines[0] if lines else "no reason given"
    if side.format == "table":
        hint = "check the name; a catalog is configured with `conf` (spark.sql.catalog.NAME, or spark.sql.catalogImplementation=hive)"
    elif "AVRO_DATA_SOURCE_NOT_ENABLED" in message:
        hint = "Spark reads Avro with a package: add it with `conf`, such as spark.jars.packages=org.apache.spark:spark-avro_2.13:VERSION-OF-SPARK"
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
