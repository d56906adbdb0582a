"""The candidate pairs of a datatrove run, for its recall. Usage: FOLDER PAIRS

datatrove writes only neighbors in a bucket, a–b and b–c; here every two documents of a bucket are a pair, as its
clusters take them. This is not part of the time measured.
"""
import glob
import struct
import sys
from itertools import combinations

from shingles import PairWriter

folder, out = sys.argv[1], sys.argv[2]
starts = [0]
for part in sorted(glob.glob(f"{folder}/input/*.jsonl")):
    with open(part, "rb") as lines:
        starts.append(starts[-1] + sum(1 for _ in lines))

seen = set()
for path in sorted(glob.glob(f"{folder}/buckets/*.dups")):
    with open(path, "rb") as file:
        links = [(starts[f] + d, starts[g] + e) for f, d, g, e in struct.iter_unpack("<4I", file.read())]
    buckets = []
    for a, b in links:
        if buckets and buckets[-1][-1] == a:
            buckets[-1].append(b)
        else:
            buckets.append([a, b])
    for bucket in buckets:
        seen.update(combinations(sorted(bucket), 2))

pairs = PairWriter(out)
for a, b in sorted(seen):
    pairs.write(a, b)
pairs.close()
