"""A plain MinHash job in PySpark, as commonly published: Python functions over an RDD. Usage: FILE OUT LAYOUTS

The steps are those of text-dedup (minhash_spark.py, used for The Stack): a function makes the keys of a document's bands with
SHA-1 and numpy, groupByKey collects buckets, each bucket connects its documents to the smallest one, and alternating large and
small stars find the components. Candidates are not verified. Its partitions here are four per core instead of two per permutation.
LAYOUTS is a list of bands × rows such as `16x8,18x7`, each with a folder OUT/LAYOUT: a component's smallest document and another one.
"""
import hashlib
import struct
import sys
from time import perf_counter

import numpy as np

from spark_words import open_session, read_documents, report, shingles, write_pairs

MAX_HASH = np.uint64((1 << 32) - 1)
PRIME = np.uint64((1 << 61) - 1)
#: Per core.
PARTITIONS = 4


def sha1_32(shingle):
    return struct.unpack("<I", hashlib.sha1(shingle.encode()).digest()[:4])[0]


def band_keys(text, position, bands, rows, factors, summands):
    found = shingles(text)
    if not found:
        return []
    hashes = np.fromiter(map(sha1_32, found), np.uint64, len(found))
    signature = (((hashes[:, None] * factors + summands) % PRIME) & MAX_HASH).min(axis=0)
    return [((band, signature[band * rows : (band + 1) * rows].tobytes()), position) for band in range(bands)]


def edges_of(bucket):
    members = list(bucket)
    smallest = min(members)
    return [(member, smallest) for member in members if member != smallest]


def large_star(group):
    node, neighbors = group
    members = [node, *neighbors]
    smallest = min(members)
    return [(member, smallest) for member in members if member > node]


def small_star(group):
    node, neighbors = group
    members = [node, *neighbors]
    smallest = min(members)
    return [(member, smallest) for member in members if member != smallest]


def components_of(edges, partitions):
    stars = edges
    while True:
        both = stars.flatMap(lambda edge: [edge, edge[::-1]])
        large = both.groupByKey(partitions).flatMap(large_star).distinct(partitions).cache()
        down = large.map(lambda edge: (max(edge), min(edge)))
        stars = down.groupByKey(partitions).flatMap(small_star).distinct(partitions).cache()
        if stars.subtract(large).isEmpty() and large.subtract(stars).isEmpty():
            return stars


def find(spark, documents, bands, rows, folder):
    partitions = PARTITIONS * spark.sparkContext.defaultParallelism
    random = np.random.RandomState(42)
    factors = random.randint(1, int(PRIME), bands * rows, np.uint64)
    summands = random.randint(0, int(PRIME), bands * rows, np.uint64)
    keys = documents.rdd.repartition(partitions).flatMap(
        lambda row: band_keys(row.text, row.id, bands, rows, factors, summands)
    )
    buckets = keys.groupByKey(partitions).values()
    edges = buckets.flatMap(edges_of).distinct(partitions).cache()
    stars = components_of(edges, partitions)
    write_pairs(spark.createDataFrame(stars.map(lambda edge: (edge[1], edge[0])), "a bigint, b bigint"), folder)


def main():
    path, out, layouts = sys.argv[1], sys.argv[2], sys.argv[3].split(",")
    began = perf_counter()
    spark = open_session("plain MinHash")
    documents = read_documents(spark, path)
    for layout in layouts:
        bands, rows = map(int, layout.split("x"))
        find(spark, documents, bands, rows, f"{out}/{layout}")
    report(peer="PySpark MinHash", version=spark.version, layouts=layouts, seconds=perf_counter() - began)
    spark.stop()


if __name__ == "__main__":
    main()
