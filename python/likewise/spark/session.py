"""The Spark session and its searches."""

from __future__ import annotations

import sys
from typing import Any, Callable, Iterable

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from .channel import Channel, packed
from .checkpoints import Checkpoints, unseen
from .errors import check_version
from .executors import check_executors, describe_executor, other_python
from .inputs import Side
from .sample import take_sample
from .search import Search
from .sketched import Ints
from .storage import check_inputs, check_listed, check_outputs, store

_BROADCAST_TIMEOUT = "spark.sql.broadcastTimeout"
#: Rows per message.
_BATCH = 100_000
#: The maximum number of rows to sort in this process.
_SORTED_HERE = 200_000


class Session:
    """Handles requests, depending on their ``do`` field."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._spark = SparkSession.builder.appName("likewise").getOrCreate()
        check_version(self._spark.version)
        self._spark.sparkContext.setLogLevel("ERROR")
        # The sets of long documents must fit into one batch.
        self._spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "2000")
        # The columns that Python returns have offsets of 32 bits.
        self._spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "false")
        if self._spark.sparkContext.getConf().get(_BROADCAST_TIMEOUT) is None:
            # What is broadcast is often the result of long steps; by default, Spark would give up after 5 minutes.
            self._spark.conf.set(_BROADCAST_TIMEOUT, "-1")
        self._searches: dict[int, Search] = {}
        self._checkpoints: Checkpoints | None = None
        self._answers: dict[str, Callable[[dict[str, Any]], Any]] = {
            "check": self._check,
            "files": self._check_files,
            "store": lambda request: store(self._spark, request["file"], request["target"], overwrite=request["overwrite"]),
            "sample": lambda request: take_sample(self._spark, _sides(request), request["most"]),
            "find": self._find,
            "hubs": self._hubs,
            "sets": self._sets,
            "match": self._match,
            "compare": self._compare,
            "audit": self._audit,
            "ids": self._ids,
            "lengths": self._lengths,
            "excluded": self._excluded,
            "dedup": self._dedup,
            "release": self._release,
        }
        context = self._spark.sparkContext
        channel.send({"ready": {"version": context.version, "master": context.master, "parallelism": context.defaultParallelism}})

    def answer(self, request: dict[str, Any]) -> Any:
        return self._answers[request["do"]](request)

    def stop(self) -> None:
        """Stops Spark, and with it the jobs of the current request, which then fails."""
        self._spark.sparkContext.stop()

    def close(self) -> None:
        try:
            for number in list(self._searches):
                self._release({"search": number})
        finally:
            try:
                if self._checkpoints is not None:
                    self._checkpoints.close()
            finally:
                self._spark.stop()

    def _check(self, request: dict[str, Any]) -> None:
        """Checks, before anything is read, that the executors have what they need."""
        checkpoints, context = Checkpoints(self._spark, request["checkpoints"]), self._spark.sparkContext
        self._checkpoints = checkpoints
        tasks, mark = max(2, context.defaultParallelism), checkpoints.mark
        try:
            found = context.parallelize(range(tasks), tasks).map(lambda _: describe_executor(mark)).collect()
        except Exception as error:
            raise other_python(str(error)) or error from error
        check_executors(found, sys.version_info[:2])
        checkpoints.is_shared = all(executor.sees_mark for executor in found)
        if not checkpoints.is_shared and request["isFolderRequested"]:
            raise unseen(request["checkpoints"])

    def _check_files(self, request: dict[str, Any]) -> None:
        """Checks inputs and outputs without any executor, so that a wrong name does not wait for one."""
        check_inputs(self._spark, _sides(request))
        check_outputs(self._spark, request["outputs"], overwrite=request["overwrite"])

    def _find(self, request: dict[str, Any]) -> dict[str, Any]:
        sides = _sides(request)
        check_listed(self._spark, sides)
        search = Search(self._spark, sides, request, self._progress)
        number = request["id"]
        self._searches[number] = search
        if self._checkpoints is not None:
            self._checkpoints.use(_folder_of(number))
        found = {"isStopped": True}
        try:
            found = {**search.run(), "search": number}
            if not found.get("isStopped"):
                self._send_copies(search.copies.sizes, search.copies.members)
                for name, buckets in search.large_buckets.items():
                    self._stream(f"large-{name}", buckets.toLocalIterator(), _send_members)
        finally:
            # Nobody else releases a search that has failed.
            if found.get("isStopped"):
                self._release({"search": number})
        return found

    def _dedup(self, request: dict[str, Any]) -> dict[str, Any]:
        search = self._searches[request["search"]]
        if self._checkpoints is None:
            return search.dedup(request)
        with self._checkpoints.during(f"dedup-{request['search']}"):
            return search.dedup(request)

    def _hubs(self, request: dict[str, Any]) -> None:
        search = self._searches[request["search"]]
        rows = search.compare_with_hubs(request["relation"], request["hubs"], request["from"], request["to"])
        self._stream("hubs", rows.toLocalIterator(), _send_bits)

    def _sets(self, request: dict[str, Any]) -> None:
        self._stream("sets", self._searches[request["search"]].sets(request["positions"]), _send_sets)

    def _match(self, request: dict[str, Any]) -> dict[str, Any]:
        search = self._searches[request["search"]]
        answer = search.match({**request, "oversized": _oversized(request)})
        if search.found is not None:
            sizes = ["size_a", "size_b"] if request["withSizes"] else []
            columns = {name: getattr(search.found, name) for name in ["a", "b", "similarity", *sizes]}
            self._send_columns("pairs", columns)
        elif search.pairs is not None:
            send = _send_sized_pairs if request["withSizes"] else _send_pairs
            self._stream("pairs", _in_order(search.pairs, ["a", "b"], answer["pairs"]), send)
        return answer

    def _compare(self, request: dict[str, Any]) -> None:
        a, b = (request["columns"][name].astype(np.uint64) for name in "ab")
        compared = self._searches[request["search"]].compare(np.unique((a << np.uint64(32)) | b))
        self._send_columns("compared", dict(zip(["a", "b", "overlap", "size_a", "size_b"], compared)))

    def _audit(self, request: dict[str, Any]) -> None:
        for columns in self._searches[request["search"]].audit(request["sampled"]):
            self._send_columns("truth", dict(zip(["sampled", "other", "overlap", "size_sampled", "size_other"], columns)))

    def _ids(self, request: dict[str, Any]) -> None:
        found = self._searches[request["search"]].records.ids(request["columns"]["positions"])
        for start in range(0, found.num_rows, _BATCH):
            self._channel.send({"rows": "ids", "columns": _packed_ids(found.slice(start, _BATCH))})

    def _lengths(self, request: dict[str, Any]) -> None:
        positions, lengths = self._searches[request["search"]].records.characters_at(request["columns"]["positions"])
        self._send_columns("lengths", {"position": positions, "length": lengths})

    def _excluded(self, request: dict[str, Any]) -> None:
        self._send_columns("excluded", {"position": self._searches[request["search"]].records.without_shingles()})

    def _release(self, request: dict[str, Any]) -> None:
        search = self._searches.pop(request["search"], None)
        if search is None:
            return
        search.release()
        if self._checkpoints is not None:
            self._checkpoints.remove(_folder_of(request["search"]))

    def _progress(self, stage: str, done: int, total: int, documents: int) -> None:
        self._channel.send({"progress": {"stage": stage, "done": done, "total": total, "documents": documents}})

    def _send_copies(self, sizes: Ints, members: Ints) -> None:
        """Sends groups of positions in batches."""
        ends = np.cumsum(sizes)
        for start in range(0, len(sizes), _BATCH):
            part = sizes[start : start + _BATCH]
            first, last = int(ends[start] - sizes[start]), int(ends[start + len(part) - 1])
            columns = {"sizes": packed(part, np.uint32), "members": packed(members[first:last], np.uint32)}
            self._channel.send({"rows": "copies", "columns": columns})

    def _send_columns(self, name: str, columns: dict[str, Any]) -> None:
        """Sends columns of numbers in batches."""
        for start in range(0, len(next(iter(columns.values()))), _BATCH):
            part = {
                key: packed(column[start : start + _BATCH], np.float64 if column.dtype.kind == "f" else np.uint32)
                for key, column in columns.items()
            }
            self._channel.send({"rows": name, "columns": part})

    def _stream(self, name: str, rows: Iterable[Any], pack: Callable[[list[Any]], dict[str, str]]) -> None:
        """Sends rows in batches."""
        batch: list[Any] = []
        for row in rows:
            batch.append(row)
            if len(batch) == _BATCH:
                self._channel.send({"rows": name, "columns": pack(batch)})
                batch = []
        if batch:
            self._channel.send({"rows": name, "columns": pack(batch)})


def _in_order(rows: DataFrame, by: list[str], count: int) -> Iterable[Any]:
    """Sorts rows: a few in this process, many in Spark, which then sends one partition after another."""
    if count == 0:
        return []
    if count > _SORTED_HERE:
        ordered: Iterable[Any] = rows.orderBy(*by).toLocalIterator()
        return ordered
    return sorted(rows.collect(), key=lambda row: tuple(row[name] for name in by))


def _folder_of(search: int) -> str:
    return f"search-{search}"


def _sides(request: dict[str, Any]) -> list[Side]:
    return [Side.of(number, side) for number, side in enumerate(request["sides"])]


def _oversized(request: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The oversized documents of each relation that has some."""
    return {
        relation: {name: request["columns"][f"{relation}.{name}"] for name in ("positions", "groups", "links")} for relation in request["oversized"]
    }


def _send_members(rows: list[Any]) -> dict[str, str]:
    sizes = [len(row.members) for row in rows]
    return {"sizes": packed(sizes, np.uint32), "members": packed([m for row in rows for m in row.members], np.uint32)}


def _send_pairs(rows: list[Any]) -> dict[str, str]:
    return {**_numbers(rows, ["a", "b"]), "similarity": packed([row.similarity for row in rows], np.float64)}


def _send_sized_pairs(rows: list[Any]) -> dict[str, str]:
    return {**_send_pairs(rows), **_numbers(rows, ["size_a", "size_b"])}


def _send_bits(rows: list[Any]) -> dict[str, str]:
    bits = b"".join(bytes(row.bits) for row in rows)
    return {**_numbers(rows, ["position"]), "bits": packed(np.frombuffer(bits, np.uint8), np.uint8)}


def _packed_ids(found: pa.RecordBatch) -> dict[str, str]:
    ids = found.column("id")
    _, ends, data = ids.buffers()
    offsets = np.frombuffer(ends, np.int64)[ids.offset : ids.offset + len(ids) + 1]
    return {
        "position": packed(found.column("position").to_numpy(), np.uint32),
        "sizes": packed(np.diff(offsets), np.uint32),
        "json": packed(np.frombuffer(data, np.uint8)[offsets[0] : offsets[-1]], np.uint8),
    }


def _send_sets(rows: list[Any]) -> dict[str, str]:
    return {
        "positions": packed([position for position, _ in rows], np.uint32),
        "sizes": packed([len(elements) for _, elements in rows], np.uint32),
        "elements": packed(np.concatenate([elements for _, elements in rows]), np.uint32),
    }


def _numbers(rows: list[Any], names: list[str]) -> dict[str, str]:
    return {name: packed([row[name] for row in rows], np.uint32) for name in names}
