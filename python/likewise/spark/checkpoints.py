"""The folder of this application for checkpoints: what is written there is removed when it is no longer needed."""

from __future__ import annotations

import uuid
from contextlib import contextmanager
from typing import Any, Iterator

from pyspark.sql import DataFrame, SparkSession

from .errors import Refused, cause_of

_MARK = "mark"


class Checkpoints:
    """A folder of checkpoints for each search. None of them outlives this application, unless it is killed."""

    def __init__(self, spark: SparkSession, parent: str) -> None:
        self._spark = spark
        #: Whether all executors see the folder.
        self.is_shared = True
        paths = spark._jvm.org.apache.hadoop.fs  # type: ignore[union-attr]
        self._path_of = paths.Path
        # As one string: Hadoop would append a second one to the name of a bucket.
        self._root = self._path_of(f"{parent.rstrip('/')}/likewise-{uuid.uuid4().hex}")
        try:
            self._system = self._root.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
            self._system.create(self._path_of(self._root, _MARK)).close()
            # Also if the application is stopped by a signal. Hadoop ignores this for a folder that does not exist yet.
            self._system.deleteOnExit(self._root)
        except Exception as error:
            raise Refused("unusable-folder", f"Spark cannot write to the folder {parent}: {cause_of(error)}", _HINT) from error

    @property
    def mark(self) -> str | None:
        """The path of a file that all executors must see; None if Python cannot see it."""
        uri = self._path_of(self._root, _MARK).toUri()
        return str(uri.getPath()) if uri.getScheme() in (None, "file") else None

    def use(self, name: str) -> None:
        """Has Spark write checkpoints to a folder of this name from now on, unless executors cannot read it."""
        if self.is_shared:
            self._spark.sparkContext.setCheckpointDir(self._folder(name).toString())

    def remove(self, name: str) -> None:
        self._system.delete(self._folder(name), True)

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        """A folder that is removed at the end."""
        self.use(name)
        try:
            yield
        finally:
            self.remove(name)

    def close(self) -> None:
        self._system.delete(self._root, True)

    def _folder(self, name: str) -> Any:
        return self._path_of(self._root, name)


def unseen(folder: str) -> Refused:
    return Refused("unusable-folder", f"the executors do not see the folder {folder}", _HINT)


def saved(rows: DataFrame) -> DataFrame:
    """Rows that are written to the checkpoint folder, so that they are not computed again."""
    if rows.sparkSession.sparkContext._jsc.sc().getCheckpointDir().isEmpty():
        raise unseen("for checkpoints")
    return rows.checkpoint(eager=True)


_HINT = "use `folder` with a path that this machine and all executors share"
