import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import pandas as pd
import pyarrow as pa

import likewise

TEXT = "the plane was ready for touch down on the long runway of the old airport"
TABLE = pa.table(
    {
        "id": ["a", "2020-01-01", "c", "d"],
        "text": pa.array([TEXT, TEXT.upper(), "something else entirely that no other document has", TEXT + " tonight"], pa.large_string()),
        "kind": pa.array(["x", "y", "x", "y"]).dictionary_encode(),
    }
)


class Commands(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_find_gives_the_same_for_a_table_a_frame_and_a_file(self) -> None:
        found = likewise.find(TABLE, threshold=0.7, quiet=True)
        pairs = [("a", "2020-01-01"), ("a", "d"), ("2020-01-01", "d")]
        self.assertEqual([(pair["a"], pair["b"]) for pair in found.pairs.to_pylist()], pairs)
        self.assertEqual(found.clusters["members"].to_pylist(), [["a", "2020-01-01", "d"]])
        self.assertEqual((found.summary["documents"], found.summary["pairs"], found.summary["written"]), (4, 3, []))
        frame = TABLE.to_pandas()
        self.assertTrue(likewise.find(frame, threshold=0.7, quiet=True).pairs.equals(found.pairs))
        file = self.folder / "documents.jsonl"
        frame.to_json(file, orient="records", lines=True)
        written = self.folder / "pairs.jsonl"
        from_file = likewise.find(file, threshold=0.7, quiet=True, pairs=written)
        self.assertIsNone(from_file.pairs)
        self.assertEqual(len(written.read_text().splitlines()), 3)
        self.assertTrue(from_file.clusters.equals(found.clusters))

    def test_dedup_keeps_rows_as_they_are(self) -> None:
        done = likewise.dedup(TABLE, threshold=0.7, quiet=True)
        self.assertTrue(done.kept.equals(TABLE.take([0, 2])))
        self.assertEqual(done.removed["id"].to_pylist(), ["2020-01-01", "d"])
        self.assertEqual(done.removed["survivor"].to_pylist(), ["a", "a"])
        frame = TABLE.to_pandas().set_index(pd.Index([7, 8, 9, 10]))
        kept = likewise.dedup(frame, threshold=1, id=False, quiet=True).kept
        self.assertEqual(kept.index.tolist(), [7, 9, 10])

    def test_dedup_of_what_has_no_duplicates(self) -> None:
        done = likewise.dedup(TABLE.slice(2), quiet=True)
        self.assertTrue(done.kept.equals(TABLE.slice(2)))
        self.assertEqual((done.removed.num_rows, done.pairs.num_rows, done.clusters.num_rows), (0, 0, 0))

    def test_join_and_match(self) -> None:
        sets = pa.table({"id": [1, 2, 3], "items": [[1, 2, 3], [1, 2, 3, 4], [9]]})
        self.assertEqual(likewise.join(sets, list="items", threshold=0.7, quiet=True).pairs.to_pylist(), [{"a": 1, "b": 2, "similarity": 0.75}])
        people = pd.DataFrame({"id": [1, 2], "name": ["Ann Smith", "Bob Jones"], "phone": ["555 123 4567", "555 999 8888"]})
        others = pd.DataFrame({"id": [7, 8], "name": ["Anne Smith", "Carl Doe"], "phone": ["555 123 4567", "555 000 1111"]})
        found = likewise.match(people, others, score_by="points", one_to_one=True, quiet=True, threshold=0.6)
        self.assertEqual([(pair["a"], pair["b"]) for pair in found.pairs.to_pylist()], [("1", "7")])
        self.assertIsNone(found.clusters)

    def test_errors_have_their_hints(self) -> None:
        with self.assertRaises(likewise.UsageError) as caught:
            likewise.find(TABLE, treshold=0.5)
        self.assertIn("did you mean --threshold", str(caught.exception))
        self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(likewise.LikewiseError) as caught_file:
            likewise.find(self.folder / "none.jsonl")
        self.assertEqual(caught_file.exception.code, "unreadable-input")
        for source in (5, [], "-"):
            with self.assertRaises((TypeError, likewise.UsageError)):
                likewise.find(source)

    @unittest.skipIf(os.name == "nt", "signals of POSIX")
    def test_ctrl_c_interrupts_the_program(self) -> None:
        file, run = self.folder / "documents.jsonl", self.folder / "run"
        with open(file, "w", encoding="utf-8") as lines:
            for i in range(60):
                text = " ".join(f"w{(i * j * 7919) % 100_003}" for j in range(150))
                lines.write(f'{{"text": "{text}"}}\n' * 1000)
        script = [
            "import likewise",
            "try:",
            f"    likewise.find({str(file)!r}, run_dir={str(run)!r}, workers=1, recall=1)",
            "except KeyboardInterrupt:",
            "    print('interrupted')",
        ]
        child = subprocess.Popen(
            [sys.executable, "-c", "\n".join(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        while not run.exists() and child.poll() is None:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        printed, shown = child.communicate(timeout=60)
        self.assertEqual(printed, "interrupted\n", shown)


if __name__ == "__main__":
    unittest.main()
