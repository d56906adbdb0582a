"""Paths and tables, checked before anything is read, and files of this machine stored where only Spark can write."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlparse

from pyspark.sql import SparkSession

from .errors import Refused, cause_of
from .inputs import Side, unreadable
from .replacing import TABLE, Replacing
from .splits import unreadable as unreadable_file

#: The maximum number of listed files that each task tries to open.
_CHECKED = 1000

#: A wrong address should fail within seconds. By default, Hadoop tries for up to 15 minutes.
_FEW_RETRIES = {
    "ipc.client.connect.max.retries": "1",
    "ipc.client.connect.max.retries.on.timeouts": "1",
    "ipc.client.connect.timeout": "10000",
    "dfs.client.failover.max.attempts": "2",
    "fs.s3a.attempts.maximum": "2",
    "fs.s3a.retry.limit": "2",
    "fs.s3a.connection.establish.timeout": "10s",
}


def check_inputs(spark: SparkSession, sides: list[Side]) -> None:
    """Raises Refused for a table or a path that does not exist or that Spark cannot reach. Needs no executor."""
    for side in sides:
        if side.is_listed:
            continue
        try:
            if side.format == "table":
                spark.table(side.paths[0])
                continue
            missing = [path for path in side.paths if not _exists(spark, path, is_pattern=True)]
            if side.format == "avro" and not missing:
                # Spark looks for the package; a schema saves the job that reads it from a file.
                spark.read.format("avro").schema("text string").load(list(side.paths))
        except Exception as error:
            raise unreadable(side, str(error) or type(error).__name__) from error
        if missing:
            raise unreadable(side, f"{missing[0]} does not exist")


def check_listed(spark: SparkSession, sides: list[Side]) -> None:
    """Raises Refused for a listed file that an executor cannot read, before any is read as a whole."""
    paths = [path for side in sides if side.is_listed for path in side.paths]
    chosen = paths[:: -(-len(paths) // _CHECKED)] if paths else []
    if not chosen:
        return
    tasks = max(2, spark.sparkContext.defaultParallelism)
    for error in spark.sparkContext.parallelize(range(tasks), tasks).flatMap(lambda _: _unreadable(chosen)).collect():
        raise unreadable_file(error)


def _unreadable(paths: list[str]) -> list[OSError]:
    """The error of the first path that this process cannot read, if there is one."""
    for path in paths:
        try:
            with open(path, "rb"):
                pass
        except OSError as error:
            return [error]
    return []


def check_outputs(spark: SparkSession, targets: list[str], *, overwrite: bool) -> None:
    """Raises Refused for a table or a path that Spark cannot reach or that exists already, unless it may be overwritten."""
    for target in targets:
        try:
            is_there = spark.catalog.tableExists(target.removeprefix(TABLE)) if target.startswith(TABLE) else _exists(spark, target)
        except Exception as error:
            raise Refused("unwritable-output", f"Spark cannot write it: {cause_of(error)}", _HINT, file=target) from error
        if is_there and not overwrite:
            raise existing(target)


def _literal(path: str) -> str:
    """A path that Spark, which reads every path as a pattern, takes literally."""
    return re.sub(r"([\\*?\[\]{}^])", r"\\\1", path)


_HINT = "check the address, the connector and the settings of its scheme"


def existing(target: str) -> Refused:
    kind = "the table" if target.startswith(TABLE) else "the file"
    return Refused("unwritable-output", f"{kind} already exists", "choose another name, or use `overwrite: true`", file=target)


def store(spark: SparkSession, file: str, target: str, *, overwrite: bool) -> None:
    """Copies a file of this machine to a path, or the rows of a Parquet file to a table."""
    try:
        with Replacing(spark, overwrite=overwrite) as replacing:
            path = replacing.path(target)
            if target.startswith(TABLE):
                rows = spark.read.parquet(_literal(file))
                rows.write.mode("overwrite" if overwrite else "errorifexists").saveAsTable(path.removeprefix(TABLE))
                return
            hadoop = _hadoop(spark)
            copy = hadoop.fs.Path(path)
            system = copy.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
            if path != target:
                # A file would be copied into the folder that holds its place.
                system.delete(copy, True)
            system.copyFromLocalFile(False, overwrite, hadoop.fs.Path(file), copy)
    except Exception as error:
        raise Refused("unwritable-output", f"Spark cannot write it: {cause_of(error)}", _HINT, file=target) from error


def _exists(spark: SparkSession, path: str, *, is_pattern: bool = False) -> bool:
    hadoop = _hadoop(spark)
    conf = hadoop.conf.Configuration(spark.sparkContext._jsc.hadoopConfiguration())
    for name, value in _FEW_RETRIES.items():
        conf.set(name, value)
    parsed = hadoop.fs.Path(path)
    # The object of each address is shared unless it is a new one, and so would be its settings.
    system = hadoop.fs.FileSystem.newInstance(parsed.toUri() if urlparse(path).scheme else hadoop.fs.FileSystem.getDefaultUri(conf), conf)
    try:
        if not is_pattern:
            return bool(system.exists(parsed))
        found = system.globStatus(parsed)
        return found is not None and len(found) > 0
    finally:
        system.close()


def _hadoop(spark: SparkSession) -> Any:
    return spark._jvm.org.apache.hadoop  # type: ignore[union-attr]
