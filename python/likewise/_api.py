"""``find``, ``dedup``, ``join`` and ``match`` on paths, Arrow tables and pandas data frames. They run the command line."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Sequence, Union

from ._node import UsageError, run

if TYPE_CHECKING:
    import pyarrow as pa

    Source = Union[str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]], pa.Table, pa.RecordBatch, Any]

# Options that name fields, joined by commas; and those that map one thing to another.
_COMMAS = {"fields", "ignore"}
_ASSIGNMENTS = {"map", "kinds", "weights"}
# Columns of floats, even if all values are whole.
_FLOATS = {"similarity", "score", "minSimilarity", "meanSimilarity"}
# What is always there already.
_OWN = {"json"}
_BLOCK = 1 << 24


@dataclass(frozen=True)
class Found:
    """The result of a search. A table is None if it was written to a file with ``pairs=`` or ``clusters=``."""

    #: What ``--json`` prints: counts, recall, plan, files written; docs/reference/json-output.md.
    summary: dict[str, Any]
    #: a, b and similarity (for ``match``, score and points), by the ids of the documents.
    pairs: pa.Table | None = field(repr=False)
    #: cluster, members, size, pairs, minSimilarity, meanSimilarity.
    clusters: pa.Table | None = field(repr=False)


@dataclass(frozen=True)
class Deduplicated(Found):
    """The kept and removed documents. If the source was files, the documents are in the files that ``summary['written']`` lists."""

    #: The rows that are kept, of the same type as the source; None for paths.
    kept: Any = field(repr=False)
    #: For each removed document: position, id, survivor, similarity, reason; None for paths.
    removed: pa.Table | None = field(repr=False)


def find(source: Source, **options: Any) -> Found:
    """Finds the pairs of similar documents and the clusters that they form.

    Args:
        source: a path, a glob, a folder, or a list of those; or an Arrow table, a pandas data frame, or any other object
            with the Arrow stream interface.
        options: the options of ``likewise find``, with underscores: ``threshold=0.7``, ``recall=0.99``, ``text='body'``,
            ``id='key'`` (``id=False`` for row numbers), ``shingle='chars:5'``, ``workers=4``, ``memory='1GB'``.

    >>> likewise.find(table, threshold=0.7).pairs.to_pandas()
    """
    with _Inputs() as inputs:
        args = ["find", *inputs.add(source), *_arguments(options)]
        return Found(*_search(args, options, inputs.folder))


def dedup(source: Source, **options: Any) -> Deduplicated:
    """Removes near-duplicates. Every removed document is similar to one that is kept.

    For a table or a data frame, ``kept`` contains the kept rows, with their order and types unchanged. For files, the same
    files are written as by ``likewise dedup``; name them with ``out=``, ``kept=``, ``removed=`` and ``manifest=``.

    >>> likewise.dedup(frame, threshold=0.8).kept
    """
    with _Inputs() as inputs:
        args = ["dedup", *inputs.add(source), *_arguments(options)]
        if not inputs.tables:
            return Deduplicated(*_search(args, options, inputs.folder), kept=None, removed=None)
        for name in ("out", "kept", "removed", "manifest"):
            if name in options:
                raise UsageError(f"{name}= works only for files", hint="write the table kept of the result yourself")
        removed_file = inputs.folder / "removed.jsonl"
        outputs = {"out": inputs.folder / "out", "removed": removed_file}
        found = _search([*args, *_arguments(outputs)], options, inputs.folder)
        removed = _read_jsonl(removed_file, {"position": int}, skip=("document",))
        return Deduplicated(*found, kept=_without(source, removed["position"].to_numpy()), removed=removed)


def join(a: Source, b: Source | None = None, **options: Any) -> Found:
    """Finds all pairs of similar sets, exactly: within one source, or between ``a`` and ``b``.

    A table has a column of lists (``list='items'``), or one element per row (``set=``, ``element=``). With ``text=``, its
    rows are documents, which are compared by their shingles. ``clusters`` of the result is None.
    """
    with _Inputs() as inputs:
        args = ["join", *inputs.add(a), *([] if b is None else inputs.add(b)), *_arguments(options)]
        return Found(*_search(args, options, inputs.folder, has_clusters=False))


def match(a: Source, b: Source | None = None, **options: Any) -> Found:
    """Finds records of the same thing in two tables, or in one. The options are those of ``likewise match``.

    For two tables, the result has pairs but no clusters.

    >>> likewise.match(people, customers, one_to_one=True, map={'surname': 'last_name'})
    """
    with _Inputs() as inputs:
        args = ["match", *inputs.add(a), *([] if b is None else inputs.add(b)), *_arguments(options)]
        # Clusters are of one table.
        return Found(*_search(args, options, inputs.folder, has_clusters=b is None))


class _Inputs:
    """Sources as paths: tables are written to a temporary folder, as Parquet."""

    def __enter__(self) -> _Inputs:
        self._temporary = tempfile.TemporaryDirectory(prefix="likewise-python-")
        self.folder = Path(self._temporary.name)
        self.tables = 0
        return self

    def __exit__(self, *_: object) -> None:
        self._temporary.cleanup()

    def add(self, source: Source) -> list[str]:
        if isinstance(source, (str, os.PathLike)):
            return [_checked_path(source)]
        if isinstance(source, (list, tuple)) and all(isinstance(path, (str, os.PathLike)) for path in source):
            if not source:
                raise UsageError("the list of paths is empty", hint="name at least one file")
            return [_checked_path(path) for path in source]
        import pyarrow.parquet as pq

        path = self.folder / f"{'ab'[self.tables] if self.tables < 2 else self.tables}.parquet"
        self.tables += 1
        pq.write_table(_as_table(source), path, compression="none")
        return [str(path)]


def _checked_path(path: str | os.PathLike[str]) -> str:
    text = os.fspath(path)
    if text == "-":
        raise UsageError("stdin cannot be used here", hint="pass a path or a table")
    # A path must not look like an option.
    return f".{os.sep}{text}" if text.startswith("-") else text


def _as_table(source: Any) -> pa.Table:
    import pyarrow as pa

    if isinstance(source, pa.Table):
        return source
    if isinstance(source, pa.RecordBatch):
        return pa.Table.from_batches([source])
    if type(source).__module__.startswith("pandas"):
        return pa.Table.from_pandas(source, preserve_index=False)
    if hasattr(source, "__arrow_c_stream__"):
        return pa.table(source)
    raise TypeError(f"expected a path, a list of paths, an Arrow table or a pandas data frame, not {type(source).__name__}")


def _without(source: Any, positions: Any) -> Any:
    """A table or a frame without the rows at these positions."""
    import numpy as np

    if type(source).__module__.startswith("pandas"):
        keeps = np.ones(len(source), np.bool_)
        keeps[positions] = False
        return source[keeps]
    table = _as_table(source)
    keeps = np.ones(len(table), np.bool_)
    keeps[positions] = False
    return table.filter(keeps)


def _search(
    args: list[str], options: dict[str, Any], folder: Path, has_clusters: bool = True
) -> tuple[dict[str, Any], pa.Table | None, pa.Table | None]:
    files = {name: folder / f"{name}.jsonl" for name in ("pairs", "clusters") if options.get(name) is None}
    if not has_clusters:
        files.pop("clusters", None)
    summary = run([*args, *_arguments(dict(files))])
    summary["written"] = [file for file in summary.get("written", []) if not _is_inside(file["path"], folder)]
    measure = "score" if args[0] == "match" else "similarity"
    columns = {
        "pairs": {"a": int, "b": int, measure: float},
        "clusters": {"cluster": int, "members": list, "size": int, "pairs": int},
    }
    pairs, clusters = (
        _read_jsonl(files[name], columns[name]) if name in files else None for name in ("pairs", "clusters")
    )
    return summary, pairs, clusters


def _is_inside(path: str, folder: Path) -> bool:
    return Path(path).is_absolute() and folder in Path(path).parents


def _arguments(options: dict[str, Any]) -> list[str]:
    """Options of the command line: ``one_to_one=True`` is ``--one-to-one``."""
    args: list[str] = []
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        if name in _OWN:
            raise UsageError(f"{name}= is not an option of this function", hint="leave it out")
        if value is None or (value is False and name != "id"):
            continue
        if value is False:
            args.append("--no-id")
        elif value is True:
            args.append(flag)
        elif isinstance(value, dict) and name in _ASSIGNMENTS:
            args.append(f"{flag}={','.join(f'{key}={item}' for key, item in value.items())}")
        elif isinstance(value, (list, tuple)):
            items = [",".join(map(str, value))] if name in _COMMAS else map(str, value)
            args.extend(f"{flag}={item}" for item in items)
        elif isinstance(value, (str, int, float, os.PathLike)):
            args.append(f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
        else:
            raise UsageError(f"invalid {name}: {value!r}", hint="expected a string, a number, True, a list or None")
    return args


def _read_jsonl(path: Path, columns: dict[str, type], skip: Sequence[str] = ()) -> pa.Table:
    """A file of results as a table. The columns are those of the first line; if there is none, of ``columns``."""
    import pyarrow as pa
    import pyarrow.json as pj

    types = {int: pa.int64(), float: pa.float64(), list: pa.list_(pa.int64())}
    with open(path, encoding="utf-8") as lines:
        head = lines.readline()
    if not head:
        return pa.table({name: pa.array([], types[kind]) for name, kind in columns.items()})
    first = json.loads(head)
    # Texts that look like dates would be read as dates.
    schema = pa.schema([(name, kind) for name, kind in ((n, _column_type(n, v)) for n, v in first.items()) if kind is not None])
    block = min(max(_BLOCK, path.stat().st_size + 1 if "members" in first else 0), 2**31 - 1)
    try:
        table = pj.read_json(
            path, pj.ReadOptions(block_size=block), pj.ParseOptions(explicit_schema=schema)
        )
    except pa.ArrowInvalid:
        # Ids of several types: as texts.
        table = _read_slowly(path)
    return table.drop_columns([name for name in skip if name in table.column_names])


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
        for name in ("a", "b", "id", "survivor"):
            if row.get(name) is not None:
                row[name] = str(row[name])
        for name in _FLOATS & row.keys():
            row[name] = float(row[name])
        if "members" in row:
            row["members"] = [str(member) for member in row["members"]]
    return pa.Table.from_pylist(rows)
