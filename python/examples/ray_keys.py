"""Adds band keys to a Ray dataset with the kernel. Usage: python ray_keys.py FILE.jsonl"""

import sys

import pyarrow as pa
import ray

from likewise import kernel


class AddKeys:
    """Ray creates one per actor, so each process has one kernel."""

    def __init__(self) -> None:
        self._kernel = kernel.Kernel(bands=13, rows=7)

    def __call__(self, batch: pa.Table) -> pa.Table:
        keys = self._kernel.read(batch.column("text")).band_key_array()
        return batch.append_column("band_keys", keys.cast(pa.list_(pa.uint64())))


dataset = ray.data.read_json(sys.argv[1]).map_batches(AddKeys, batch_format="pyarrow", concurrency=1)
print([row["band_keys"] for row in dataset.take_all()])
