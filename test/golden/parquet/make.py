"""Writes small.parquet, the file of pyarrow that the reader is tested with: python3 make.py (pyarrow 26)."""

import os
import sys

import pyarrow as pa
import pyarrow.parquet as pq

rows = 20
table = pa.table(
    {
        "id": pa.array(range(rows), pa.int64()),
        "text": pa.array([f"text {i % 7}" for i in range(rows)]),
        "tags": pa.array([[f"tag {j}" for j in range(i % 3)] for i in range(rows)], pa.list_(pa.string())),
    }
)
target = os.path.join(os.path.dirname(os.path.abspath(__file__)), "small.parquet")
pq.write_table(table, target, store_schema=False, write_statistics=False, compression="zstd")
print(os.path.getsize(target), file=sys.stderr)
