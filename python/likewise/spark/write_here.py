"""Writes kept and removed documents where this process knows which are removed: each record is looked up while it is read again."""

from __future__ import annotations

import json
from typing import Any, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import types as T

from .batches import map_batches
from .parse import float_json, well_formed, written_id
from .records import Records
from .sketched import Ints, within
from .survivors import Removed

Batches = Iterator[pa.RecordBatch]

_REMOVED = "position bigint, id string, survivor string, similarity double, reason string, document string"
#: The columns that the driver knows.
_KINDS = {
    "position": pa.int64(),
    "id": pa.string(),
    "survivor": pa.string(),
    "similarity": pa.float64(),
    "reason": pa.string(),
}
_REASONS = ["similar", "identical", "equal"]
_SIMILAR, _IDENTICAL, _EQUAL = range(3)
#: What begins the reason if the survivor is one of the documents to compare with.
AGAINST = "against-"


def kept_here(spark: SparkSession, numbered: DataFrame, gone: Ints) -> DataFrame:
    """All records except those at some ascending positions, without the column ``position``."""
    known = spark.sparkContext.broadcast(gone)
    kept = T.StructType([field for field in numbered.schema.fields if field.name != "position"])
    names = kept.names

    def keep(batches: Batches) -> Batches:
        for batch in batches:
            yield batch.filter(pa.array(~within(known.value, batch.column("position").to_numpy()))).select(names)

    return map_batches(numbered, keep, kept)


def described_here(spark: SparkSession, records: Records, lines: DataFrame, removed: Removed, *, is_json: bool) -> DataFrame:
    """Removed documents with their ids, the survivor, the reason and the record.

    Args:
        is_json: whether ids are JSON, as ``json_lines`` needs them.
    """
    known = spark.sparkContext.broadcast(_described(records, removed, is_json))

    def describe(batches: Batches) -> Batches:
        positions = known.value.column("position").to_numpy()
        for batch in batches:
            chosen = batch.filter(pa.array(within(positions, batch.column("position").to_numpy())))
            if chosen.num_rows == 0:
                continue
            found = known.value.take(pa.array(np.searchsorted(positions, chosen.column("position").to_numpy())))
            columns = [found.column(name).cast(kind) for name, kind in _KINDS.items()]
            yield pa.RecordBatch.from_arrays([*columns, chosen.column("line")], names=[*_KINDS, "document"])

    return map_batches(lines, describe, _REMOVED)


def _described(records: Records, removed: Removed, is_json: bool) -> pa.RecordBatch:
    """The columns of removed documents, by position."""
    order = np.argsort(removed.positions)
    positions, survivors, similarities = removed.positions[order], removed.survivors[order], removed.similarities[order]
    facts = records.facts_at(np.concatenate([positions, survivors]))
    own, other = (
        facts.take(pa.array(np.searchsorted(facts.column("position").to_numpy(), some))) for some in (positions, survivors)
    )

    def is_same(*names: str) -> Any:
        return np.logical_and.reduce([own.column(name).to_numpy() == other.column(name).to_numpy() for name in names])

    reasons = np.where(
        similarities < 1, _SIMILAR, np.where(is_same("text_hash"), _IDENTICAL, np.where(is_same("content_0", "content_1"), _EQUAL, _SIMILAR))
    )
    columns = {
        "position": pa.array(positions),
        "id": _names(own, records, is_json),
        "survivor": _names(other, records, is_json),
        "similarity": pa.array(similarities),
        "reason": pa.DictionaryArray.from_arrays(
            pa.array((reasons + len(_REASONS) * other.column("side").to_numpy()).astype(np.int8)),
            pa.array([*_REASONS, *(AGAINST + reason for reason in _REASONS)]),
        ),
    }
    return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))


def _names(facts: pa.RecordBatch, records: Records, is_json: bool) -> pa.Array:
    """Ids of a field, or the numbers of records within their side on sides without one."""
    sides = facts.column("side").to_numpy()
    is_named = pa.array(np.isin(sides, records.named_sides()))
    numbers = pa.array(facts.column("position").to_numpy() - np.array(records.firsts)[sides]).cast(pa.large_string())
    ids = facts.column("id")
    return pc.if_else(is_named, ids if is_json else _plain(ids), numbers)


def json_lines(removed: DataFrame) -> DataFrame:
    """Removed documents as lines of JSON, as src/dedup/writers.ts writes them: the record comes last, unchanged."""

    def write(batches: Batches) -> Batches:
        for batch in batches:
            lines = []
            for position, own, other, similarity, reason, document in zip(*(batch.column(name).to_pylist() for name in (*_KINDS, "document"))):
                ids = f'"position":{position},"id":{written_id(own)},"survivor":{written_id(other)}'
                lines.append(f'{{{ids},"similarity":{float_json(similarity)},"reason":"{reason}","document":{document}}}')
            yield pa.RecordBatch.from_arrays([pa.array(lines, pa.string())], names=["line"])

    return map_batches(removed.select(*_KINDS, "document"), write, "line string")


def _plain(ids: pa.Array) -> pa.Array:
    """Ids that are strings, without the quotes and escapes of JSON."""
    is_string = pc.fill_null(pc.starts_with(ids, '"'), False)
    plain = pc.if_else(is_string, pc.utf8_slice_codeunits(ids, 1, -1), ids)
    has_escape = pc.and_(is_string, pc.fill_null(pc.match_substring(ids, "\\"), False))
    escaped = [well_formed(json.loads(text)) for text in ids.filter(has_escape).to_pylist()]
    return pc.replace_with_mask(plain, has_escape, pa.array(escaped, plain.type))
