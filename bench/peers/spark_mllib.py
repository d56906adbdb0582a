"""Spark MLlib: MinHashLSH and its approxSimilarityJoin of the documents with themselves. Usage: FILE OUT THRESHOLD TABLES

TABLES is a list such as `2,3`: the numbers of hash tables, each with a folder OUT/TABLES of pairs. The join computes the exact
distance of every candidate and keeps the pairs that reach the threshold. Everything runs in the JVM. The sets and hashes are
cached before they are joined, because the join uses them twice.
"""
import sys
from time import perf_counter

from pyspark import StorageLevel
from pyspark.ml import Pipeline
from pyspark.ml.feature import HashingTF, MinHashLSH, NGram, RegexTokenizer
from pyspark.sql import functions as F

from spark_words import K, open_session, read_documents, report, write_pairs

#: So many that different shingles of a document rarely share one; vectors are sparse, so their number costs nothing.
FEATURES = 1 << 24
#: The join keeps distances below its limit, and a pair at the threshold must be among them.
ROUNDING = 1e-9

path, out, threshold, tables = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4].split(",")
began = perf_counter()
spark = open_session("MLlib MinHashLSH")
to_sets = Pipeline(
    stages=[
        RegexTokenizer(inputCol="text", outputCol="words", pattern=r"[\p{L}\p{N}]+", gaps=False, toLowercase=True),
        NGram(inputCol="words", outputCol="shingles", n=K),
        HashingTF(inputCol="shingles", outputCol="features", numFeatures=FEATURES, binary=True),
    ]
)
documents = read_documents(spark, path)
sets = to_sets.fit(documents).transform(documents).where(F.size("shingles") > 0).select("id", "features")
for number in tables:
    model = MinHashLSH(inputCol="features", outputCol="hashes", numHashTables=int(number), seed=1).fit(sets)
    hashed = model.transform(sets).persist(StorageLevel.MEMORY_AND_DISK)
    joined = model.approxSimilarityJoin(hashed, hashed, 1 - threshold + ROUNDING, distCol="distance")
    pairs = joined.where("datasetA.id < datasetB.id").select(
        F.col("datasetA.id").alias("a"), F.col("datasetB.id").alias("b"), (1 - F.col("distance")).alias("similarity")
    )
    write_pairs(pairs, f"{out}/{number}")
    hashed.unpersist()
report(peer="MLlib", version=spark.version, tables=tables, seconds=perf_counter() - began)
spark.stop()
