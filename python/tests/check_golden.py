"""Answers the golden cases of shingles with ``likewise.kernel``. Run: python check_golden.py test/golden"""

import json
import sys
from pathlib import Path

from likewise import kernel


def main() -> int:
    wrong = 0
    for folder in sorted(Path(sys.argv[1]).glob("shingles-*")):
        case = json.loads((folder / "input.json").read_text(encoding="utf-8"))
        options = {"stop_words" if name == "stopWords" else name: value for name, value in case["options"].items()}
        if options.get("segment") == "dictionary":
            continue
        sets = kernel.shingle_sets(case["texts"], **options).to_pylist()
        is_same = sets == json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        wrong += not is_same
        print(f"{folder.name}: {'equal' if is_same else 'DIFFERENT'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
