"""The true neighbors of sampled documents: every document is compared with all of them, exactly."""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np
import numpy.typing as npt
from pyspark import SparkContext

from .copies import Copies
from .records import Records
from .sets import reaches, slices
from .settings import Comparison
from .sketched import Sketched, within

#: Elements that documents share with sampled ones, counted at once: common elements are in all of them.
_HITS = 1 << 22

#: sampled, other, overlap, size_sampled, size_other
Columns = list[npt.NDArray[np.int64]]


def true_neighbors(context: SparkContext, records: Records, copies: Copies, sampled: list[int], comparison: Comparison) -> list[Columns]:
    """Pairs of a sampled document and any other that match in either direction: sampled, other, overlap and both sizes."""
    numbering, later = records.numbering, context.broadcast(copies.later)
    wanted = np.array(sorted(sampled), np.int64)

    def sets(batch: Sketched) -> list[tuple[int, Any]]:
        positions = numbering.positions(batch)
        rows = np.flatnonzero(within(wanted, positions)).tolist()
        return [(int(positions[row]), batch.elements[batch.offsets[row] : batch.offsets[row + 1]]) for row in rows]

    known = sorted(records.sketched.flatMap(sets).collect(), key=lambda row: row[0])
    positions = np.array([position for position, _ in known], np.int64)
    sizes = np.array([len(elements) for _, elements in known], np.int64)
    elements = np.concatenate([elements for _, elements in known] or [np.empty(0, np.uint32)])
    order = np.argsort(elements, kind="stable")
    owners = np.repeat(np.arange(len(positions)), sizes)[order]
    probed = context.broadcast((positions, sizes, elements[order], owners))

    def probe(batch: Sketched) -> Iterator[Columns]:
        own = numbering.positions(batch)
        rows = np.flatnonzero(numbering.chosen(batch) & ~within(later.value, own))
        for start in range(0, len(rows), 256):
            chosen = rows[start : start + 256]
            own_sizes = batch.sizes[chosen].astype(np.int64)
            own_elements = slices(batch.offsets[chosen], own_sizes, batch.elements)
            yield _probe(own[chosen], own_sizes, own_elements, *probed.value, comparison)

    found: list[Columns] = records.sketched.flatMap(probe).filter(lambda columns: len(columns[0]) > 0).collect()
    return found


def _probe(
    others: npt.NDArray[np.int64],
    own_sizes: npt.NDArray[np.int64],
    own_elements: npt.NDArray[np.uint32],
    positions: npt.NDArray[np.int64],
    sizes: npt.NDArray[np.int64],
    elements: npt.NDArray[np.uint32],
    owners: npt.NDArray[np.int64],
    comparison: Comparison,
) -> Columns:
    rows = np.repeat(np.arange(len(own_sizes)), own_sizes)
    first = np.searchsorted(elements, own_elements, side="left")
    counts = np.searchsorted(elements, own_elements, side="right") - first
    keys, overlap = np.empty(0, np.int64), np.empty(0, np.int64)
    hits = np.cumsum(counts)
    start = 0
    while start < len(counts):
        done = int(hits[start - 1]) if start > 0 else 0
        end = max(start + 1, int(np.searchsorted(hits, done + _HITS, side="right")))
        part = slice(start, end)
        # For each element of the documents: the document, and each sampled document that has the element.
        at = np.repeat(first[part], counts[part]) + np.arange(hits[end - 1] - done) - np.repeat(hits[part] - counts[part] - done, counts[part])
        found, shared = np.unique(np.repeat(rows[part], counts[part]) * len(positions) + owners[at], return_counts=True)
        keys, places = np.unique(np.concatenate([keys, found]), return_inverse=True)
        overlap = np.bincount(places, np.concatenate([overlap, shared]), len(keys)).astype(np.int64)
        start = end
    row, number = np.divmod(keys, max(1, len(positions)))
    size_sampled, size_other = sizes[number], own_sizes[row]
    matches = reaches(comparison, overlap, size_sampled, size_other)
    if not comparison.is_symmetric:
        matches |= reaches(comparison, overlap, size_other, size_sampled)
    columns = [positions[number], others[row], overlap.astype(np.int64), size_sampled, size_other]
    return [column[matches] for column in columns]
