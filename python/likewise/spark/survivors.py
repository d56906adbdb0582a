"""Chooses the documents to remove: each one that is similar to a kept document before it, in order of preference.

The order matters only inside a connected component, so that each is decided in one task, as src/cluster/removal.ts decides
all of them. Equal documents share the fate of the best of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .batches import map_batches
from .components import connected_components
from .scatter import starts_of
from .sketched import Ints

Batches = Iterator[pa.RecordBatch]

_REMOVED = "position bigint, survivor bigint, similarity double"
_SCHEMA = pa.schema([("position", pa.int64()), ("survivor", pa.int64()), ("similarity", pa.float64())])


def rank_documents(documents: DataFrame, groups: DataFrame, policy: str) -> DataFrame:
    """``position`` (the first of equal documents), ``best`` of them, and ``rank``, the smaller the better, of all documents."""
    firsts = groups.select("first", F.explode("members").alias("position"))
    rank = F.lit(0) if policy == "first" else -F.col("characters")
    ranked = documents.where("side = 0").select("position", rank.cast("long").alias("rank"))
    of_groups = ranked.join(firsts, "position", "left").withColumn("first", F.coalesce("first", "position"))
    best = of_groups.groupBy("first").agg(F.min(F.struct("rank", "position")).alias("best"))
    return best.select(F.col("first").alias("position"), F.col("best.position").alias("best"), F.col("best.rank").alias("rank"))


def remove_similar(pairs: DataFrame, ranks: DataFrame, *, is_directed: bool) -> DataFrame:
    """Removed distinct documents, with their survivor and the similarity to it, by the position of the first of equal ones."""
    components = connected_components(pairs)
    renamed = {side: ranks.select(*(F.col(name).alias(f"{name}_{side}") for name in ranks.columns)) for side in "ab"}
    ranked = (
        pairs.withColumnsRenamed({"a": "position_a", "b": "position_b"})
        .join(renamed["a"], "position_a")
        .join(renamed["b"], "position_b")
        .join(components.select(F.col("node").alias("position_a"), "component"), "position_a")
    )
    columns = ["component", "position_a", "position_b", "rank_a", "rank_b", "best_a", "best_b", "similarity"]
    grouped = ranked.select(*columns).repartition("component").sortWithinPartitions("component")
    return map_batches(grouped, _decider(is_directed), _REMOVED)


def remove_known(pairs: DataFrame, boundary: int) -> DataFrame:
    """Input documents that are similar to one to compare with, and the most similar of these, the first of several."""
    known = pairs.where((F.col("a") < boundary) & (F.col("b") >= boundary))
    best = known.groupBy("a").agg(F.min(F.struct((-F.col("similarity")).alias("order"), "b", "similarity")).alias("best"))
    return best.select(F.col("a").alias("position"), F.col("best.b").alias("survivor"), F.col("best.similarity").alias("similarity"))


def with_copies(removed: DataFrame, groups: DataFrame, ranks: DataFrame) -> DataFrame:
    """All removed documents: copies together with their first and, for kept documents, all copies except the best."""
    best = ranks.select(F.col("position").alias("survivor"), "best")
    # Survivors among the documents to compare with are not ranked: each is its own survivor.
    ranked = removed.join(best, "survivor", "left").select("position", F.coalesce("best", "survivor").alias("survivor"), "similarity")
    firsts = groups.where("side = 0").select(F.col("first").alias("position"), "members")
    single = ranked.join(firsts, "position", "left_anti")
    together = ranked.join(firsts, "position").select(F.explode("members").alias("position"), "survivor", "similarity")
    kept = firsts.join(ranked, "position", "left_anti").join(ranks.select("position", "best"), "position")
    copies = kept.select(F.explode("members").alias("position"), F.col("best").alias("survivor"), F.lit(1.0).alias("similarity"))
    return single.union(together).union(copies.where("position <> survivor"))


def with_known_copies(removed: DataFrame, groups: DataFrame) -> DataFrame:
    """Documents removed in favor of one to compare with, each with all its copies."""
    firsts = groups.where("side = 0").select(F.col("first").alias("position"), "members")
    members = F.explode(F.coalesce("members", F.array("position")))
    return removed.join(firsts, "position", "left").select(members.alias("position"), "survivor", "similarity")


def _decider(is_directed: bool) -> Callable[[Batches], Batches]:
    def run(batches: Batches) -> Batches:
        for rows in _components(batches):
            removed = removed_of(RankedPairs(*rows), is_directed)
            if len(removed.positions) > 0:
                columns = (removed.positions, removed.survivors, removed.similarities)
                yield pa.RecordBatch.from_arrays([pa.array(column) for column in columns], schema=_SCHEMA)

    return run


def _components(batches: Batches) -> Iterator[list[npt.NDArray[Any]]]:
    """The columns of the pairs of whole components; batches are sorted by component, whose column is left out."""
    held: list[list[npt.NDArray[Any]]] = []
    last: Any = None
    for batch in batches:
        if batch.num_rows == 0:
            continue
        component, *columns = (batch.column(i).to_numpy() for i in range(batch.num_columns))
        # The last component may continue in the next batch.
        start = int(np.searchsorted(component, component[-1]))
        if start > 0 or (held and component[0] != last):
            yield _joined([*held, [column[:start] for column in columns]])
            held = []
        held.append([column[start:] for column in columns])
        last = component[-1]
    if held:
        yield _joined(held)


def _joined(parts: list[list[npt.NDArray[Any]]]) -> list[npt.NDArray[Any]]:
    return [np.concatenate(column) for column in zip(*parts)]


@dataclass(frozen=True)
class Removed:
    """Removed documents, the documents that are kept in their place, and the similarities to them."""

    positions: Ints
    survivors: Ints
    similarities: npt.NDArray[np.float64]

    def where(self, chosen: npt.NDArray[np.bool_]) -> Removed:
        return Removed(self.positions[chosen], self.survivors[chosen], self.similarities[chosen])

    def joined(self, other: Removed) -> Removed:
        return Removed(
            np.concatenate([self.positions, other.positions]),
            np.concatenate([self.survivors, other.survivors]),
            np.concatenate([self.similarities, other.similarities]),
        )


@dataclass(frozen=True)
class RankedPairs:
    """Similar pairs, with the rank of each document, the smaller the better, and the position of its best copy, which decides between
    equal ranks."""

    a: Ints
    b: Ints
    rank_a: Ints
    rank_b: Ints
    best_a: Ints
    best_b: Ints
    similarity: npt.NDArray[np.float64]


def removed_of(pairs: RankedPairs, is_directed: bool) -> Removed:
    """Goes through the documents from the best to the worst: each one that is left is kept, and all similar ones are removed."""
    documents, at, number = np.unique(np.concatenate([pairs.a, pairs.b]), return_index=True, return_inverse=True)
    best, rank = np.concatenate([pairs.best_a, pairs.best_b])[at], np.concatenate([pairs.rank_a, pairs.rank_b])[at]
    best_first = np.lexsort((best, rank))
    documents = documents[best_first]
    place = np.empty(len(documents), np.int64)
    place[best_first] = np.arange(len(documents))
    a, b = np.split(place[number], 2)
    # With a direction, only a can be removed in favor of b.
    better, worse = (b, a) if is_directed else (np.minimum(a, b), np.maximum(a, b))
    usable = np.flatnonzero(better < worse)
    order = usable[np.lexsort((worse[usable], better[usable]))]
    better, worse, similarity = better[order], worse[order], pairs.similarity[order]
    starts = starts_of(better)
    #: The pair by which a document is removed; -1 if it is kept.
    by = np.full(len(documents), -1, np.int64)
    ends = np.append(starts[1:], len(better)).tolist()
    for document, start, end in zip(better[starts].tolist(), starts.tolist(), ends):
        if by[document] < 0:
            others = worse[start:end]
            left = by[others] < 0
            by[others[left]] = np.flatnonzero(left) + start
    removed = np.flatnonzero(by >= 0)
    return Removed(documents[removed], documents[better[by[removed]]], similarity[by[removed]])
