"""Runs an SQL statement with DuckDB in a database of articles, and prints how many rows it returns."""

import os
import sys

import duckdb

is_new = not os.path.exists("articles.duckdb")
database = duckdb.connect("articles.duckdb")
if is_new:
    database.execute(
        "CREATE TABLE articles AS SELECT id, title, text AS body FROM read_json('articles.jsonl', format='newline_delimited')"
    )
print(len(database.execute(sys.argv[1]).fetchall()))
