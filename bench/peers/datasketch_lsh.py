"""datasketch: MinHash and MinHashLSH. Usage: FILE PAIRS BANDS ROWS WAY

WAY is how sketches are made: `update` as in its README, one shingle at a time; `batch`, MinHash.update_batch for each
document; `bulk`, MinHash.generator with xxhash instead of SHA-1, the fastest of the three.
Every document asks the index before it enters it, so each candidate pair comes once. Candidates are not verified.
"""
import sys
from importlib.metadata import version
from time import perf_counter

import xxhash
from datasketch import MinHash, MinHashLSH

from shingles import PairWriter, documents, report, shingles


def by_update(sets, slots):
    for elements in sets:
        sketch = MinHash(num_perm=slots)
        for element in elements:
            sketch.update(element)
        yield sketch


def by_batch(sets, slots):
    for elements in sets:
        sketch = MinHash(num_perm=slots)
        sketch.update_batch(elements)
        yield sketch


def by_bulk(sets, slots):
    return MinHash.generator(sets, num_perm=slots, hashfunc=xxhash.xxh32_intdigest)


path, out, bands, rows, way = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
began = perf_counter()
slots = bands * rows
index = MinHashLSH(num_perm=slots, params=(bands, rows))
pairs = PairWriter(out)
sets = ([shingle.encode() for shingle in shingles(text)] for text in documents(path))
count = 0
for sketch in {"update": by_update, "batch": by_batch, "bulk": by_bulk}[way](sets, slots):
    if not sketch.is_empty():
        for other in index.query(sketch):
            pairs.write(other, count)
        index.insert(count, sketch, check_duplication=False)
    count += 1
pairs.close()
report(peer="datasketch", version=version("datasketch"), documents=count, pairs=pairs.count,
       bands=bands, rows=rows, way=way, seconds=perf_counter() - began)
