"""Arrow batches of limited size: neither Spark nor a column with offsets of 32 bits can have one of more than 2 GiB."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import types as T

Batches = Iterator[pa.RecordBatch]
Ints = npt.NDArray[np.int64]
Row = TypeVar("Row")

#: Spark has this setting since version 4.1.
_MAX_BYTES = "spark.sql.execution.arrow.maxBytesPerBatch"
_MAX_ROWS = "spark.sql.execution.arrow.maxRecordsPerBatch"
#: What a batch may have, unless one row alone has more or the user sets another number.
BATCH_BYTES = 64 << 20
#: Rows per batch. Without a limit in bytes, long documents must fit too.
_ROWS, _FEWER_ROWS = 2000, 500


def limit_batches(spark: SparkSession) -> None:
    """Limits the batches that Spark sends to Python."""
    has_bytes = spark.conf.isModifiable(_MAX_BYTES)
    spark.conf.set(_MAX_ROWS, str(_ROWS if has_bytes else _FEWER_ROWS))
    if spark.sparkContext.getConf().get(_MAX_BYTES) is None:
        spark.conf.set(_MAX_BYTES, str(BATCH_BYTES))


def map_batches(rows: DataFrame, function: Callable[[Batches], Batches], schema: T.StructType | str) -> DataFrame:
    """``mapInArrow``, which returns batches of limited size to Spark."""
    spark = rows.sparkSession
    max_bytes = int(spark._jvm.org.apache.spark.network.util.JavaUtils.byteStringAsBytes(spark.conf.get(_MAX_BYTES, str(BATCH_BYTES))))  # type: ignore[union-attr]

    def run(batches: Batches) -> Batches:
        for batch in function(batches):
            yield from split_batch(batch, max_bytes)

    return rows.mapInArrow(run, schema)


def split_batch(batch: pa.RecordBatch, max_bytes: int) -> Batches:
    """Parts of a batch that have at most so many bytes, or one row."""
    if batch.num_rows < 2 or batch.nbytes <= max_bytes:
        yield batch
        return
    half = batch.num_rows // 2
    yield from split_batch(batch.slice(0, half), max_bytes)
    yield from split_batch(batch.slice(half), max_bytes)


def grouped(rows: Iterable[Row], size_of: Callable[[Row], int], max_size: int) -> Iterator[list[Row]]:
    """Successive rows, as many as have this size together, at least one."""
    group: list[Row] = []
    held = 0
    for row in rows:
        size = size_of(row)
        if group and held + size > max_size:
            yield group
            group, held = [], 0
        group.append(row)
        held += size
    if group:
        yield group


def split_lists(sizes: Ints, members: npt.NDArray[Any], max_members: int) -> Iterator[tuple[Ints, npt.NDArray[Any]]]:
    """Lists, one after another, in parts of at most so many members, or one list."""
    ends = np.cumsum(sizes)
    start, done = 0, 0
    while start < len(sizes):
        stop = max(start + 1, int(np.searchsorted(ends, done + max_members, side="right")))
        yield sizes[start:stop], members[done : int(ends[stop - 1])]
        start, done = stop, int(ends[stop - 1])
