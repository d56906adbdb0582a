"""The settings of a plan, in the form that the Spark program uses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..kernel import Kernel

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

#: Shingle options with a different name in Python.
_RENAMED = {"stopWords": "stop_words", "ignorePhrases": "ignore_phrases"}


@dataclass(frozen=True)
class Sketching:
    """How documents become sets and band keys; hashable, so that each Python worker has one kernel for it."""

    shingle: tuple[tuple[str, Any], ...]
    sketch: str | None = None
    slots: int = 0
    seed: int = 1
    bands: int = 0
    rows: int = 0

    @staticmethod
    def of_plan(plan: dict[str, Any], buckets: dict[str, Any] | None) -> Sketching:
        shingle = tuple(
            (_RENAMED.get(name, name), tuple(value) if isinstance(value, list) else value)
            for name, value in plan["shingle"].items()
        )
        if buckets is None:
            return Sketching(shingle)
        scheme = buckets["scheme"]
        return Sketching(shingle, scheme["sketch"], scheme["slots"], scheme["seed"], buckets["bands"], buckets["rows"])


@lru_cache(maxsize=4)
def kernel_of(sketching: Sketching) -> Kernel:
    """The kernel of this process for these settings."""
    options = dict(sketching.shingle)
    if sketching.sketch is None:
        return Kernel(sketch=None, keep_sets=True, **options)
    return Kernel(
        sketch=sketching.sketch,
        slots=sketching.slots,
        seed=sketching.seed,
        bands=sketching.bands,
        rows=sketching.rows,
        keep_sets=True,
        **options,
    )


#: Partitions of a shuffle for each one that is read: sets and band keys take more space than texts.
_SHUFFLED_PER_INPUT = 4


def shuffle_partitions(inputs: int, parallelism: int) -> int:
    """How many partitions shuffles make, by the number of those that are read, which have up to 128 MB each. Spark's default, 200, is too
    many for small inputs, where starting tasks takes longer than running them, and too few for large ones.
    """
    return max(parallelism, _SHUFFLED_PER_INPUT * inputs)


#: Pairs that the driver holds unless the user sets another number: with the copies of arrays, they take about 1 GB.
_HELD_PAIRS = 20_000_000


def held_pairs(spark: SparkSession) -> int:
    """The maximum number of pairs to hold in the driver; more are kept in tables."""
    return int(spark.sparkContext.getConf().get("spark.likewise.driverPairs", str(_HELD_PAIRS)))


@dataclass(frozen=True)
class Comparison:
    """How documents are compared."""

    similarity: str
    threshold: float

    @property
    def is_symmetric(self) -> bool:
        return self.similarity != "containment"

    @staticmethod
    def of_plan(plan: dict[str, Any]) -> Comparison:
        return Comparison(plan.get("similarity", "jaccard"), plan["threshold"])


@dataclass(frozen=True)
class Sides:
    """Which pairs to search for."""

    #: Positions from here on are those of the documents to compare with.
    boundary: int
    is_within: bool
    is_across: bool
    #: Whether members are marked: twice the position, plus one if a match must be in the bucket. At least one of a pair is marked.
    is_marked: bool = False
