"""A search from records to verified pairs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable

import numpy as np
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .audit import true_neighbors
from .band_buckets import BandBuckets, find_buckets
from .bucket_pairs import Large
from .candidates import Found, find_candidates
from .copies import collapse
from .dedup import chosen_removals, dedup_here, dedup_tables, write_removed
from .inputs import Side
from .large import compare_with_hubs, large_buckets, large_positions, sets_at
from .match_large import LargeMatching
from .prefix_lists import find_lists
from .records import Records
from .settings import Comparison, Sides, Sketching, held_pairs
from .sketched import within
from .survive_here import FoundPairs
from .tables import numbered_lines
from .verify import judge, judge_wide, verify
from .verify_here import ChosenSets, HeldCandidates, collected_pairs, compare_here, documents_of
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
        self._only_texts = request.get("onlyTexts", False)
        self._also_within = request.get("alsoWithin", False)
        self._held: list[Any] = []
        self._kept: list[DataFrame] = []
        self._large: dict[str, Large] = {}
        self._bands: BandBuckets | None = None
        #: The verified pairs: in this process unless they are too many, or some documents are in large buckets.
        self.found: FoundPairs | None = None
        self.pairs: DataFrame | None = None
        self._chosen: ChosenSets | None = None
        self._held_pairs = held_pairs(spark)

    def run(self) -> dict[str, Any]:
        plan, sides = self._plan, self._sides
        self._on_progress("sketch", 0, 1, 0)
        self._sketching = Sketching.of_plan(plan, self._layout)
        self._comparison = Comparison.of_plan(plan)
        self.records = self._hold(Records(self._spark, sides, self._sketching, only_texts=self._only_texts))
        if self._stops_at_bad and self.records.bad:
            return {**self._counts(), "isStopped": True}
        self.copies = collapse(self._spark, self.records)
        if self._stops_at_bad and (self.records.bad or self.records.repeated):
            return {**self._counts(), "isStopped": True}
        found = self._counts() | {"identical": self.copies.identical, "equal": self.copies.equal}
        if len(sides) > 1:
            identical, equal = self.copies.known
            found["known"] = {"identical": identical, "equal": equal}
        self._on_progress("sketch", 1, 1, self._documents)
        self._on_progress("band", 0, 1, self._documents)
        self._find_buckets()
        self._on_progress("band", 1, 1, self._documents)
        return found

    def _counts(self) -> dict[str, Any]:
        """What is known about the records."""
        counts = [self.records.counts(side) for side in self._sides]
        self._documents = sum(count.documents for count in counts)
        return {
            "count": self.records.count,
            "boundary": self.records.boundary,
            "sides": [count.__dict__ for count in counts],
            "unicodeFallbacks": self.records.unicode_fallbacks,
            "files": [[] if opened.side.is_listed else opened.files for opened in self.records.opened],
        }

    def match(self, request: dict[str, Any]) -> dict[str, Any]:
        """Finds the candidates and verifies them. Says how many of each there are."""
        self._on_progress("verify", 0, 1, self._documents)
        oversized = request["oversized"]
        if oversized if self._is_exact else self._large:
            compared, verified = self._match_large(oversized)
        else:
            candidates = self._candidates()
            compared = candidates.count
            if isinstance(candidates, Found):
                verified = verify(candidates.pairs, self.copies.distinct, self._comparison, self._wanted())
            else:
                self.found = self._verified_here(candidates.pairs)
        if self.found is None:
            self.pairs = verified.persist(StorageLevel.MEMORY_AND_DISK)
            pairs = self.pairs.count()
            if pairs > 0 and not self.pairs.where("is_wide").isEmpty():
                uncorrected, self.pairs = self.pairs, self._corrected(self.pairs)
                try:
                    pairs = self.pairs.count()
                finally:
                    uncorrected.unpersist()
        else:
            pairs = len(self.found.a)
        self._let_go()
        self._on_progress("verify", 1, 1, self._documents)
        # What an exact search compares is up to the engine, so only the similar pairs count as candidates.
        return {"candidates": pairs if self._is_exact else compared, "compared": compared, "pairs": pairs}

    def _candidates(self) -> Found | HeldCandidates:
        """The candidates, in this process unless they are too many."""
        if self._bands is not None and self._bands.pairs <= self._held_pairs:
            return HeldCandidates(self._bands.distinct_pairs(self._relations().values()))
        if self._is_exact:
            lists: BandBuckets = self._hold(find_lists(self._spark, self.records, self.copies, self._comparison, self._relations()))
            if lists.pairs <= self._held_pairs:
                return HeldCandidates(lists.distinct_pairs(self._relations().values()))
            buckets = self._keep(lists.table())
        else:
            buckets = self._buckets
        candidates: Found = self._hold(find_candidates(buckets, self._wanted()))
        if candidates.count > self._held_pairs:
            return candidates
        return HeldCandidates(collected_pairs(candidates.pairs))

    def _verified_here(self, candidates: Any) -> FoundPairs:
        compared = self._compared(candidates)
        a, b, similarity, is_wide, size_a, size_b = judge(*compared, self._comparison, self._wanted())
        if is_wide.any():
            wide = self._spark.createDataFrame(list(zip(a[is_wide].tolist(), b[is_wide].tolist())), "a bigint, b bigint")
            judged = judge_wide(compare_wide(wide, self._lines(), self._sketching), self._comparison).collect()
            more = [np.array([row[i] for row in judged], np.float64 if i == 2 else np.int64) for i in (0, 1, 2, 4, 5)]
            kept = [column[~is_wide] for column in (a, b, similarity, size_a, size_b)]
            a, b, similarity, size_a, size_b = (np.concatenate(both) for both in zip(kept, more))
        order = np.lexsort((b, a))
        return FoundPairs(*(column[order] for column in (a, b, similarity, size_a, size_b)))

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

    def compare(self, pairs: Any) -> tuple[Any, ...]:
        """The overlap of any two documents, and their sizes: a, b, overlap, size of a, size of b.

        Args:
            pairs: as ``collected_pairs`` returns them.
        """
        compared = self._compared(pairs)
        a, b, _, size_a, size_b = compared
        is_wide = (size_a >= WIDE_FROM) & (size_b >= WIDE_FROM)
        if not is_wide.any():
            return compared
        wide = self._spark.createDataFrame(list(zip(a[is_wide].tolist(), b[is_wide].tolist())), "a bigint, b bigint")
        rows = compare_wide(wide, self._lines(), self._sketching).collect()
        more = [np.array([row[i] for row in rows], np.int64) for i in range(5)]
        return tuple(np.concatenate([column[~is_wide], other]) for column, other in zip(compared, more))

    def _compared(self, pairs: Any) -> tuple[Any, Any, Any, Any, Any]:
        if len(pairs) == 0:
            return (np.empty(0, np.int64),) * 5
        context, documents = self._spark.sparkContext, documents_of(pairs)
        # Pairs that are compared later are mostly of documents that were candidates.
        if self._chosen is None or not within(self._chosen.positions, documents).all():
            self._chosen = self._hold(ChosenSets.of(context, self.records, documents))
        return compare_here(context, self._chosen, pairs)

    def audit(self, sampled: list[int]) -> list[Any]:
        return true_neighbors(self._spark.sparkContext, self.records, self.copies, sampled, self._comparison)

    def dedup(self, request: dict[str, Any]) -> dict[str, Any]:
        """Writes the kept and removed documents of the first side, and returns how many there are."""
        own, is_directed = self._sides[0], not self._comparison.is_symmetric
        known = (self._spark, request, self.records.opened[0], self.records)
        if request["isChosen"]:
            removed = write_removed(*known, chosen_removals(request["columns"]))
        elif self.found is not None:
            removed = dedup_here(*known, self.copies, self.found, self._wanted(), is_directed=is_directed)
        else:
            assert self.pairs is not None
            removed = dedup_tables(*known, self.copies, self.pairs, self._wanted(), is_directed=is_directed)
        self._let_go()
        return {"removed": removed, "kept": self.records.counts(own).documents - removed}

    def _corrected(self, pairs: DataFrame) -> DataFrame:
        """The pairs, with those of long documents corrected by wide hashes."""
        compared = compare_wide(pairs.where("is_wide"), self._lines(), self._sketching)
        return pairs.where("not is_wide").union(judge_wide(compared, self._comparison)).persist(StorageLevel.MEMORY_AND_DISK)

    def _lines(self) -> list[tuple[Side, DataFrame]]:
        return [(opened.side, numbered_lines(self._spark, opened, self.records.numbering)) for opened in self.records.opened]

    def release(self) -> None:
        if self.pairs is not None:
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

    def _find_buckets(self) -> None:
        """Groups documents into buckets, and finds the documents of large ones, of each relation that has some."""
        if not self._needs_buckets:
            return
        relations = self._relations()
        buckets: BandBuckets = self._hold(find_buckets(self._spark, self.records, self.copies, self._layout["bands"], relations))
        if buckets.large or (not self._is_exact and buckets.pairs > self._held_pairs):
            self._buckets = self._keep(buckets.table())
        self._large = {name: Large(large_positions(large_buckets(self._buckets, relations[name]))) for name in buckets.large}
        self._bands = None if self._is_exact else buckets

    def _match_large(self, oversized: dict[str, Any]) -> tuple[int, DataFrame]:
        """The number of candidates, and the verified pairs, if some documents are in large buckets."""
        relations = self._relations()
        large = {name: self._large.get(name, Large()) for name in relations}
        large |= {name: large[name].with_oversized(found) for name, found in oversized.items()}
        matching = LargeMatching(self._spark, self._buckets, self.copies.distinct, relations, large, self._comparison, self._keep)
        if self._is_exact:
            return matching.exactly()
        return matching.by_buckets(self._plan.get("keepPairsFrom", self._comparison.threshold))

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

    def _wanted(self) -> Sides:
        is_across = len(self._sides) > 1
        return Sides(
            self.records.boundary,
            is_within=not is_across or self._also_within,
            is_across=is_across,
            is_marked=not self._comparison.is_symmetric,
        )
