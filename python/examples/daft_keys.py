"""Adds band keys to a Daft data frame with the kernel. Usage: python daft_keys.py FILE.jsonl"""

import sys

import daft
import pyarrow as pa

from likewise import kernel


@daft.func.batch(return_dtype=daft.DataType.list(daft.DataType.uint64()))
def band_keys(texts: daft.Series) -> pa.Array:
    # Daft calls this with a column of Arrow strings, on any of its workers.
    keys = kernel.band_keys(texts.to_arrow(), bands=13, rows=7)
    return keys.cast(pa.list_(pa.uint64()))


frame = daft.read_json(sys.argv[1])
frame = frame.with_column("band_keys", band_keys(frame["text"]))
print(frame.to_arrow().column("band_keys").to_pylist())
