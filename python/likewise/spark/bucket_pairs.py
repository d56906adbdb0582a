"""The pairs of a bucket, or of a list of documents that share an element, when some documents are in large buckets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from .settings import Sides

Ints = npt.NDArray[np.int64]
Batches = Iterator[pa.RecordBatch]

#: Buckets of more members are large, and longer lists are split into tiles of this many by this many members.
TILE = 512

#: A bucket with more pairs is large: those of more than 512 documents, or across two sides as many.
MAX_BUCKET_PAIRS = TILE * (TILE - 1) // 2

NONE = np.empty(0, np.int64)
_PAIR_SCHEMA = pa.schema([("a", pa.int64()), ("b", pa.int64())])


@dataclass(frozen=True)
class Large:
    """The documents of large buckets of a relation, and the oversized ones among them. Positions are ascending."""

    positions: Ints = field(default_factory=lambda: NONE)
    oversized: Ints = field(default_factory=lambda: NONE)
    #: The group of each oversized document.
    groups: Ints = field(default_factory=lambda: NONE)
    #: Pairs that connect oversized documents.
    links: tuple[tuple[int, int], ...] = ()

    def with_oversized(self, found: dict[str, Any]) -> Large:
        links = np.array(found["links"], np.int64).reshape(-1, 2)
        return Large(
            self.positions,
            np.array(found["positions"], np.int64),
            np.array(found["groups"], np.int64),
            tuple((int(one), int(other)) for one, other in links),
        )


def has(positions: Ints, values: Ints) -> npt.NDArray[np.bool_]:
    """Whether each value is one of some ascending positions."""
    if len(positions) == 0:
        return np.zeros(values.shape, np.bool_)
    at = np.minimum(np.searchsorted(positions, values), len(positions) - 1)
    result: npt.NDArray[np.bool_] = positions[at] == values
    return result


def pairs_of_bucket(members: Ints, sides: Sides, large: Large) -> Iterator[tuple[Ints, Ints]]:
    own = members[: np.searchsorted(members, sides.boundary)]
    others = members[len(own) :]
    yield from connections(members, sides, large)
    if sides.is_across:
        if len(own) * len(others) > MAX_BUCKET_PAIRS:
            return
        a, b = np.repeat(own, len(others)), np.tile(others, len(own))
    else:
        if len(own) > TILE:
            return
        i, j = np.triu_indices(len(own), 1)
        a, b = own[i], own[j]
    is_found_exactly = has(large.positions, a) & has(large.positions, b)
    yield a[~is_found_exactly], b[~is_found_exactly]


def connections(members: Ints, sides: Sides, large: Large) -> Iterator[tuple[Ints, Ints]]:
    """Pairs of oversized documents of different groups that share a bucket, as in src/engine/oversized/connect-groups.ts."""
    if len(large.oversized) == 0:
        return
    members = members[has(large.oversized, members)]
    own = members[: np.searchsorted(members, sides.boundary)]
    others = members[len(own) :]

    def groups_of(members: Ints) -> list[int]:
        groups: list[int] = large.groups[np.searchsorted(large.oversized, members)].tolist()
        return groups

    own_groups, other_groups = groups_of(own), groups_of(others)
    found: list[tuple[int, int]] = []
    if not sides.is_across:
        if len(set(own_groups)) < 2:
            return
        last, last_other = -1, -1
        for i, group in enumerate(own_groups):
            if last >= 0 and own_groups[last] != group:
                last_other = last
            last = i
            if last_other >= 0:
                found.append((int(own[last_other]), int(own[i])))
    else:
        if len({*own_groups, *other_groups}) < 2:
            return
        for one, one_groups, two, two_groups in ((own, own_groups, others, other_groups), (others, other_groups, own, own_groups)):
            firsts = _two_groups(two_groups)
            for i, group in enumerate(one_groups):
                other = next((j for j in firsts if two_groups[j] != group), None)
                if other is not None:
                    found.append((int(one[i]), int(two[other])))
    if found:
        pairs = np.sort(np.array(found, np.int64), axis=1)
        yield pairs[:, 0], pairs[:, 1]


def _two_groups(groups: list[int]) -> list[int]:
    """The first member, and the first one of another group, if any."""
    other = next((i for i, group in enumerate(groups) if group != groups[0]), None)
    return [] if not groups else [0] if other is None else [0, other]


Rectangle = tuple[Ints, "Ints | None"]


def rectangles(members: Ints, sides: Sides, oversized: Ints) -> list[Rectangle]:
    """What is compared with what in a list of documents: each with all that follow, or with all of another list."""
    own = members[: np.searchsorted(members, sides.boundary)]
    is_oversized = has(oversized, own)
    ordinary, large = own[~is_oversized], own[is_oversized]
    if not sides.is_across:
        return [(ordinary, None), (ordinary, large)]
    others = members[len(own) :]
    return [(ordinary, others), (large, others[~has(oversized, others)])]


def area(compared: list[Rectangle]) -> float:
    """How many pairs these are."""
    return sum(len(left) * (len(left) - 1) / 2 if right is None else len(left) * len(right) for left, right in compared)


def tiles(parts_compared: list[Rectangle]) -> Batches:
    def chunks(members: Ints) -> list[Ints]:
        return [members[i : i + TILE] for i in range(0, len(members), TILE)]

    for left, right in parts_compared:
        others = None if right is None else chunks(right)
        for i, one in enumerate(parts := chunks(left)):
            compared = [None, *parts[i + 1 :]] if others is None else others
            if not compared:
                continue
            salts = (np.arange(len(compared)) * 7919 + i * 104_729 + int(one[0])) & 0x7FFFFFFF
            columns = [
                pa.array([one] * len(compared), pa.list_(pa.int64())),
                pa.array(compared, pa.list_(pa.int64())),
                pa.array(salts, pa.int32()),
            ]
            yield pa.RecordBatch.from_arrays(columns, names=["left", "right", "salt"])


def pairs_of_tiles(batches: Batches) -> Batches:
    for batch in batches:
        for left, right in zip(batch.column("left"), batch.column("right")):
            one = np.asarray(left.values)
            if right.is_valid:
                other = np.asarray(right.values)
                a, b = np.repeat(one, len(other)), np.tile(other, len(one))
            else:
                i, j = np.triu_indices(len(one), 1)
                a, b = one[i], one[j]
            yield batch_of([(np.minimum(a, b), np.maximum(a, b))])


def batch_of(pairs: list[tuple[Ints, Ints]]) -> pa.RecordBatch:
    columns = [pa.array(np.concatenate([pair[side] for pair in pairs])) for side in (0, 1)]
    return pa.RecordBatch.from_arrays(columns, schema=_PAIR_SCHEMA)
