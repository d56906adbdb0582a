"""Chooses the documents to remove: each one that is similar to a kept document before it, in order of preference.

The order matters only inside a connected component, so that each is decided in one task, as src/cluster/removal.ts decides
all of them. Equal documents share the fate of the best of them.
"""

from __future__ import annotations

from typing import Any, Callable, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .components import connected_components

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
    return grouped.mapInArrow(_decider(is_directed), _REMOVED)


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
        for rows in _groups(batches):
            removed = removed_of(rows, is_directed)
            if removed:
                yield pa.RecordBatch.from_arrays([pa.array(column) for column in zip(*removed)], schema=_SCHEMA)

    return run


def _groups(batches: Batches) -> Iterator[list[tuple[Any, ...]]]:
    """The pairs of one component after another; batches are sorted by component."""
    current: int | None = None
    rows: list[tuple[Any, ...]] = []
    for batch in batches:
        columns = [batch.column(i).to_pylist() for i in range(batch.num_columns)]
        for component, *pair in zip(*columns):
            if component != current:
                if rows:
                    yield rows
                current, rows = component, []
            rows.append(tuple(pair))
    if rows:
        yield rows


def removed_of(rows: list[tuple[Any, ...]], is_directed: bool) -> list[tuple[int, int, float]]:
    neighbors: dict[int, list[tuple[int, float]]] = {}
    order: dict[int, tuple[int, int]] = {}
    for a, b, rank_a, rank_b, best_a, best_b, similarity in rows:
        order[a], order[b] = (rank_a, best_a), (rank_b, best_b)
        # Those that can be removed in favor of the other: with a direction, only a in favor of b.
        neighbors.setdefault(b, []).append((a, similarity))
        if not is_directed:
            neighbors.setdefault(a, []).append((b, similarity))
    fate: dict[int, tuple[int, float]] = {}
    for document in sorted(order, key=lambda position: order[position]):
        if document in fate:
            continue
        fate[document] = (document, 1.0)
        for other, similarity in neighbors.get(document, []):
            fate.setdefault(other, (document, similarity))
    return [(position, survivor, value) for position, (survivor, value) in fate.items() if survivor != position]
