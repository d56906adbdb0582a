"""A search from records to verified pairs."""

from __future__ import annotations

from typing import Any, Callable

from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .audit import true_neighbors
from .candidates import Sides, band_buckets, find_candidates, frequent_elements, prefix_buckets
from .copies import collapse, known_copies
from .inputs import Side
from .records import Records
from .settings import Comparison, Sketching
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
        self._stops_at_bad = request["onError"] == "stop"
        self._also_within = request.get("alsoWithin", False)
        self._held: list[Any] = []

    def run(self) -> dict[str, Any]:
        plan, sides = self._plan, self._sides
        self._on_progress("sketch", 0, 1, 0)
        self._sketching = Sketching.of_plan(plan)
        self._has_long = False
        self.records = self._hold(Records(self._spark, sides, self._sketching))
        counts = [self.records.counts(side) for side in sides]
        documents = sum(count.documents for count in counts)
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
        wanted = self._wanted()
        candidates = self._hold(find_candidates(self._buckets(), wanted))
        self._on_progress("band", 1, 1, documents)
        self._on_progress("verify", 0, 1, documents)
        verified = verify(candidates.pairs, self.copies.distinct, self._comparison, wanted)
        self.pairs = verified.persist(StorageLevel.MEMORY_AND_DISK)
        pairs = self.pairs.count()
        if pairs > 0 and not self.pairs.where("is_wide").isEmpty():
            self.pairs = self._corrected(self.pairs)
            pairs = self.pairs.count()
        self._on_progress("verify", 1, 1, documents)
        return {
            **found,
            "candidates": candidates.count,
            "pairs": pairs,
            "largestBucket": candidates.largest,
            "oversizedBuckets": candidates.oversized,
        }

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
        is_directed = not self._comparison.is_symmetric
        within = self.pairs.select("a", "b", "similarity").where((F.col("a") < boundary) & (F.col("b") < boundary))
        if len(self._sides) == 1:
            removed = remove_similar(within, ranks, is_directed=is_directed)
        else:
            removed = remove_known(self.pairs, boundary)
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
        for held in self._held:
            held.release()

    def _hold(self, held: Any) -> Any:
        self._held.append(held)
        return held

    def _buckets(self) -> DataFrame:
        if self._plan["method"] == "bands":
            return band_buckets(self.copies.distinct)
        frequent = frequent_elements(self.copies.distinct)
        return prefix_buckets(self.copies.distinct, self._comparison, frequent)

    def _wanted(self) -> Sides:
        is_across = len(self._sides) > 1
        return Sides(
            self.records.boundary,
            is_within=not is_across or self._also_within,
            is_across=is_across,
            is_marked=not self._comparison.is_symmetric,
        )
