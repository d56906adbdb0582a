"""Finds and verifies the pairs of a search in which some documents are in large buckets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Callable

from pyspark.sql import DataFrame, SparkSession

from .bucket_pairs import Large
from .large import connecting_pairs, documents_at, pairs_among, pairs_of_buckets
from .settings import Comparison, Sides
from .verify import verify


@dataclass(frozen=True)
class LargeMatching:
    """What is compared: the documents of each relation, of which some are in large buckets, and of these some oversized."""

    spark: SparkSession
    buckets: DataFrame
    distinct: DataFrame
    relations: dict[str, Sides]
    large: dict[str, Large]
    comparison: Comparison
    #: Keeps rows that are needed several times until pairs are found.
    keep: Callable[[DataFrame], DataFrame]

    def by_buckets(self, kept_from: float) -> tuple[int, DataFrame]:
        """The number of candidates, and the verified pairs, of all relations together.

        Args:
            kept_from: the threshold by which pairs of documents in large buckets count as candidates.
        """
        counts, parts = [], []
        kept_comparison = Comparison(self.comparison.similarity, kept_from)
        for name, sides in self.relations.items():
            large = self.large[name]
            ordinary = self.keep(pairs_of_buckets(self.spark, self.buckets, sides, large))
            counts.append(ordinary.count())
            parts.append(verify(ordinary, self.distinct, self.comparison, sides))
            if len(large.positions) == 0:
                continue
            among = documents_at(self.distinct, large.positions)
            joined = self.keep(pairs_among(among, kept_comparison, sides, large.oversized, self.keep))
            # Only the similar ones count as candidates: an exact search may compare any others.
            found = self.keep(verify(joined, self.distinct, kept_comparison, sides))
            counts.append(found.count())
            is_same = kept_comparison == self.comparison
            parts.append(found if is_same else verify(joined, self.distinct, self.comparison, sides))
        return sum(counts), reduce(DataFrame.union, parts)

    def exactly(self) -> tuple[int, DataFrame]:
        """The same for an exact search: all documents are compared, except two oversized ones that nothing connects."""
        counts, parts = [], []
        for name, sides in self.relations.items():
            large = self.large[name]
            connecting = self.keep(connecting_pairs(self.spark, self.buckets, sides, large))
            others = self.keep(pairs_among(self.distinct, self.comparison, sides, large.oversized, self.keep))
            for pairs in (connecting, others):
                counts.append(pairs.count())
                parts.append(verify(pairs, self.distinct, self.comparison, sides))
        return sum(counts), reduce(DataFrame.union, parts)
