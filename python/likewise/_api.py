"""``find``, ``dedup``, ``join`` and ``match`` on paths, Arrow tables and pandas data frames. They run the command line."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, Sequence, Union

from ._node import LikewiseError, UsageError, run
from ._results import id_types, read_removed, read_rows
from ._temporary import TemporaryFolder

if TYPE_CHECKING:
    import pyarrow as pa

    Source = Union[str, os.PathLike[str], Sequence[Union[str, os.PathLike[str]]], pa.Table, pa.RecordBatch, Any]

# Options that name fields, joined by commas; and those that map one thing to another.
_COMMAS = {"fields", "ignore"}
_ASSIGNMENTS = {"map", "kinds", "weights"}
# What is always there already.
_OWN = {"json"}


@dataclass(frozen=True)
class Found:
    """The result of a search.

    A table is None if it was written to a file with ``pairs=`` or ``clusters=``; clusters also if pairs are only with the documents
    of ``against=``.
    """

    #: What ``--json`` prints: counts, recall, plan, files written; docs/reference/json-output.md.
    summary: dict[str, Any]
    #: a, b and similarity (for ``match``, score and points), by the ids of the documents.
    pairs: pa.Table | None = field(repr=False)
    #: cluster, members, size, pairs, minSimilarity, meanSimilarity.
    clusters: pa.Table | None = field(repr=False)


@dataclass(frozen=True)
class Deduplicated(Found):
    """The kept and removed documents. If the source was files, the documents are in the files that ``summary['written']`` lists."""

    #: The rows that are kept, of the same type as the source; None for paths and for a dry run.
    kept: Any = field(repr=False)
    #: For each row that is not kept: position, id, survivor, similarity, reason; None for paths and for a dry run. The
    #: reason ``skipped`` marks bad records (``on_error='skip'``).
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
        return Found(*_search(args, options, inputs))


def dedup(source: Source, **options: Any) -> Deduplicated:
    """Removes near-duplicates. Every removed document is similar to one that is kept.

    For a table or a data frame, ``kept`` contains the kept rows, with their order and types unchanged. For files, the same
    files are written as by ``likewise dedup``; name them with ``out=``, ``kept=``, ``removed=`` and ``manifest=``.

    >>> likewise.dedup(frame, threshold=0.8).kept
    """
    with _Inputs() as inputs:
        if not (isinstance(source, (str, os.PathLike, list, tuple)) or _is_pandas(source)):
            # A stream can be read only once.
            source = _as_table(source)
        args = ["dedup", *inputs.add(source), *_arguments(options)]
        if inputs.schemas[0] is None:
            return Deduplicated(*_search(args, options, inputs), kept=None, removed=None)
        for name in ("out", "kept", "removed", "manifest"):
            if name in options:
                raise UsageError(f"{name}= works only for files", hint="write the table kept of the result yourself")
        if options.get("engine") == "spark" and options.get("on_error") == "skip":
            raise UsageError("Spark does not list the rows that it skips", hint="write the table to a file and pass its path")
        removed_file = inputs.folder / "removed.parquet"
        # Without rows, there are no columns to copy to Parquet.
        kept_file = inputs.folder / f"kept.{'parquet' if len(source) > 0 else 'jsonl'}"  # type: ignore[arg-type]
        outputs = {"kept": kept_file, "removed": removed_file, "manifest": inputs.folder / "manifest.json"}
        summary, pairs, clusters = _search([*args, *_arguments(outputs)], options, inputs)
        if not removed_file.exists():
            # A dry run.
            return Deduplicated(summary, pairs, clusters, kept=None, removed=None)
        removed = read_removed(removed_file, id_types(summary, inputs.schemas)[0])
        return Deduplicated(summary, pairs, clusters, kept=_without(source, removed["position"].to_numpy()), removed=removed)


def join(a: Source, b: Source | None = None, **options: Any) -> Found:
    """Finds all pairs of similar sets, exactly: within one source, or between ``a`` and ``b``.

    A table has a column of lists (``list='items'``), or one element per row (``set=``, ``element=``). With ``text=``, its
    rows are documents, which are compared by their shingles. ``clusters`` of the result is None.
    """
    with _Inputs() as inputs:
        args = ["join", *inputs.add(a), *([] if b is None else inputs.add(b)), *_arguments(options)]
        return Found(*_search(args, options, inputs, has_clusters=False))


def match(a: Source, b: Source | None = None, **options: Any) -> Found:
    """Finds records of the same thing in two tables, or in one. The options are those of ``likewise match``.

    For two tables, the result has pairs but no clusters.

    >>> likewise.match(people, customers, one_to_one=True, map={'surname': 'last_name'})
    """
    with _Inputs() as inputs:
        args = ["match", *inputs.add(a), *([] if b is None else inputs.add(b)), *_arguments(options)]
        # Clusters are of one table.
        return Found(*_search(args, options, inputs, has_clusters=b is None))


class _Inputs:
    """Sources as paths: tables are written to a temporary folder, as Parquet."""

    def __enter__(self) -> _Inputs:
        self._temporary = TemporaryFolder()
        self.folder = self._temporary.__enter__()
        #: Those of the sources that are tables; None for paths.
        self.schemas: list[pa.Schema | None] = []
        return self

    def __exit__(self, *_: object) -> None:
        self._temporary.__exit__()

    def add(self, source: Source) -> list[str]:
        if isinstance(source, (str, os.PathLike)):
            source = [source]
        if isinstance(source, (list, tuple)) and all(isinstance(path, (str, os.PathLike)) for path in source):
            if not source:
                raise UsageError("the list of paths is empty", hint="name at least one file")
            self.schemas.append(None)
            return [_checked_path(path) for path in source]
        import pyarrow.parquet as pq

        table = _as_table(source)
        path = self._path("ab"[len(self.schemas)])
        self.schemas.append(table.schema)
        pq.write_table(table, path, compression="none")
        return [str(path)]


    def with_names_of_tables(self, error: LikewiseError) -> LikewiseError:
        """The same error with the names of arguments instead of temporary files, which the caller does not know."""
        for name in "ab":
            path = str(self._path(name))
            error.args = tuple(argument.replace(path, f"table {name}") for argument in error.args)
            error.file = None if error.file == path else error.file
        return error

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.parquet"


def _checked_path(path: str | os.PathLike[str]) -> str:
    text = os.fspath(path)
    if text == "-":
        raise UsageError("stdin cannot be used here", hint="pass a path or a table")
    # A path must not look like an option.
    return f".{os.sep}{text}" if text.startswith("-") else text


def _as_table(source: Any) -> pa.Table:
    import pyarrow as pa

    if isinstance(source, pa.Table):
        return source.cast(pa.schema([_without_view(column) for column in source.schema], source.schema.metadata))
    if isinstance(source, pa.RecordBatch):
        return _as_table(pa.Table.from_batches([source]))
    if _is_pandas(source) and hasattr(source, "columns"):
        try:
            return pa.Table.from_pandas(source, preserve_index=False)
        except (pa.ArrowTypeError, ValueError) as error:
            reasons = "; ".join(map(str, error.args))
            raise UsageError(
                f"the data frame cannot be converted to Arrow: {reasons}",
                hint="give each column one type, for example with astype(str), and a name of its own",
            ) from None
    if not _is_pandas(source) and hasattr(source, "__arrow_c_stream__"):
        try:
            return _as_table(pa.table(source))
        except pa.ArrowInvalid:
            pass  # A column, not a table.
    raise TypeError(f"expected a path, a list of paths, an Arrow table or a data frame, not {type(source).__name__}")


def _without_view(column: pa.Field) -> pa.Field:
    """A column of string views, as in Polars data frames, as one of strings: Arrow cannot select rows of views."""
    import pyarrow as pa

    views = {"string_view": pa.large_string(), "binary_view": pa.large_binary()}
    kind = column.type
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        make = pa.list_ if pa.types.is_list(kind) else pa.large_list
        return column.with_type(make(_without_view(kind.value_field)))
    return column.with_type(views.get(str(kind), kind))


def _is_pandas(source: Any) -> bool:
    return type(source).__module__.startswith("pandas")


def _without(source: Any, positions: Any) -> Any:
    """A table or a frame without the rows at these positions."""
    import numpy as np

    if _is_pandas(source):
        keeps = np.ones(len(source), np.bool_)
        keeps[positions] = False
        return source[keeps]
    table = _as_table(source)
    keeps = np.ones(len(table), np.bool_)
    keeps[positions] = False
    return table.filter(keeps)


def _search(
    args: list[str], options: dict[str, Any], inputs: _Inputs, has_clusters: bool = True
) -> tuple[dict[str, Any], pa.Table | None, pa.Table | None]:
    folder = inputs.folder
    files = {name: folder / f"{name}.jsonl" for name in ("pairs", "clusters") if options.get(name) is None}
    # Pairs with other documents form no clusters.
    if not has_clusters or (options.get("against") is not None and not options.get("also_within")):
        files.pop("clusters", None)
    try:
        summary = run([*args, *_arguments(dict(files))], folder)
    except LikewiseError as error:
        raise inputs.with_names_of_tables(error)
    summary["written"] = [file for file in summary.get("written", []) if not _is_inside(file["path"], folder)]
    measure = "score" if args[0] == "match" else "similarity"
    columns = {
        "pairs": {"a": int, "b": int, measure: float},
        "clusters": {"cluster": int, "members": list, "size": int, "pairs": int},
    }
    types = id_types(summary, inputs.schemas)
    pairs, clusters = (
        # A dry run writes nothing.
        read_rows(files[name], columns[name], types) if name in files and files[name].exists() else None
        for name in ("pairs", "clusters")
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
        elif _is_pandas(value) or hasattr(value, "__arrow_c_stream__"):
            raise UsageError(f"{name}= does not accept a table", hint="write it to a file and pass the path")
        elif isinstance(value, (str, Real, os.PathLike)):
            args.append(f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
        else:
            raise UsageError(f"invalid {name}: {value!r}", hint="expected a string, a number, True, a list or None")
    return args
