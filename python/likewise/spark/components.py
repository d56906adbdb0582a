"""Connected components by alternating large-star and small-star (Kiveris, Lattanzi, Mirrokni, Rastogi, Vassilvitskii:
Connected Components in MapReduce and Beyond, SoCC 2014). Each round is two groupings; the number of rounds grows with the logarithm of the
longest path, and a round that changes nothing is the last one.
"""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .checkpoints import saved

#: A limit against endless loops: log² of any number of documents that fits into 64 bits.
_MAX_ROUNDS = 64


def connected_components(edges: DataFrame) -> DataFrame:
    """``node`` and ``component``, its smallest node, for every node of the edges ``a``, ``b``."""
    current = _saved(_undirected(edges).where("a <> b"))
    if current.isEmpty():
        return current.select(F.col("a").alias("node"), F.col("b").alias("component"))
    before = None
    for _ in range(_MAX_ROUNDS):
        current = _saved(_small_star(_saved(_large_star(current))))
        state = _fingerprint(current)
        if state == before:
            break
        before = state
    else:
        raise RuntimeError(f"components did not converge in {_MAX_ROUNDS} rounds")
    # Every node now points to the smallest of its component.
    members = current.select(F.col("a").alias("node"), F.col("b").alias("component"))
    centers = current.select(F.col("b").alias("node"), F.col("b").alias("component")).distinct()
    return members.union(centers)


def _undirected(edges: DataFrame) -> DataFrame:
    """Each edge once, from the larger node to the smaller."""
    return edges.select(F.greatest("a", "b").alias("a"), F.least("a", "b").alias("b")).distinct()


def _large_star(edges: DataFrame) -> DataFrame:
    """Connects the larger neighbors of every node with the smallest of its neighbors and itself."""
    both = edges.select("a", "b").union(edges.select(F.col("b").alias("a"), F.col("a").alias("b")))
    smallest = both.groupBy("a").agg(F.least("a", F.min("b")).alias("smallest"))
    return both.join(smallest, "a").where("b > a").select(F.col("b").alias("a"), F.col("smallest").alias("b")).distinct()


def _small_star(edges: DataFrame) -> DataFrame:
    """Connects the smaller neighbors of every node, and itself, with the smallest of them."""
    smallest = edges.groupBy("a").agg(F.min("b").alias("smallest"))
    moved = edges.join(smallest, "a").where("b <> smallest").select(F.col("b").alias("a"), F.col("smallest").alias("b"))
    return moved.union(smallest.select("a", F.col("smallest").alias("b"))).distinct()


def _fingerprint(edges: DataFrame) -> tuple[int, int]:
    row = edges.agg(F.count(F.lit(1)), F.sum(F.xxhash64("a", "b").cast("decimal(38,0)"))).head()
    assert row is not None
    return int(row[0]), int(row[1] or 0)


def _saved(edges: DataFrame) -> DataFrame:
    """Written to the checkpoint folder, so that losing an executor does not repeat earlier rounds, and plans stay short."""
    return saved(edges)
