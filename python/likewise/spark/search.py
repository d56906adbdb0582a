"""A search from records to verified pairs."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any, Callable

from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .audit import true_neighbors
from .bucket_pairs import MAX_BUCKET_PAIRS, NONE, Large
from .candidates import band_buckets, find_candidates, frequent_elements, prefix_buckets
from .copies import collapse, known_copies
from .inputs import Side
from .large import (
    bucket_pairs,
    compare_with_hubs,
    connecting_pairs,
    documents_at,
    large_buckets,
    large_positions,
    pairs_among,
    pairs_of_buckets,
    sets_at,
)
from .records import Records
from .settings import Comparison, Sides, Sketching
from .survivors import rank_documents, remove_known, remove_similar, with_copies, with_known_copies
from .tables import numbered_lines, removed_rows, write_table
from .verify import compare, judge_wide, verify
from .wide import WIDE_FROM, compare_wide

#: Called with a stage of the contract, how much is done out of how much, and the number of documents read so far.
OnProgress = Callable[[str, int, int, int], None]


class Search:
    """Keeps what was read and found until it is released: audits, comparisons and survivors need it again."""

    def __init__(self, spark: SparkSession, sides: list[Side], request: dict[str, Any], on_progress: OnProgress) -> None:
        self._spark, self._sides, self._on_progress = spark, sides, on_progress
        self._plan = request["plan"]
        self._is_exact = self._plan["method"] == "exact"
        self._layout = request["buckets"]
        self._stops_at_bad = request["onError"] == "stop"
        self._also_within = request.get("alsoWithin", False)
        self._held: list[Any] = []
        self._kept: list[DataFrame] = []
        self._large: dict[str, Large] = {}

    def run(self) -> dict[str, Any]:
        plan, sides = self._plan, self._sides
        self._on_progress("sketch", 0, 1, 0)
        self._sketching = Sketching.of_plan(plan, self._layout)
        self._has_long = False
        self.records = self._hold(Records(self._spark, sides, self._sketching))
        counts = [self.records.counts(side) for side in sides]
        documents = self._documents = sum(count.documents for count in counts)
        found: dict[str, Any] = {
            "count": self.records.count,
            "boundary": self.records.boundary,
            "sides": [count.__dict__ for count in counts],
            "bad": self.records.bad,
            "repeated": self.records.repeated,
            "files": [[] if side.is_listed else files for side, files in zip(sides, self.records.files)],
        }
        if self._stops_at_bad and (self.records.bad or self.records.repeated):
            return {**found, "isStopped": True}
        self._on_progress("sketch", 1, 1, documents)
        self.copies = self._hold(collapse(self.records.documents()))
        found |= {"identical": self.copies.identical, "equal": self.copies.equal}
        if len(sides) > 1:
            identical, equal = known_copies(self.records.documents())
            found["known"] = {"identical": identical, "equal": equal}
        self._on_progress("band", 0, 1, documents)
        self._comparison = Comparison.of_plan(plan)
        if self._needs_buckets:
            self._buckets = self._keep(band_buckets(self.copies.distinct))
            self._large = self._find_large()
        self._on_progress("band", 1, 1, documents)
        return found

    def match(self, request: dict[str, Any]) -> dict[str, Any]:
        """Finds the candidates and verifies them. Says how many of each there are."""
        self._on_progress("verify", 0, 1, self._documents)
        oversized = request["oversized"]
        if self._is_exact and oversized:
            compared, verified = self._match_exactly(oversized)
        elif self._is_exact or not self._large:
            buckets = self._prefix_lists() if self._is_exact else self._buckets
            candidates = self._hold(find_candidates(buckets, self._wanted()))
            compared, verified = candidates.count, verify(candidates.pairs, self.copies.distinct, self._comparison, self._wanted())
        else:
            compared, verified = self._match_large(oversized)
        self.pairs = verified.persist(StorageLevel.MEMORY_AND_DISK)
        pairs = self.pairs.count()
        if pairs > 0 and not self.pairs.where("is_wide").isEmpty():
            self.pairs = self._corrected(self.pairs)
            pairs = self.pairs.count()
        self._let_go()
        self._on_progress("verify", 1, 1, self._documents)
        # What an exact search compares is up to the engine, so only the similar pairs count as candidates.
        return {"candidates": pairs if self._is_exact else compared, "compared": compared, "pairs": pairs}

    @property
    def large_buckets(self) -> dict[str, DataFrame]:
        """The large buckets of each relation that has some."""
        return {name: large_buckets(self._buckets, self._relations()[name]) for name in self._large}

    def compare_with_hubs(self, relation: str, hubs: list[int], first: int, end: int) -> DataFrame:
        """Compares the documents of large buckets from one position to before another with hubs."""
        positions = self._large[relation].positions
        compared = positions[(positions >= first) & (positions < end)]
        return compare_with_hubs(self.copies.distinct, compared, hubs, self._comparison)

    def sets(self, positions: list[int]) -> list[tuple[int, Any]]:
        return sets_at(self.copies.distinct, positions)

    def compare(self, pairs: list[list[int]]) -> DataFrame:
        rows = self._spark.createDataFrame([tuple(pair) for pair in pairs], "a bigint, b bigint")
        compared = compare(rows, self.copies.distinct)
        is_wide = (F.col("size_a") >= WIDE_FROM) & (F.col("size_b") >= WIDE_FROM)
        if not self._has_long:
            return compared
        return compared.where(~is_wide).union(compare_wide(compared.where(is_wide), self._lines(), self._sketching))

    def audit(self, sampled: list[int]) -> DataFrame:
        return true_neighbors(self.copies.distinct, sampled, self._comparison)

    def dedup(self, request: dict[str, Any]) -> dict[str, Any]:
        """Writes the kept and removed documents of the first side, and returns how many there are."""
        documents, groups, boundary = self.records.documents(), self.copies.groups, self.records.boundary
        ranks = rank_documents(documents, groups, request["survivor"])
        found = self._with_unlisted()
        is_directed = not self._comparison.is_symmetric
        within = found.select("a", "b", "similarity").where((F.col("a") < boundary) & (F.col("b") < boundary))
        if len(self._sides) == 1:
            removed = remove_similar(within, ranks, is_directed=is_directed)
        else:
            removed = remove_known(found, boundary)
            if self._also_within:
                known = removed.select("position").persist()
                left = within
                for side in "ab":
                    left = left.join(known.select(F.col("position").alias(side)), side, "left_anti")
                removed = removed.union(remove_similar(left, ranks, is_directed=is_directed))
        # Copies are removed in favor of each other only if pairs within the input are searched for.
        is_within = self._wanted().is_within
        all_removed = with_copies(removed, groups, ranks) if is_within else with_known_copies(removed, groups)
        all_removed = all_removed.persist(StorageLevel.MEMORY_AND_DISK)
        count = all_removed.count()
        if request.get("kept") is not None:
            self._write(request, all_removed)
        all_removed.unpersist()
        self._let_go()
        return {"removed": count, "kept": self.records.counts(self._sides[0]).documents - count}

    def _corrected(self, pairs: DataFrame) -> DataFrame:
        """The pairs, with those of long documents corrected by wide hashes."""
        self._has_long = True
        compared = compare_wide(pairs.where("is_wide"), self._lines(), self._sketching)
        return pairs.where("not is_wide").union(judge_wide(compared, self._comparison)).persist(StorageLevel.MEMORY_AND_DISK)

    def _lines(self) -> list[tuple[Side, DataFrame]]:
        return [(side, numbered_lines(self._spark, side, self.records.blocks_of(side))) for side in self._sides]

    def _write(self, request: dict[str, Any], removed: DataFrame) -> None:
        side = self._sides[0]
        lines = numbered_lines(self._spark, side, self.records.blocks_of(side))
        names = self.records.named_sides()
        kept = self.records.good(side).select("position").join(removed.select("position"), "position", "left_anti")
        write_table(lines.join(kept, "position", "left_semi").select("line"), request["kept"], overwrite=request["overwrite"])
        rows = removed_rows(removed, self.records.numbered, lines, names)
        write_table(rows, request["removed"], overwrite=request["overwrite"])

    def release(self) -> None:
        if hasattr(self, "pairs"):
            self.pairs.unpersist()
        self._let_go()
        for held in self._held:
            held.release()

    def _hold(self, held: Any) -> Any:
        self._held.append(held)
        return held

    def _keep(self, rows: DataFrame) -> DataFrame:
        """Keeps rows that are needed several times until pairs are found."""
        self._kept.append(rows.persist(StorageLevel.MEMORY_AND_DISK))
        return rows

    def _let_go(self) -> None:
        for rows in self._kept:
            rows.unpersist()
        self._kept = []

    def _find_large(self) -> dict[str, Large]:
        """The documents of large buckets, of each relation that has some."""
        relations = self._relations()
        counts = self._buckets.agg(*(F.sum((bucket_pairs(sides) > MAX_BUCKET_PAIRS).cast("long")) for sides in relations.values()))
        found = counts.head()
        assert found is not None
        return {
            name: Large(large_positions(large_buckets(self._buckets, sides)))
            for (name, sides), count in zip(relations.items(), found)
            if count
        }

    def _match_large(self, oversized: dict[str, Any]) -> tuple[int, DataFrame]:
        """The number of candidates, and the verified pairs, of each relation and of all together."""
        counts, parts = [], []
        distinct = self.copies.distinct
        for name, sides in self._relations().items():
            large = self._large.get(name, Large())
            if name in oversized:
                large = self._large[name] = large.with_oversized(oversized[name])
            ordinary = self._keep(pairs_of_buckets(self._spark, self._buckets, sides, large))
            counts.append(ordinary.count())
            parts.append(verify(ordinary, distinct, self._comparison, sides))
            if len(large.positions) == 0:
                continue
            among = documents_at(distinct, large.positions)
            joined = self._keep(pairs_among(among, self._kept_comparison(), sides, large.oversized, self._keep))
            # Only the similar ones count as candidates: an exact search may compare any others.
            found = self._keep(verify(joined, distinct, self._kept_comparison(), sides))
            counts.append(found.count())
            is_same = self._kept_comparison() == self._comparison
            parts.append(found if is_same else verify(joined, distinct, self._comparison, sides))
        return sum(counts), reduce(DataFrame.union, parts)

    def _match_exactly(self, oversized: dict[str, Any]) -> tuple[int, DataFrame]:
        """The same for an exact search: all documents are compared, except two oversized ones that nothing connects."""
        counts, parts = [], []
        distinct = self.copies.distinct
        for name, sides in self._relations().items():
            large = self._large.get(name, Large())
            if name in oversized:
                large = self._large[name] = large.with_oversized(oversized[name])
            connecting = self._keep(connecting_pairs(self._spark, self._buckets, sides, large))
            others = self._keep(pairs_among(distinct, self._comparison, sides, large.oversized, self._keep))
            for pairs in (connecting, others):
                counts.append(pairs.count())
                parts.append(verify(pairs, distinct, self._comparison, sides))
        return sum(counts), reduce(DataFrame.union, parts)

    def _kept_comparison(self) -> Comparison:
        return Comparison(self._comparison.similarity, self._plan.get("keepPairsFrom", self._comparison.threshold))

    def _with_unlisted(self) -> DataFrame:
        """The verified pairs with those of two oversized documents, which no list has."""
        pairs = self.pairs.select("a", "b", "similarity")
        with_oversized = {name: large for name, large in self._large.items() if len(large.oversized) > 0}
        if not with_oversized:
            return pairs
        for name, large in with_oversized.items():
            sides = self._relations()[name]
            among = documents_at(self.copies.distinct, large.oversized)
            more = pairs_among(among, self._comparison, sides, NONE, self._keep)
            verified = verify(more, self.copies.distinct, self._comparison, sides)
            pairs = pairs.union(verified.select("a", "b", "similarity"))
        return self._keep(pairs.distinct())

    def _relations(self) -> dict[str, Sides]:
        """The pairs to search for: those within the first side, and those across the two."""
        wanted = self._wanted()
        within = {"within": replace(wanted, is_across=False)} if wanted.is_within else {}
        across = {"across": replace(wanted, is_within=False)} if wanted.is_across else {}
        return within | across

    @property
    def _needs_buckets(self) -> bool:
        """An exact search needs them only if groups may be larger than the limit."""
        return not self._is_exact or (self._layout is not None and self._documents > self._plan["maxGroup"])

    def _prefix_lists(self) -> DataFrame:
        frequent = frequent_elements(self.copies.distinct)
        return self._keep(prefix_buckets(self.copies.distinct, self._comparison, frequent))

    def _wanted(self) -> Sides:
        is_across = len(self._sides) > 1
        return Sides(
            self.records.boundary,
            is_within=not is_across or self._also_within,
            is_across=is_across,
            is_marked=not self._comparison.is_symmetric,
        )
