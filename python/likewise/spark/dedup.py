"""Chooses survivors, and writes the kept and removed documents of the first side."""

from __future__ import annotations

from typing import Any

import numpy as np
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .copies import Copies
from .inputs import Opened
from .records import Records
from .replacing import Replacing
from .settings import Sides
from .survive_here import FoundPairs, removed_here
from .survivors import Removed, rank_documents, remove_known, remove_similar, with_copies, with_known_copies
from .tables import is_lines_file, numbered_lines, numbered_rows, removed_rows, write_removed_table, write_table
from .write_here import described_here, kept_here


def dedup_here(
    spark: SparkSession, request: dict[str, Any], own: Opened, records: Records, copies: Copies, pairs: FoundPairs, sides: Sides, *, is_directed: bool
) -> int:
    """Removes documents in this process, which holds the pairs, and returns how many."""
    removed = removed_here(
        records, copies, pairs, request["survivor"], is_directed=is_directed, is_within=sides.is_within, is_across=sides.is_across
    )
    return write_removed(spark, request, own, records, removed)


def chosen_removals(columns: dict[str, Any]) -> Removed:
    """What the program that submitted this one has decided to remove."""
    positions, survivors = (columns[name].astype(np.int64) for name in ("positions", "survivors"))
    return Removed(positions, survivors, columns["similarities"])


def write_removed(spark: SparkSession, request: dict[str, Any], own: Opened, records: Records, removed: Removed) -> int:
    """Writes the kept and the removed documents, and returns how many are removed."""
    if request.get("kept") is not None:
        lines = numbered_lines(spark, own, records.numbering)
        left_out = np.array([row["position"] for row in (*records.bad, *records.repeated)], np.int64)
        gone = np.unique(np.concatenate([left_out, removed.positions]))
        rows = _rows_to_keep(own, records, request["kept"])
        with Replacing(spark, overwrite=request["overwrite"]) as replacing:
            _write_kept(kept_here(spark, lines if rows is None else rows, gone), own, request["kept"], replacing, is_lines=rows is None)
            described = described_here(spark, records, lines, removed, is_json=is_lines_file(request["removed"]))
            write_removed_table(described, request["removed"], replacing)
    return len(removed.positions)


def dedup_tables(
    spark: SparkSession, request: dict[str, Any], own: Opened, records: Records, copies: Copies, found: DataFrame, sides: Sides, *, is_directed: bool
) -> int:
    """Removes documents in steps that are made of tables, and returns how many."""
    groups, boundary = copies.groups, records.boundary
    ranks = rank_documents(records.documents(), groups, request["survivor"])
    within = found.select("a", "b", "similarity").where((F.col("a") < boundary) & (F.col("b") < boundary))
    if not sides.is_across:
        removed = remove_similar(within, ranks, is_directed=is_directed)
    else:
        removed = remove_known(found, boundary)
        if sides.is_within:
            known = removed.select("position")
            left = within
            for name in "ab":
                left = left.join(known.select(F.col("position").alias(name)), name, "left_anti")
            removed = removed.union(remove_similar(left, ranks, is_directed=is_directed))
    # Copies are removed in favor of each other only if pairs within the input are searched for.
    all_removed = with_copies(removed, groups, ranks) if sides.is_within else with_known_copies(removed, groups)
    all_removed = all_removed.persist(StorageLevel.MEMORY_AND_DISK)
    try:
        count = all_removed.count()
        if request.get("kept") is not None:
            lines = numbered_lines(spark, own, records.numbering)
            left = records.good(own.side).select("position").join(all_removed.select("position"), "position", "left_anti")
            rows = _rows_to_keep(own, records, request["kept"])
            kept = (lines if rows is None else rows).join(left, "position", "left_semi").drop("position")
            with Replacing(spark, overwrite=request["overwrite"]) as replacing:
                _write_kept(kept, own, request["kept"], replacing, is_lines=rows is None)
                described = removed_rows(all_removed, records, lines, is_json=is_lines_file(request["removed"]))
                write_removed_table(described, request["removed"], replacing)
        return count
    finally:
        all_removed.unpersist()


def _rows_to_keep(own: Opened, records: Records, target: str) -> DataFrame | None:
    """The rows of a table with their columns, so that values stay as they are; None if lines of JSON are kept."""
    return numbered_rows(own, records.numbering) if own.is_table and not is_lines_file(target) else None


def _write_kept(kept: DataFrame, own: Opened, target: str, replacing: Replacing, *, is_lines: bool) -> None:
    if not is_lines:
        assert own.rows is not None
        kept = kept.toDF(*own.rows.columns)
    write_table(kept, target, replacing, is_lines=is_lines)
