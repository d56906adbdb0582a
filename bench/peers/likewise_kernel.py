"""likewise.kernel on an Arrow array, on one thread. Usage: FILE DOCUMENTS PASSES

Prints one JSON object: microseconds of CPU per document, the best of the passes.
"""
import json
import sys
from importlib.metadata import version
from time import process_time

import numpy as np
import pyarrow as pa

from likewise import kernel

path, documents, passes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with open(path, encoding="utf-8") as file:
    texts = pa.array([json.loads(line)["text"] for _, line in zip(range(documents), file)])


def best(reader):
    reader.read(texts)
    fastest = float("inf")
    for _ in range(passes):
        began = process_time()
        reader.read(texts)
        fastest = min(fastest, process_time() - began)
    return 1e6 * fastest / len(texts)


keys = kernel.Kernel(bands=13, rows=7)
made = {
    "keys": best(keys),
    "signatures": best(kernel.Kernel(slots=128, keep_signatures=True)),
    "minhash": best(kernel.Kernel(slots=128, sketch="minhash", keep_signatures=True)),
    "sets": best(kernel.Kernel(sketch=None, keep_sets=True)),
}
# The last key of the last text, as a check that both kernels did the same.
checksum = int(np.ascontiguousarray(keys.read(texts).band_keys[-1]).view(np.uint32)[-1])
print(json.dumps({"documents": len(texts), "kernel": made, "checksum": checksum, "wasmtime": version("wasmtime"),
                  "python": sys.version.split()[0]}))
