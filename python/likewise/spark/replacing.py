"""Replaces outputs that exist: new ones are written under temporary names next to them and renamed when all are complete."""

from __future__ import annotations

import os
import uuid
from contextlib import suppress
from typing import Any, Protocol

from pyspark.sql import SparkSession

from .inputs import plain_path, quoted

#: What begins the name of a table of the catalog.
TABLE = "table:"


class Replaced(Protocol):
    """An output that exists."""

    #: Where its replacement is written, and where the output itself is while it is replaced.
    part: str
    old: str

    def move_away(self) -> None: ...

    def move_in(self) -> None: ...

    def move_back(self) -> None: ...

    def remove_old(self) -> None: ...

    def remove_part(self) -> None: ...


class Replacing:
    """Outputs that exist and belong together: either all of them are replaced or, if one fails, none.

    ``with Replacing(spark, overwrite=True) as replacing: write(replacing.path(target))``
    """

    def __init__(self, spark: SparkSession, *, overwrite: bool) -> None:
        self._spark, self.overwrite = spark, overwrite
        self._replaced: list[Replaced] = []

    def path(self, target: str) -> str:
        """Where to write an output: the target itself if nothing is there, if a catalog replaces its tables at once, or if nothing can be renamed."""
        if not self.overwrite:
            return target
        found = _table_of(self._spark, target) if target.startswith(TABLE) else _path_of(self._spark, target)
        if found is None:
            return target
        self._replaced.append(found)
        return found.part

    def __enter__(self) -> Replacing:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        try:
            if kind is None:
                self._replace()
        finally:
            for replaced in self._replaced:
                # If Spark has ended, this fails too, which is not what went wrong.
                with suppress(Exception):
                    replaced.remove_part()

    def _replace(self) -> None:
        moved: list[Replaced] = []
        try:
            for replaced in self._replaced:
                replaced.move_away()
                moved.append(replaced)
                replaced.move_in()
        except BaseException as error:
            lost = [replaced.old for replaced in reversed(moved) if not _is_restored(replaced)]
            if lost:
                raise OSError(f"an output could not be replaced; the old one is in {' and '.join(lost)}") from error
            raise
        for replaced in self._replaced:
            with suppress(Exception):
                replaced.remove_old()


def _is_restored(replaced: Replaced) -> bool:
    try:
        replaced.move_back()
    except Exception:
        return False
    return True


class _Path:
    """A file or a folder."""

    def __init__(self, system: Any, target: Any, part: Any, old: Any) -> None:
        self._system, self._target, self._part, self._old = system, target, part, old
        self.part, self.old = str(part.toString()), str(old.toString())
        # Also if the application is stopped by a signal. Hadoop ignores this for a path that does not exist.
        system.mkdirs(part)
        system.deleteOnExit(part)

    def move_away(self) -> None:
        # It is complete: from now on, a signal must not remove it.
        self._system.cancelDeleteOnExit(self._part)
        self._rename(self._target, self._old)

    def move_in(self) -> None:
        self._rename(self._part, self._target)

    def move_back(self) -> None:
        self._system.delete(self._target, True)
        self._rename(self._old, self._target)

    def remove_old(self) -> None:
        self._system.delete(self._old, True)

    def remove_part(self) -> None:
        self._system.delete(self._part, True)
        self._system.cancelDeleteOnExit(self._part)

    def _rename(self, path: Any, name: Any) -> None:
        if not self._system.rename(path, name):
            raise OSError(f"{path.toString()} cannot be renamed to {name.getName()}")


#: File systems on which a folder is renamed by copying its files, one after the other.
_COPYING = {"s3", "s3a", "s3n", "oss", "cosn", "obs", "wasb", "wasbs", "swift"}


def _path_of(spark: SparkSession, target: str) -> _Path | None:
    if target.split(":", 1)[0] in _COPYING:
        return None
    if target.startswith("file:"):
        # A link stays a link: what it points to is replaced.
        target = f"file://{os.path.realpath(plain_path(target))}"
    path_of = spark._jvm.org.apache.hadoop.fs.Path  # type: ignore[union-attr]
    path = path_of(target)
    system = path.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
    if not system.exists(path):
        return None
    # As one string: Hadoop would append a second one to the name of a bucket.
    start, mark = f"{path.getParent().toString().rstrip('/')}/.{path.getName()}", uuid.uuid4().hex
    return _Path(system, path, path_of(f"{start}.part-{mark}"), path_of(f"{start}.old-{mark}"))


class _Table:
    """A table of the catalog of the session."""

    def __init__(self, spark: SparkSession, names: list[str]) -> None:
        self._spark, mark = spark, uuid.uuid4().hex
        parent, name = names[:-1], names[-1]
        self._parent = parent
        self._target, self._part, self._old = name, f"{name}_part_{mark}", f"{name}_old_{mark}"
        self.part, self.old = TABLE + self._named(self._part), TABLE + self._named(self._old)

    def move_away(self) -> None:
        self._rename(self._target, self._old)

    def move_in(self) -> None:
        self._rename(self._part, self._target)

    def move_back(self) -> None:
        self._drop(self._target)
        self._rename(self._old, self._target)

    def remove_old(self) -> None:
        self._drop(self._old)

    def remove_part(self) -> None:
        self._drop(self._part)

    def _named(self, table: str, parts: int = 3) -> str:
        return ".".join(quoted(one) for one in [*self._parent, table][-parts:])

    def _rename(self, table: str, name: str) -> None:
        # A new name has no catalog.
        self._spark.sql(f"ALTER TABLE {self._named(table)} RENAME TO {self._named(name, 2)}")

    def _drop(self, table: str) -> None:
        self._spark.sql(f"DROP TABLE IF EXISTS {self._named(table)}")


def _table_of(spark: SparkSession, target: str) -> _Table | None:
    name = target.removeprefix(TABLE)
    parsed = spark._jsparkSession.sessionState().sqlParser().parseMultipartIdentifier(name)
    names = [str(parsed.apply(i)) for i in range(parsed.size())]
    # Other catalogs, such as those of Iceberg and Delta Lake, replace the content of a table and keep its history.
    is_named = len(names) > 2 or (len(names) == 2 and _setting(spark, names[0]) is not None)
    catalog = names[0] if is_named else spark.catalog.currentCatalog()
    is_own = catalog == "spark_catalog" and _setting(spark, catalog) is None and not _is_glue(spark)
    return _Table(spark, names) if is_own and spark.catalog.tableExists(name) else None


def _is_glue(spark: SparkSession) -> bool:
    """Whether tables are in the catalog of AWS Glue, which cannot rename them."""
    factory = spark.sparkContext._jsc.hadoopConfiguration().get("hive.metastore.client.factory.class")
    return "glue" in str(factory).lower()


def _setting(spark: SparkSession, catalog: str) -> str | None:
    """The class of a catalog, if it is not that of Spark."""
    return spark.conf.get(f"spark.sql.catalog.{catalog}", None)
