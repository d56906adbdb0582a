"""rensa: RMinHash with its update path and RMinHashLSH. Usage: FILE PAIRS BANDS ROWS

Every document queries the index before it is added, so each candidate pair is found once. Candidates are not verified.
"""
import sys
from importlib.metadata import version
from time import perf_counter

from rensa import RMinHash, RMinHashLSH

from shingles import PairWriter, documents, report, shingles

SEED = 42
path, out, bands, rows = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
began = perf_counter()
slots = bands * rows
index = RMinHashLSH(threshold=0.8, num_perm=slots, num_bands=bands)
pairs = PairWriter(out)
count = 0
for text in documents(path):
    found = shingles(text)
    if found:
        sketch = RMinHash(num_perm=slots, seed=SEED)
        sketch.update(found)
        for other in set(index.query(sketch)):
            pairs.write(other, count)
        index.insert(count, sketch)
    count += 1
pairs.close()
report(peer="rensa", version=version("rensa"), documents=count, pairs=pairs.count,
       bands=bands, rows=rows, seconds=perf_counter() - began)
