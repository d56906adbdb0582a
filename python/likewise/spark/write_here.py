"""Writes kept and removed documents where this process knows which are removed: each record is looked up while it is read again."""

from __future__ import annotations

import json
from typing import Any, Iterator

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from .records import Records
from .sketched import Ints, within
from .survive_here import Removed

Batches = Iterator[pa.RecordBatch]

_REMOVED = "position bigint, id string, survivor string, against boolean, similarity double, reason string, document string"
_NAMES = ["position", "id", "survivor", "against", "similarity", "reason", "document"]


def kept_lines(spark: SparkSession, lines: DataFrame, gone: Ints) -> DataFrame:
    """The lines of all records except some, at ascending positions."""
    known = spark.sparkContext.broadcast(gone)

    def keep(batches: Batches) -> Batches:
        for batch in batches:
            kept = batch.filter(pa.array(~within(known.value, batch.column("position").to_numpy())))
            yield pa.RecordBatch.from_arrays([kept.column("line")], names=["line"])

    return lines.mapInArrow(keep, "line string")


def removed_lines(spark: SparkSession, records: Records, lines: DataFrame, removed: list[Removed]) -> DataFrame:
    """Removed documents with their ids, the survivor, the reason and the record."""
    known = spark.sparkContext.broadcast(_described(records, removed))
    positions = spark.sparkContext.broadcast(np.array(sorted(known.value), np.int64))

    def describe(batches: Batches) -> Batches:
        for batch in batches:
            chosen = batch.filter(pa.array(within(positions.value, batch.column("position").to_numpy())))
            if chosen.num_rows == 0:
                continue
            found = [known.value[position] for position in chosen.column("position").to_pylist()]
            columns = [pa.array(column) for column in zip(*found)]
            yield pa.RecordBatch.from_arrays([chosen.column("position"), *columns, chosen.column("line")], names=_NAMES)

    return lines.mapInArrow(describe, _REMOVED)


def _described(records: Records, removed: list[Removed]) -> dict[int, tuple[str, str, bool, float, str]]:
    """The id, the survivor, whether that is one to compare with, the similarity and the reason, by position."""
    positions = np.unique(np.array([position for row in removed for position in row[:2]], np.int64))
    facts = {row["position"]: row for row in records.facts_at(positions)} if removed else {}
    named = records.named_sides()

    def name(position: int) -> str:
        row = facts[position]
        if row["side"] not in named:
            return str(position)
        value: str = row["id"]
        return str(json.loads(value)) if value.startswith('"') else value

    def reason(one: dict[str, Any], other: dict[str, Any], similarity: float) -> str:
        if similarity < 1:
            return "similar"
        if one["text_hash"] == other["text_hash"]:
            return "identical"
        return "equal" if one["content"] == other["content"] else "similar"

    return {
        position: (
            name(position),
            name(survivor),
            facts[survivor]["side"] == 1,
            similarity,
            reason(facts[position], facts[survivor], similarity),
        )
        for position, survivor, similarity in removed
    }
