"""Turns candidates into pairs with their true similarity, computed from their sets of shingles."""

from __future__ import annotations

from typing import Any, Callable, Iterator

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame

from .batches import map_batches
from .sets import Ints, overlaps, reaches, reported
from .settings import Comparison, Sides
from .wide import WIDE_FROM, hidden_overlap

Batches = Iterator[pa.RecordBatch]

PAIRS = "a bigint, b bigint, similarity double, is_wide boolean, size_a bigint, size_b bigint"
PAIR_NAMES = ["a", "b", "similarity", "is_wide", "size_a", "size_b"]


def verify(candidates: DataFrame, distinct: DataFrame, comparison: Comparison, sides: Sides) -> DataFrame:
    """The pairs that reach the threshold; with a direction, both (a, b) and (b, a) can occur."""
    return map_batches(_with_sets(candidates, distinct), _verifier(comparison, sides), PAIRS)


def judge_wide(compared: DataFrame, comparison: Comparison) -> DataFrame:
    """The pairs of long documents that reach the threshold by wide hashes."""

    def run(batches: Batches) -> Batches:
        for batch in batches:
            a, b, overlap, size_a, size_b = (batch.column(i).to_numpy() for i in range(5))
            kept = reaches(comparison, overlap, size_a, size_b)
            values = reported(comparison, overlap[kept], size_a[kept], size_b[kept])
            columns = [a[kept], b[kept], values, np.ones(int(kept.sum()), np.bool_), size_a[kept], size_b[kept]]
            yield pa.RecordBatch.from_arrays([pa.array(column) for column in columns], names=PAIR_NAMES)

    return map_batches(compared, run, PAIRS)


def _with_sets(pairs: DataFrame, distinct: DataFrame) -> DataFrame:
    sets = distinct.select("position", "elements")
    left = sets.withColumnsRenamed({"position": "a", "elements": "left"})
    right = sets.withColumnsRenamed({"position": "b", "elements": "right"})
    return pairs.select("a", "b").join(left, "a").join(right, "b").select("a", "b", "left", "right")


def _verifier(comparison: Comparison, sides: Sides) -> Callable[[Batches], Batches]:
    def run(batches: Batches) -> Batches:
        for batch in batches:
            if batch.num_rows > 0:
                yield _pairs_of(batch, comparison, sides)

    return run


def _pairs_of(batch: pa.RecordBatch, comparison: Comparison, sides: Sides) -> pa.RecordBatch:
    a, b = (batch.column(name).to_numpy() for name in ("a", "b"))
    columns = judge(a, b, *overlaps(batch.column("left"), batch.column("right")), comparison, sides)
    return pa.RecordBatch.from_arrays([pa.array(column) for column in columns], names=PAIR_NAMES)


def judge(a: Ints, b: Ints, overlap: Ints, size_a: Ints, size_b: Ints, comparison: Comparison, sides: Sides) -> list[Any]:
    """The columns of the pairs that reach the threshold: those of ``PAIRS``."""
    is_wide = (size_a >= WIDE_FROM) & (size_b >= WIDE_FROM)
    # Pairs of long documents are judged by wide hashes later (`judge_wide`); until then, hidden shingles count as shared.
    possible = overlap
    if is_wide.any():
        smaller = np.minimum(size_a, size_b)
        hidden = np.array([hidden_overlap(size) for size in smaller.tolist()], np.int64)
        # They also hide some of the size, so that the overlap may exceed the number of hashes.
        possible = np.where(is_wide, overlap + hidden, overlap)
    kept = reaches(comparison, possible, size_a, size_b)
    columns = [
        a[kept],
        b[kept],
        reported(comparison, overlap[kept], size_a[kept], size_b[kept]),
        is_wide[kept],
        size_a[kept],
        size_b[kept],
    ]
    if not comparison.is_symmetric:
        # Input documents can be contained in those to compare with, not the other way round.
        back = reaches(comparison, possible, size_b, size_a) & (b < sides.boundary)
        values = reported(comparison, overlap[back], size_b[back], size_a[back])
        more = [b[back], a[back], values, is_wide[back], size_b[back], size_a[back]]
        columns = [np.concatenate(both) for both in zip(columns, more)]
    return columns
