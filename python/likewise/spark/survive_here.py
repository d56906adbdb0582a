"""Chooses the documents to remove, as ``survivors`` does, where this process holds all pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .copies import Copies
from .records import Records
from .scatter import starts_of
from .sets import slices
from .sketched import Ints, within
from .survivors import RankedPairs, Removed, removed_of


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
) -> Removed:
    """All removed documents of the first side."""
    boundary = records.boundary
    own = pairs.where((pairs.a < boundary) & (pairs.b < boundary))
    removed = Removed(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))
    if is_across:
        removed = _known(pairs.where((pairs.a < boundary) & (pairs.b >= boundary)))
        own = own.where(~within(removed.positions, own.a) & ~within(removed.positions, own.b))
    groups = _Groups.of(copies, boundary)
    if not is_within:
        return groups.with_copies(removed)
    lengths = None
    if policy == "longest":
        lengths = Lengths(*records.characters_at(np.concatenate([own.a, own.b, groups.members])))
        groups = groups.by_length(lengths)
    best_a, best_b = groups.best_of(own.a), groups.best_of(own.b)
    rank_a, rank_b = (np.zeros(len(best), np.int64) if lengths is None else -lengths.of(best) for best in (best_a, best_b))
    similar = removed_of(RankedPairs(own.a, own.b, rank_a, rank_b, best_a, best_b, own.similarity), is_directed)
    removed = removed.joined(Removed(similar.positions, groups.best_of(similar.survivors), similar.similarities))
    return groups.with_copies(removed).joined(groups.removed_from_kept(removed))


def _known(pairs: FoundPairs) -> Removed:
    """Input documents, ascending, with the most similar one to compare with, the first of several."""
    order = np.lexsort((pairs.b, -pairs.similarity, pairs.a))
    first = order[starts_of(pairs.a[order])]
    return Removed(pairs.a[first], pairs.b[first], pairs.similarity[first])


@dataclass(frozen=True)
class Lengths:
    """The lengths of some texts."""

    #: Ascending.
    positions: Ints
    lengths: Ints

    def of(self, positions: Ints) -> Ints:
        found: Ints = self.lengths[np.searchsorted(self.positions, positions)]
        return found


@dataclass(frozen=True)
class _Groups:
    """Groups of equal documents of the first side."""

    #: Ascending.
    firsts: Ints
    sizes: Ints
    members: Ints
    #: The member of each group that is kept if its documents are.
    best: Ints

    @staticmethod
    def of(copies: Copies, boundary: int) -> _Groups:
        firsts = copies.members[np.cumsum(copies.sizes) - copies.sizes]
        count = int(np.searchsorted(firsts, boundary))
        sizes = copies.sizes[:count]
        return _Groups(firsts[:count], sizes, copies.members[: int(sizes.sum())], firsts[:count])

    def by_length(self, lengths: Lengths) -> _Groups:
        """The same groups, of which the longest document is the best, the first of several."""
        group = np.repeat(np.arange(len(self.sizes)), self.sizes)
        order = np.lexsort((self.members, -lengths.of(self.members), group))
        return _Groups(self.firsts, self.sizes, self.members, self.members[order][self._starts])

    def best_of(self, firsts: Ints) -> Ints:
        """The best copies of documents."""
        if len(self.firsts) == 0:
            return firsts
        at = self._at(firsts)
        return np.where(self.firsts[at] == firsts, self.best[at], firsts)

    def with_copies(self, removed: Removed) -> Removed:
        """Removed documents, each with all its copies."""
        if len(self.firsts) == 0:
            return removed
        at = self._at(removed.positions)
        has_copies = self.firsts[at] == removed.positions
        groups, sizes = at[has_copies], self.sizes[at[has_copies]]
        copies = Removed(
            slices(self._starts[groups], sizes, self.members),
            np.repeat(removed.survivors[has_copies], sizes),
            np.repeat(removed.similarities[has_copies], sizes),
        )
        return removed.where(~has_copies).joined(copies)

    def removed_from_kept(self, removed: Removed) -> Removed:
        """All copies of documents that are not removed, except the best."""
        is_kept = np.repeat(~np.isin(self.firsts, removed.positions), self.sizes)
        members, best = self.members[is_kept], np.repeat(self.best, self.sizes)[is_kept]
        is_removed = members != best
        return Removed(members[is_removed], best[is_removed], np.ones(int(is_removed.sum())))

    @property
    def _starts(self) -> Ints:
        starts: Ints = np.cumsum(self.sizes) - self.sizes
        return starts

    def _at(self, firsts: Ints) -> Ints:
        return np.minimum(np.searchsorted(self.firsts, firsts), len(self.firsts) - 1)
