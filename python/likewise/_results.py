"""Reads the tables that the command line writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Sequence

if TYPE_CHECKING:
    import pyarrow as pa

# Columns of floats, even if all values are whole.
_FLOATS = {"similarity", "score", "minSimilarity", "meanSimilarity"}
_BLOCK = 1 << 24


def id_types(summary: dict[str, Any], sources: Sequence[pa.Schema | None]) -> tuple[pa.DataType | None, pa.DataType | None]:
    """The types of the ids of both sources, where they are numbers in a table; None: they are texts, or not known."""
    sides = summary.get("sides") or [summary]
    types = [_id_type(source, side["fields"]) for source, side in zip(sources, sides)]
    return types[0], types[-1]


def _id_type(source: pa.Schema | None, fields: dict[str, Any]) -> pa.DataType | None:
    import pyarrow as pa

    if source is None or "id" not in fields:
        return None
    if fields["id"] is None:
        # Row numbers.
        return pa.int64()
    at = source.get_field_index(fields["id"])
    kind = None if at < 0 else source.field(at).type
    is_number = kind is not None and (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind))
    return kind if is_number else None


def read_removed(path: Path, ids: pa.DataType | None) -> pa.Table:
    """The rows of a table that are not kept, without the documents.

    As Parquet, the file also lists skipped rows, its positions are those of the rows, and documents need not be read.
    """
    import pyarrow.parquet as pq

    # Spark writes a folder of files, in any order.
    removed = pq.read_table(path, columns=["position", "id", "survivor", "similarity", "reason"]).sort_by("position")
    return _with_types(removed, {"id": ids, "survivor": ids})


def read_rows(path: Path, columns: dict[str, type], ids: tuple[pa.DataType | None, pa.DataType | None]) -> pa.Table:
    """Pairs or clusters. The columns are those of the first line; if there is none, of ``columns``."""
    import pyarrow as pa
    import pyarrow.json as pj

    members = None if ids[0] is None else pa.list_(ids[0])
    own = {"a": ids[0], "b": ids[1], "members": members}
    with open(path, encoding="utf-8") as lines:
        head = lines.readline()
    if not head:
        types = {int: pa.int64(), float: pa.float64(), list: pa.list_(pa.int64())}
        return pa.table({name: pa.array([], own.get(name) or types[kind]) for name, kind in columns.items()})
    first = json.loads(head)
    # Texts that look like dates would be read as dates.
    schema = pa.schema([(name, kind) for name, kind in ((n, _column_type(n, v)) for n, v in first.items()) if kind is not None])
    block = min(max(_BLOCK, path.stat().st_size + 1 if "members" in first else 0), 2**31 - 1)
    try:
        table = pj.read_json(path, pj.ReadOptions(block_size=block), pj.ParseOptions(explicit_schema=schema))
    except pa.ArrowInvalid:
        # Ids of several types: as texts.
        table = _read_slowly(path)
    # Columns with a type come first otherwise.
    table = table.select([*first, *(name for name in table.column_names if name not in first)])
    if "a" in first and {table["a"].type, table["b"].type} == {pa.int64(), pa.float64()}:
        own = {"a": pa.float64(), "b": pa.float64()}
    return _with_types(table, own)


def _with_types(table: pa.Table, types: dict[str, pa.DataType | None]) -> pa.Table:
    """Columns of ids, which may be texts, as numbers of these types."""
    for name, kind in types.items():
        at = table.schema.get_field_index(name)
        if kind is not None and at >= 0:
            table = table.set_column(at, name, _with_type(table.column(at), kind))
    return table


def _with_type(ids: pa.ChunkedArray, kind: pa.DataType) -> pa.ChunkedArray:
    import pyarrow as pa

    if ids.type == kind:
        return ids
    is_list = pa.types.is_list(kind)
    try:
        # Arrow converts texts, but not all integers, to decimal numbers.
        texts = ids.cast(pa.list_(pa.string()) if is_list else pa.string())
        numbers = texts.cast(kind)
        # Documents of ``against=`` may have ids such as 007.
        is_whole = pa.types.is_integer(kind.value_type if is_list else kind)
        return ids if is_whole and not numbers.cast(texts.type).equals(texts) else numbers
    except pa.ArrowInvalid:
        return ids


def _column_type(name: str, value: Any) -> pa.DataType | None:
    import pyarrow as pa

    if name in _FLOATS:
        return pa.float64()
    if isinstance(value, str):
        return pa.string()
    if isinstance(value, list) and value and isinstance(value[0], str):
        return pa.list_(pa.string())
    return None


def _read_slowly(path: Path) -> pa.Table:
    import pyarrow as pa

    with open(path, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows:
        for name in {"a", "b"} & row.keys():
            row[name] = str(row[name])
        for name in _FLOATS & row.keys():
            row[name] = float(row[name])
        if "members" in row:
            row["members"] = [str(member) for member in row["members"]]
    return pa.Table.from_pylist(rows)
