"""datasketch: MinHash of 128 permutations, shingles included, on one thread. Usage: FILE DOCUMENTS

Prints one JSON object: microseconds of CPU per document. The ways are those of datasketch_lsh.py; `bulk` requires xxhash.
"""
import json
import sys
import warnings
from importlib.metadata import version
from time import process_time

from datasketch import MinHash

from spark_words import shingles

path, documents = sys.argv[1], int(sys.argv[2])
with open(path, encoding="utf-8") as file:
    texts = [json.loads(line)["text"] for _, line in zip(range(documents), file)]


def by_update(sets):
    for elements in sets:
        sketch = MinHash(num_perm=128)
        for element in elements:
            sketch.update(element)


def by_batch(sets):
    for elements in sets:
        MinHash(num_perm=128).update_batch(elements)


def by_bulk(sets):
    import xxhash

    for _ in MinHash.generator(sets, num_perm=128, hashfunc=xxhash.xxh32_intdigest):
        pass


warnings.simplefilter("ignore")
made = {}
for way in (by_update, by_batch, by_bulk):
    began = process_time()
    try:
        way([shingle.encode() for shingle in shingles(text)] for text in texts)
    except ImportError:
        continue
    made[way.__name__[3:]] = 1e6 * (process_time() - began) / len(texts)
print(json.dumps({"documents": len(texts), "datasketch": made, "version": version("datasketch")}))
