"""Documents with the same shingles in the same order count as one document with copies, which is compared once."""

from __future__ import annotations

from dataclasses import dataclass

from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

_CONTENT = ["content_0", "content_1"]


@dataclass(frozen=True)
class Copies:
    """Groups of equal documents, by the position of the first."""

    #: side, first, count, texts (how many different ones, byte by byte), members (ascending); only groups of at least two.
    groups: DataFrame
    #: One row per distinct document: position, side, size, keys, elements, characters.
    distinct: DataFrame
    #: The number of groups.
    count: int
    identical: int
    equal: int

    def release(self) -> None:
        self.groups.unpersist()


def collapse(documents: DataFrame) -> Copies:
    groups = (
        documents.groupBy("side", *_CONTENT)
        .agg(
            F.sort_array(F.collect_list("position")).alias("members"),
            F.size(F.collect_set("text_hash")).cast("long").alias("texts"),
        )
        .where(F.size("members") > 1)
        .select("side", F.col("members")[0].alias("first"), F.size("members").cast("long").alias("count"), "texts", "members")
        .persist(StorageLevel.MEMORY_AND_DISK)
    )
    own = F.col("side") == 0
    counts = groups.agg(
        F.count(F.lit(1)), F.sum(F.when(own, F.col("count") - F.col("texts"))), F.sum(F.when(own, F.col("texts") - 1))
    ).head()
    assert counts is not None
    later = groups.select(F.explode(F.slice("members", F.lit(2), F.size("members"))).alias("position"))
    return Copies(
        groups=groups,
        distinct=documents.join(later, "position", "left_anti") if counts[0] > 0 else documents,
        count=counts[0],
        identical=counts[1] or 0,
        equal=counts[2] or 0,
    )


def known_copies(documents: DataFrame) -> tuple[int, int]:
    """How many documents of the first side have the text of one in the second, and how many others do after normalization."""
    own, others = documents.where("side = 0"), documents.where("side = 1")
    texts = others.select("text_hash").distinct().withColumn("is_identical", F.lit(1))
    contents = others.select(*_CONTENT).distinct().withColumn("is_equal", F.lit(1))
    known = own.select("text_hash", *_CONTENT).join(texts, "text_hash", "left").join(contents, _CONTENT, "left")
    is_identical = F.col("is_identical").isNotNull()
    counts = known.agg(
        F.sum(is_identical.cast("long")),
        F.sum((~is_identical & F.col("is_equal").isNotNull()).cast("long")),
    ).head()
    assert counts is not None
    return counts[0] or 0, counts[1] or 0
