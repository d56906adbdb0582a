# Near-duplicates in Python. Editors that support `# %%` cells (VS Code, Spyder, Jupytext) show this file as a notebook.
# Run: python near_duplicates.py examples/data

# %% The sample articles as a pandas frame
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa

import likewise
from likewise import kernel

DATA = Path(sys.argv[1] if len(sys.argv) > 1 else "examples/data")
articles = pd.read_json(DATA / "articles.jsonl", lines=True, convert_dates=False)
print(articles[["id", "source", "title"]].head())

# %% Pairs and clusters, and the recall of the search
found = likewise.find(articles, threshold=0.7, recall=0.95, text="text", id="id", quiet=True)
print(found.pairs.to_pandas().head())
print(found.clusters.to_pandas()[["size", "members"]].head())
print("recall at the threshold:", found.summary["recall"]["guaranteed"])

# %% Remove near-duplicates: kept rows stay in the same order, with the same types
done = likewise.dedup(articles, threshold=0.7, text="text", id="id", quiet=True)
print(len(done.kept), "kept,", done.removed.num_rows, "removed")

# %% The kernel in this process: signatures of an Arrow array, and the similarity estimated from them
texts = pa.array(articles["text"])
batch = kernel.Kernel(slots=128, keep_signatures=True).read(texts)
pair = found.pairs.to_pylist()[0]
a, b = (articles.index[articles["id"] == pair[side]][0] for side in "ab")
estimate = np.mean(batch.signatures[a] == batch.signatures[b])
print(f"{pair['a']} and {pair['b']}: {pair['similarity']:.3f}, estimated as {estimate:.3f}")

# %% Band keys: documents with the same key in a band are candidates. Arrow counts the documents per key
keys = kernel.Kernel(bands=13, rows=7).read(texts).band_keys
band = pa.table({"key": keys[:, 0]}).group_by("key").aggregate([("key", "count")])
print("buckets of the first band with more than one document:", sum(count > 1 for count in band["key_count"].to_pylist()))
