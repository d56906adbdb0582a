"""Paths and tables, checked before anything is read, and files of this machine stored where only Spark can write."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlparse

from pyspark.sql import SparkSession

from .errors import Refused
from .inputs import Side, unreadable

#: What begins the name of a table of the catalog.
TABLE = "table:"

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
            missing = [path for path in side.paths if not _matches(spark, path)]
        except Exception as error:
            raise unreadable(side, str(error) or type(error).__name__) from error
        if missing:
            raise unreadable(side, f"{missing[0]} does not exist")


def check_outputs(spark: SparkSession, targets: list[str], *, overwrite: bool) -> None:
    """Raises Refused for a table or a path that Spark cannot reach or that exists already, unless it may be overwritten."""
    for target in targets:
        try:
            is_there = spark.catalog.tableExists(target.removeprefix(TABLE)) if target.startswith(TABLE) else _matches(spark, target)
        except Exception as error:
            raise Refused("unwritable-output", f"Spark cannot write it: {_cause(error)}", _HINT, file=target) from error
        if is_there and not overwrite:
            raise existing(target)


_HINT = "check the address, the connector and the settings of its scheme"


def existing(target: str) -> Refused:
    kind = "the table" if target.startswith(TABLE) else "the file"
    return Refused("unwritable-output", f"{kind} already exists", "choose another name, or use `overwrite: true`", file=target)


def store(spark: SparkSession, file: str, target: str, *, overwrite: bool) -> None:
    """Copies a file of this machine to a path, or the rows of a Parquet file to a table."""
    try:
        if target.startswith(TABLE):
            rows = spark.read.parquet(file)
            rows.write.mode("overwrite" if overwrite else "errorifexists").saveAsTable(target.removeprefix(TABLE))
            return
        hadoop = _hadoop(spark)
        path = hadoop.fs.Path(target)
        system = path.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
        system.copyFromLocalFile(False, overwrite, hadoop.fs.Path(file), path)
    except Exception as error:
        raise Refused("unwritable-output", f"Spark cannot write it: {_cause(error)}", _HINT, file=target) from error


def _matches(spark: SparkSession, path: str) -> bool:
    hadoop = _hadoop(spark)
    conf = hadoop.conf.Configuration(spark.sparkContext._jsc.hadoopConfiguration())
    for name, value in _FEW_RETRIES.items():
        conf.set(name, value)
    parsed = hadoop.fs.Path(path)
    # The object of each address is shared unless it is a new one, and so would be its settings.
    system = hadoop.fs.FileSystem.newInstance(parsed.toUri() if urlparse(path).scheme else hadoop.fs.FileSystem.getDefaultUri(conf), conf)
    try:
        found = system.globStatus(parsed)
        return found is not None and len(found) > 0
    finally:
        system.close()


def _hadoop(spark: SparkSession) -> Any:
    return spark._jvm.org.apache.hadoop  # type: ignore[union-attr]


def _cause(error: Exception) -> str:
    """The first line that says something: an error of the JVM begins with the name of the call."""
    lines = [line.strip(" :") for line in str(error).splitlines()]
    return next((line for line in lines if line and "An error occurred while calling" not in line), type(error).__name__)
