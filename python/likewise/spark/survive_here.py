"""Chooses the documents to remove, as ``survivors`` does, where this process holds all pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .copies import Copies
from .records import Records
from .sketched import Ints
from .survivors import removed_of

#: Removed position, survivor, similarity.
Removed = tuple[int, int, float]


@dataclass(frozen=True)
class FoundPairs:
    """Verified pairs of distinct documents."""

    a: Ints
    b: Ints
    similarity: npt.NDArray[np.float64]
    size_a: Ints
    size_b: Ints

    def where(self, chosen: npt.NDArray[np.bool_]) -> FoundPairs:
        return FoundPairs(self.a[chosen], self.b[chosen], self.similarity[chosen], self.size_a[chosen], self.size_b[chosen])


def removed_here(
    records: Records, copies: Copies, pairs: FoundPairs, policy: str, *, is_directed: bool, is_within: bool, is_across: bool
) -> list[Removed]:
    """All removed documents of the first side."""
    boundary = records.boundary
    members = {int(group[0]): group.tolist() for group in _groups(copies) if group[0] < boundary}
    within = pairs.where((pairs.a < boundary) & (pairs.b < boundary))
    removed: list[Removed] = []
    if is_across:
        removed = _known(pairs.where((pairs.a < boundary) & (pairs.b >= boundary)))
        if is_within:
            known = np.array(sorted(position for position, _, _ in removed), np.int64)
            within = within.where(~np.isin(within.a, known) & ~np.isin(within.b, known))
    if not is_within:
        return [(member, survivor, value) for position, survivor, value in removed for member in members.get(position, [position])]
    ranks = _ranks(records, members, within, policy)
    rows = [(a, b, *ranks(a), *ranks(b), value) for a, b, value in zip(within.a.tolist(), within.b.tolist(), within.similarity.tolist())]
    removed += removed_of([(a, b, rank_a, rank_b, best_a, best_b, value) for a, b, rank_a, best_a, rank_b, best_b, value in rows], is_directed)
    return _with_copies(removed, members, ranks, boundary)


def _groups(copies: Copies) -> list[Ints]:
    return np.split(copies.members, np.cumsum(copies.sizes)[:-1]) if len(copies.sizes) > 0 else []


def _known(pairs: FoundPairs) -> list[Removed]:
    """Input documents with the most similar one to compare with, the first of several."""
    order = np.lexsort((pairs.b, -pairs.similarity, pairs.a))
    a = pairs.a[order]
    first = order[np.flatnonzero(np.concatenate([[True], a[1:] != a[:-1]]))] if len(a) > 0 else order
    return list(zip(pairs.a[first].tolist(), pairs.b[first].tolist(), pairs.similarity[first].tolist()))


def _ranks(records: Records, members: dict[int, list[int]], within: FoundPairs, policy: str) -> Any:
    """The rank of the best of equal documents, the smaller the better, and its position; by the first of them."""
    characters: dict[int, int] = {}
    if policy == "longest":
        grouped = np.array([member for group in members.values() for member in group], np.int64)
        characters = records.characters_at(np.concatenate([within.a, within.b, grouped]))

    def ranks(first: int) -> tuple[int, int]:
        return min((-characters.get(member, 0), member) for member in members.get(first, [first]))

    return ranks


def _with_copies(removed: list[Removed], members: dict[int, list[int]], ranks: Any, boundary: int) -> list[Removed]:
    """Copies are removed together with their first and, for kept documents, all except the best."""
    found: list[Removed] = []
    for position, survivor, value in removed:
        best = ranks(survivor)[1] if survivor < boundary else survivor
        found += [(member, best, value) for member in members.get(position, [position])]
    gone = {position for position, _, _ in removed}
    for first, group in members.items():
        if first not in gone:
            best = ranks(first)[1]
            found += [(member, best, 1.0) for member in group if member != best]
    return found
