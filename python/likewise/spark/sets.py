"""Overlaps and similarities of many pairs of sets at once, exactly as in src/model/similarity-table.ts."""

from __future__ import annotations

import math
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from .settings import Comparison

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Number = TypeVar("Number", bound=np.generic)
#: As in src/model/similarity-table.ts: closer to the threshold than this, a cosine is decided with integers.
_NEAR = 2.0**-50


def flatten(column: pa.Array) -> tuple[Ints, npt.NDArray[np.uint32]]:
    """Decodes sets from a column of bytes: the number of elements of each, and all elements."""
    kind = np.int64 if pa.types.is_large_binary(column.type) else np.int32
    offsets = np.frombuffer(column.buffers()[1], kind)[column.offset : column.offset + len(column) + 1].astype(np.int64)
    data = column.buffers()[2]
    if data is None or len(column) == 0:
        return np.zeros(len(column), np.int64), np.empty(0, np.uint32)
    elements = np.frombuffer(data, np.uint8)[offsets[0] : offsets[-1]].copy().view(np.uint32)
    return np.diff(offsets) // 4, elements


def overlaps(left: pa.Array, right: pa.Array) -> tuple[Ints, Ints, Ints]:
    """For each row, the number of common elements, and the sizes of both sets."""
    left_sizes, left_elements = flatten(left)
    right_sizes, right_elements = flatten(right)
    return overlaps_of(left_sizes, left_elements, right_sizes, right_elements), left_sizes, right_sizes


def overlaps_of(
    left_sizes: Ints, left_elements: npt.NDArray[np.uint32], right_sizes: Ints, right_elements: npt.NDArray[np.uint32]
) -> Ints:
    """The number of common elements of two sets each, by the sizes and all elements of the first ones and of the second ones."""
    both = np.concatenate([_labeled(left_sizes, left_elements), _labeled(right_sizes, right_elements)])
    # A stable sort merges the two ascending runs. An element of both sets occurs twice.
    both.sort(kind="stable")
    common = both[1:][both[1:] == both[:-1]] >> np.uint64(32)
    return np.bincount(common.astype(np.int64), minlength=len(left_sizes)).astype(np.int64)


def _labeled(sizes: Ints, elements: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint64]:
    rows = np.repeat(np.arange(len(sizes), dtype=np.uint64), sizes)
    labeled: npt.NDArray[np.uint64] = (rows << np.uint64(32)) | elements
    return labeled


def slices(starts: Ints, sizes: Ints, elements: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """The elements of some sets, one after another."""
    at = np.repeat(starts - (np.cumsum(sizes) - sizes), sizes) + np.arange(int(sizes.sum()))
    return elements[at]


def similarity_of(similarity: str, overlap: Any, a: Any, b: Any) -> Any:
    """The similarity of sets of sizes a and b; numbers or arrays of them."""
    if similarity == "jaccard":
        return overlap / (a + b - overlap)
    if similarity == "containment":
        return overlap / a
    if similarity == "cosine":
        return overlap / np.sqrt(np.asarray(a, np.float64) * b)
    if similarity == "dice":
        return (2 * overlap) / (a + b)
    raise ValueError(f"no formula for the similarity {similarity} on Spark")


def reaches(comparison: Comparison, overlap: Ints, a: Ints, b: Ints) -> npt.NDArray[np.bool_]:
    """Whether sets of these sizes have at least the threshold similarity."""
    threshold = comparison.threshold
    values = similarity_of(comparison.similarity, overlap, a, b)
    result: npt.NDArray[np.bool_] = values >= threshold
    if comparison.similarity == "cosine":
        for i in np.flatnonzero(np.abs(values - threshold) <= threshold * _NEAR):
            result[i] = root_reaches(int(overlap[i]), int(a[i]), int(b[i]), threshold)
    return result


def root_reaches(overlap: int, a: int, b: int, threshold: float) -> bool:
    """Whether o / √(a · b), rounded correctly, is at least the threshold."""
    before = math.nextafter(threshold, 0.0)
    numerator, denominator = threshold.as_integer_ratio()
    low_numerator, low_denominator = before.as_integer_ratio()
    # The middle between the threshold and the double before it.
    middle = numerator * low_denominator + low_numerator * denominator
    scale = 2 * denominator * low_denominator
    return (overlap * scale) ** 2 >= middle**2 * a * b


def reported(comparison: Comparison, overlap: Ints, a: Ints, b: Ints) -> Floats:
    """The similarities of pairs that reach the threshold, never below it because of rounding."""
    similarities: Floats = np.maximum(comparison.threshold, similarity_of(comparison.similarity, overlap, a, b))
    return similarities.astype(np.float64)


def min_overlap_with_any(comparison: Comparison, size: int) -> int:
    """The minimum overlap of a set of this size with any match; the best match has no other elements."""

    def matches(overlap: int) -> bool:
        one, other, small = (np.array([value]) for value in (size, overlap, overlap))
        if bool(reaches(comparison, small, one, other)[0]):
            return True
        return not comparison.is_symmetric and bool(reaches(comparison, small, other, one)[0])

    threshold = comparison.threshold
    about = {"jaccard": threshold, "containment": 0.0, "cosine": threshold**2, "dice": threshold / (2 - threshold)}
    value = max(1, math.ceil(about.get(comparison.similarity, 0.0) * size))
    while value > 1 and matches(value - 1):
        value -= 1
    while not matches(value):
        value += 1
    return value


def min_part(whole: int, threshold: float) -> int:
    """The smallest integer ``part`` for which ``part / whole`` reaches the threshold."""
    part = math.ceil(threshold * whole)
    while part > 0 and (part - 1) / whole >= threshold:
        part -= 1
    while part / whole < threshold:
        part += 1
    return part
