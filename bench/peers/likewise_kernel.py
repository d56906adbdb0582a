"""likewise.kernel on an Arrow array, and datasketch on the same texts, on one thread. Usage: FILE DOCUMENTS PASSES

Prints one JSON object: microseconds of CPU per document, the best of the passes; datasketch runs once, on fewer documents.
"""
import json
import sys
import warnings
from importlib.metadata import version
from time import process_time

import numpy as np
import pyarrow as pa
import xxhash
from datasketch import MinHash

from likewise import kernel
from shingles import shingles

FEW = 100

path, documents, passes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with open(path, encoding="utf-8") as file:
    lines = [line for _, line in zip(range(documents), file)]
texts = pa.array([json.loads(line)["text"] for line in lines])


def best(work, count, passes):
    least = float("inf")
    for _ in range(passes):
        began = process_time()
        work()
        least = min(least, process_time() - began)
    return 1e6 * least / count


def by_update(sets):
    for elements in sets:
        sketch = MinHash(num_perm=128)
        for element in elements:
            sketch.update(element)


def by_batch(sets):
    for elements in sets:
        MinHash(num_perm=128).update_batch(elements)


def by_bulk(sets):
    for _ in MinHash.generator(sets, num_perm=128, hashfunc=xxhash.xxh32_intdigest):
        pass


warnings.simplefilter("ignore")
began = process_time()
keys = kernel.Kernel(bands=13, rows=7)
started = process_time() - began
signatures = kernel.Kernel(slots=128, keep_signatures=True)
minhash = kernel.Kernel(slots=128, sketch="minhash", keep_signatures=True)
sets = kernel.Kernel(sketch=None, keep_sets=True)
few = [line.as_py() for line in texts[:FEW]]
made = {name: best(lambda: reader.read(texts), len(texts), passes + 1) for name, reader in
        [("keys", keys), ("signatures", signatures), ("minhash", minhash), ("sets", sets)]}
peers = {way.__name__[3:]: best(lambda: way([s.encode() for s in shingles(text)] for text in few), FEW, 1)
         for way in (by_update, by_batch, by_bulk)}
last = keys.read(texts).band_keys
print(json.dumps({"documents": len(texts), "start": started, "kernel": made, "datasketch": peers,
                  "version": version("datasketch"), "first": np.ascontiguousarray(last[:1]).view(np.uint32)[0].tolist()}))
