"""Compares ``likewise.kernel`` with answers of the TypeScript definition.

Reads JSON Lines from stdin: {"options": …, "texts": […], "sizes": […], "textHashes": […], …} per line, and prints how many texts
were compared. Called by test/python/python.test.ts.
"""

import json
import sys

import numpy as np
import pyarrow as pa

from likewise import kernel


def main() -> int:
    compared = fallbacks = 0
    for line in sys.stdin:
        case = json.loads(line)
        made = kernel.Kernel(**case["options"], keep_sets=True, keep_signatures=True)
        texts = pa.array(case["texts"], pa.large_string() if compared % 2 else pa.string())
        batch = made.read(texts)
        answers = {
            "sizes": batch.sizes,
            "textHashes": batch.text_hashes.view(np.uint32),
            "contents": batch.content_hashes.view(np.uint32),
            "signatures": batch.signatures,
            "keys": batch.band_keys.view(np.uint32),
            "offsets": batch.set_offsets,
            "elements": batch.set_elements,
        }
        for name, answer in answers.items():
            expected = np.array(case[name], np.uint32)
            if not np.array_equal(answer.reshape(-1), expected):
                print(f"{case['options']}: {name} differ{where(case, batch)}", file=sys.stderr)
                return 1
        compared += len(batch)
        fallbacks += batch.unicode_fallbacks
    print(json.dumps({"compared": compared, "fallbacks": fallbacks}))
    return 0


def where(case: dict, batch: kernel.KernelBatch) -> str:
    expected = np.array(case["contents"], np.uint32).reshape(-1, 4)
    differing = np.flatnonzero((batch.content_hashes.view(np.uint32) != expected).any(axis=1))
    return "" if len(differing) == 0 else f", first at {case['texts'][differing[0]]!r}"


if __name__ == "__main__":
    sys.exit(main())
