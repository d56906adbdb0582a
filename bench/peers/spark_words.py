"""What the peers on Spark share: the session, the documents, their shingles, and what is printed at the end. It needs only Python:
executors import it, too.
"""
import json
import re

#: Words per shingle.
K = 5
#: Runs of letters and digits, as in shingles.py, which needs packages that executors may lack.
WORDS = re.compile(r"[^\W_]+").findall


def open_session(name):
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName(name).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def read_documents(spark, path):
    """The schema is given, so that the file is read once. Spark splits it into one part per core or more."""
    return spark.read.schema("id bigint, text string").json(path)


def shingles(text):
    words = WORDS(text.lower())
    if len(words) < K:
        return {" ".join(words)} if words else set()
    return set(map(" ".join, zip(*(words[i:] for i in range(K)))))


def write_pairs(pairs, folder):
    """Writes columns a and b as JSON Lines, in one step with whatever computes them."""
    pairs.write.mode("overwrite").json(folder)


def report(**values):
    print(json.dumps(values), flush=True)
