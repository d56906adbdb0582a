"""datasketch: MinHashLSH as an index, in memory or on Redis. Usage: FILE SIZE BANDS ROWS QUERIES memory|PORT [documented] [plain]

Without bands (0), it chooses them itself for a threshold of 0.8, with its default of 128 permutations.

Sketches are made by MinHash.generator with xxhash, the fastest way (datasketch_lsh.py compares them), and it is not checked whether a key
exists. With `documented`, both are as its documentation shows: MinHash.update for each shingle, with its default hash function, SHA-1, and
insertion with its default check. Insertion is buffered (insertion_session), or with `plain`, one document at a time by `insert`. Answers are
candidates: they are not verified.
"""
import sys
from itertools import islice
from time import perf_counter, process_time

import xxhash
from datasketch import MinHash, MinHashLSH

from shingles import documents, report, shingles

path, size, bands, rows, query_count, storage = sys.argv[1], *map(int, sys.argv[2:6]), sys.argv[6]
is_plain, is_documented = "plain" in sys.argv[7:], "documented" in sys.argv[7:]
slots = bands * rows or 128


def sketches(texts):
    if is_documented:
        return map(updated, texts)
    sets = ([shingle.encode() for shingle in shingles(text)] for text in texts)
    return MinHash.generator(sets, num_perm=slots, hashfunc=xxhash.xxh32_intdigest)


def updated(text):
    sketch = MinHash(num_perm=slots)
    for shingle in shingles(text):
        sketch.update(shingle.encode("utf8"))
    return sketch


config = {} if storage == "memory" else {
    "storage_config": {"type": "redis", "redis": {"host": "127.0.0.1", "port": int(storage)}, "basename": f"peer-{bands}-{rows}-{is_plain}-{is_documented}".encode()}
}
chosen = {"params": (bands, rows)} if bands > 0 else {"threshold": 0.8}
index = MinHashLSH(num_perm=slots, **chosen, **config)
step = max(1, size // query_count)
queries = []


def read():
    for number, text in enumerate(islice(documents(path), size)):
        if number % step == 0:
            queries.append((number, " ".join(text.split(" ")[3:])))
        yield text


began, cpu = perf_counter(), process_time()
if is_plain:
    for number, sketch in enumerate(sketches(read())):
        index.insert(str(number), sketch)
else:
    with index.insertion_session() as session:
        for number, sketch in enumerate(sketches(read())):
            session.insert(str(number), sketch, check_duplication=is_documented)
added = size / (perf_counter() - began)
added_cpu = 1000 * (process_time() - cpu) / size

for number, text in queries:
    index.query(next(iter(sketches([text.rsplit(" ", 1)[0]]))))
times = []
found = 0
began, cpu = perf_counter(), process_time()
for number, text in queries:
    start = perf_counter()
    sketch = next(iter(sketches([text])))
    found += str(number) in index.query(sketch)
    times.append(1000 * (perf_counter() - start))
seconds = perf_counter() - began
cpu = 1000 * (process_time() - cpu) / len(queries)
times.sort()
report(documents=size, added=added, queried=len(queries) / seconds, p50=times[len(times) // 2],
       p99=times[int(0.99 * (len(times) - 1))], found=found / len(queries), cpu=cpu, addedCpu=added_cpu)
