"""SetSimilaritySearch: all pairs of a .sets file. Usage: FILE THRESHOLD REPETITIONS"""
import json
import sys
from importlib.metadata import version
from time import perf_counter

from SetSimilaritySearch import all_pairs

path, threshold, repetitions = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
began = perf_counter()
with open(path, encoding="utf-8") as file:
    sets = [[int(element) for element in line.split()] for line in file]
read_seconds = perf_counter() - began
joins = []
for _ in range(repetitions):
    start = perf_counter()
    pairs = sum(1 for _ in all_pairs(sets, similarity_func_name="jaccard", similarity_threshold=threshold))
    joins.append(perf_counter() - start)
print(json.dumps({"peer": "SetSimilaritySearch", "version": version("SetSimilaritySearch"), "sets": len(sets),
                  "pairs": pairs, "readSeconds": read_seconds, "joinSeconds": joins}))
