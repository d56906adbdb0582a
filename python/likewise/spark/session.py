"""The Spark session and its searches."""

from __future__ import annotations

import sys
from typing import Any, Callable, Iterable

import numpy as np
from pyspark.sql import DataFrame, SparkSession

from .batches import limit_batches
from .channel import Channel
from .checkpoints import Checkpoints, unseen
from .errors import check_version
from .executors import check_executors, describe_executor, other_python
from .inputs import Side
from .messages import MESSAGE_BYTES, SETTING, Messages
from .sample import take_sample
from .search import Search
from .storage import check_inputs, check_listed, check_outputs, store

_BROADCAST_TIMEOUT = "spark.sql.broadcastTimeout"
#: The maximum number of rows to sort in this process.
_SORTED_HERE = 200_000


class Session:
    """Handles requests, depending on their ``do`` field."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._spark = SparkSession.builder.appName("likewise").getOrCreate()
        check_version(self._spark.version)
        self._spark.sparkContext.setLogLevel("ERROR")
        limit_batches(self._spark)
        # The columns that Python returns have offsets of 32 bits.
        self._spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "false")
        if self._spark.sparkContext.getConf().get(_BROADCAST_TIMEOUT) is None:
            # What is broadcast is often the result of long steps; by default, Spark would give up after 5 minutes.
            self._spark.conf.set(_BROADCAST_TIMEOUT, "-1")
        max_bytes = self._spark.sparkContext.getConf().get(SETTING, str(MESSAGE_BYTES))
        self._messages = Messages(channel.send, int(max_bytes))
        self._searches: dict[int, Search] = {}
        self._checkpoints: Checkpoints | None = None
        self._answers: dict[str, Callable[[dict[str, Any]], Any]] = {
            "check": self._check,
            "files": self._check_files,
            "store": lambda request: store(self._spark, request["file"], request["target"], overwrite=request["overwrite"]),
            "sample": self._sample,
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

    def _sample(self, request: dict[str, Any]) -> dict[str, Any]:
        texts, answer = take_sample(self._spark, _sides(request), request["most"])
        self._messages.values("texts", texts)
        return answer

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
            for name in ("bad", "repeated"):
                self._messages.values(name, getattr(search.records, name))
            if not found.get("isStopped"):
                self._messages.groups("copies", search.copies.sizes, search.copies.members)
                for name, buckets in search.large_buckets.items():
                    members = (np.array(row.members, np.uint32) for row in buckets.toLocalIterator())
                    self._messages.lists(f"large-{name}", (({}, bucket) for bucket in members))
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
        self._messages.bits("hubs", ((row.position, bytes(row.bits)) for row in rows.toLocalIterator()))

    def _sets(self, request: dict[str, Any]) -> None:
        sets = self._searches[request["search"]].sets(request["positions"])
        self._messages.lists("sets", (({"positions": position}, elements) for position, elements in sets))

    def _match(self, request: dict[str, Any]) -> dict[str, Any]:
        search = self._searches[request["search"]]
        answer = search.match({**request, "oversized": _oversized(request)})
        names = ["a", "b", "similarity", *(["size_a", "size_b"] if request["withSizes"] else [])]
        if search.found is not None:
            self._messages.columns("pairs", {name: getattr(search.found, name) for name in names})
        elif search.pairs is not None:
            self._messages.rows("pairs", _in_order(search.pairs, ["a", "b"], answer["pairs"]), names)
        return answer

    def _compare(self, request: dict[str, Any]) -> None:
        a, b = (request["columns"][name].astype(np.uint64) for name in "ab")
        compared = self._searches[request["search"]].compare(np.unique((a << np.uint64(32)) | b))
        self._messages.columns("compared", dict(zip(["a", "b", "overlap", "size_a", "size_b"], compared)))

    def _audit(self, request: dict[str, Any]) -> None:
        for columns in self._searches[request["search"]].audit(request["sampled"]):
            self._messages.columns("truth", dict(zip(["sampled", "other", "overlap", "size_sampled", "size_other"], columns)))

    def _ids(self, request: dict[str, Any]) -> None:
        self._messages.ids("ids", self._searches[request["search"]].records.ids(request["columns"]["positions"]))

    def _lengths(self, request: dict[str, Any]) -> None:
        positions, lengths = self._searches[request["search"]].records.characters_at(request["columns"]["positions"])
        self._messages.columns("lengths", {"position": positions, "length": lengths})

    def _excluded(self, request: dict[str, Any]) -> None:
        self._messages.columns("excluded", {"position": self._searches[request["search"]].records.without_shingles()})

    def _release(self, request: dict[str, Any]) -> None:
        search = self._searches.pop(request["search"], None)
        if search is None:
            return
        search.release()
        if self._checkpoints is not None:
            self._checkpoints.remove(_folder_of(request["search"]))

    def _progress(self, stage: str, done: int, total: int, documents: int) -> None:
        self._channel.send({"progress": {"stage": stage, "done": done, "total": total, "documents": documents}})


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
