"""A sample of inputs that only Spark can read, for the planner of Likewise."""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np
from pyspark.sql import SparkSession

from .errors import Refused
from .inputs import Side, open_side, read_side
from .parse import Problem, is_blank, read_line, well_formed

#: The number of partitions to sample; the size of the others is extrapolated.
_PARTITIONS = 16


def take_sample(spark: SparkSession, sides: list[Side], max_count: int) -> tuple[list[str], dict[str, Any]]:
    """Documents from some partitions, evenly spread over the input; their sides and the total number of documents."""
    texts: list[str] = []
    numbers: list[int] = []
    total = 0.0
    for side in sides:
        raw = read_side(spark, open_side(spark, side, is_read_again=False)).rdd
        count = raw.getNumPartitions()
        if count == 0:
            continue
        chosen = sorted({int(i) for i in np.linspace(0, count - 1, min(count, _PARTITIONS))})
        each = max(1, max_count // len(sides) // len(chosen))
        parts = spark.sparkContext.runJob(raw, _sampler(side, each), chosen)
        problem = next((problem for _, _, problem in parts if problem is not None), None)
        if problem is not None and not any(sampled for _, sampled, _ in parts):
            raise Refused(
                "unreadable-input",
                f"no record of a sample of {', '.join(side.paths)} could be read as {side.format}: {problem}",
                "check `format` and `text`",
            )
        total += sum(part[0] for part in parts) * count / len(chosen)
        for _, sampled, _ in parts:
            texts += sampled
            numbers += [side.number] * len(sampled)
    return texts, {"sides": numbers, "documents": round(total)}


def _sampler(side: Side, max_count: int) -> Any:
    def take(rows: Iterator[Any]) -> list[tuple[int, list[str], str | None]]:
        count = 0
        first_problem = None
        sampled: list[str] = []
        for row in rows:
            if side.is_json and is_blank(bytes(row.line)):
                continue
            count += 1
            # A uniform sample without knowing how many documents there are: each new one replaces a random earlier one.
            at = len(sampled) if len(sampled) < max_count else int(np.random.default_rng(count).integers(count))
            if at >= max_count:
                continue
            try:
                text = read_line(bytes(row.line), side.text_fields, None, True)[0] if side.is_json else well_formed(row.text or "")
            except Problem as problem:
                first_problem = first_problem or str(problem)
                continue
            if at < len(sampled):
                sampled[at] = text
            else:
                sampled.append(text)
        return [(count, sampled, first_problem)]

    return take
