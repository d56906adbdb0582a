"""The true neighbors of sampled documents: every document is compared with all of them, exactly."""

from __future__ import annotations

from typing import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .sets import flatten, reaches
from .settings import Comparison

Batches = Iterator[pa.RecordBatch]


def true_neighbors(distinct: DataFrame, sampled: list[int], comparison: Comparison) -> DataFrame:
    """Pairs of a sampled document and any other that match in either direction: sampled, other, overlap and both sizes."""
    rows = distinct.where(F.col("position").isin(sampled)).select("position", "elements").collect()
    sets = {row.position: np.frombuffer(bytes(row.elements), np.uint32) for row in rows}
    schema = "sampled bigint, other bigint, overlap bigint, size_sampled bigint, size_other bigint"
    return distinct.select("position", "elements").mapInArrow(_prober(sets, comparison), schema)


def _prober(sets: dict[int, npt.NDArray[np.uint32]], comparison: Comparison) -> Callable[[Batches], Batches]:
    def run(batches: Batches) -> Batches:
        positions = np.array(sorted(sets), np.int64)
        sizes = np.array([len(sets[position]) for position in positions.tolist()], np.int64)
        elements = np.concatenate([sets[position] for position in positions.tolist()] or [np.empty(0, np.uint32)])
        owners = np.repeat(np.arange(len(positions)), sizes)
        order = np.argsort(elements, kind="stable")
        elements, owners = elements[order], owners[order]
        for batch in batches:
            for start in range(0, batch.num_rows, 256):
                yield _probe(batch.slice(start, 256), positions, sizes, elements, owners, comparison)

    return run


def _probe(
    batch: pa.RecordBatch,
    positions: npt.NDArray[np.int64],
    sizes: npt.NDArray[np.int64],
    elements: npt.NDArray[np.uint32],
    owners: npt.NDArray[np.int64],
    comparison: Comparison,
) -> pa.RecordBatch:
    own_sizes, own_elements = flatten(batch.column("elements"))
    rows = np.repeat(np.arange(len(own_sizes)), own_sizes)
    first = np.searchsorted(elements, own_elements, side="left")
    counts = np.searchsorted(elements, own_elements, side="right") - first
    # For each element of the sampled documents: the document, and each sampled document that has the element.
    at = np.repeat(first, counts) + np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    keys, overlap = np.unique(np.repeat(rows, counts) * len(positions) + owners[at], return_counts=True)
    row, number = np.divmod(keys, max(1, len(positions)))
    size_sampled, size_other = sizes[number], own_sizes[row]
    matches = reaches(comparison, overlap, size_sampled, size_other)
    if not comparison.is_symmetric:
        matches |= reaches(comparison, overlap, size_other, size_sampled)
    others = batch.column("position").to_numpy()[row]
    columns = [positions[number], others, overlap.astype(np.int64), size_sampled, size_other]
    names = ["sampled", "other", "overlap", "size_sampled", "size_other"]
    return pa.RecordBatch.from_arrays([pa.array(column[matches]) for column in columns], names=names)
