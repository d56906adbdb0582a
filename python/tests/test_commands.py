import json
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

    def test_similarities_are_floats_even_if_all_are_1(self) -> None:
        for ids in (["a", "b", "c"], [1, 2, 3], ["a", "1", "c"]):
            done = likewise.dedup(pa.table({"id": ids, "text": [TEXT, TEXT, "other"]}), quiet=True)
            self.assertEqual(done.pairs.to_pylist(), [{"a": ids[0], "b": ids[1], "similarity": 1.0}])
            names = ("minSimilarity", "meanSimilarity")
            types = [done.pairs.schema.field("similarity"), done.removed.schema.field("similarity"), *map(done.clusters.schema.field, names)]
            self.assertEqual([field.type for field in types], [pa.float64()] * 4)

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

    def _sources(self, name: str, table: pa.Table) -> list[object]:
        """The same rows as a path, a list of paths, an Arrow table, a record batch, a pandas frame, and something with Arrow's interface."""
        path = self.folder / f"{name}.jsonl"
        path.write_text("".join(f"{json.dumps(row)}\n" for row in table.to_pylist()), encoding="utf-8")
        return [str(path), path, [path], table, table.to_batches()[0], table.to_pandas(), _Stream(table)]

    def test_join_gives_the_same_for_every_source(self) -> None:
        sets = pa.table({"id": [1, 2, 3], "items": [[1, 2, 3], [1, 2, 3, 4], [9]]})
        others = pa.table({"id": [7, 8], "items": [[9], [1, 2, 3, 4, 5]]})
        within, across = [{"a": 1, "b": 2, "similarity": 0.75}], [{"a": 2, "b": 8, "similarity": 0.8}, {"a": 3, "b": 7, "similarity": 1.0}]
        for a, b in zip(self._sources("sets", sets), self._sources("others", others)):
            found = likewise.join(a, list="items", threshold=0.7, quiet=True)
            self.assertEqual((found.pairs.to_pylist(), found.clusters, found.summary["written"]), (within, None, []))
            self.assertEqual(likewise.join(a, b, list="items", threshold=0.7, quiet=True).pairs.to_pylist(), across)

    def test_match_gives_the_same_for_every_source(self) -> None:
        people = pa.table({"id": ["1", "2"], "name": ["Ann Smith", "Bob Jones"], "phone": ["555 123 4567", "555 999 8888"]})
        others = pa.table({"id": ["7", "8"], "name": ["Anne Smith", "Carl Doe"], "phone": ["555 123 4567", "555 000 1111"]})
        both = pa.table({"id": ["1", "2", "7"], "name": ["Ann Smith", "Bob Jones", "Anne Smith"], "phone": ["555 123 4567", "555 999 8888", "555 123 4567"]})
        options = {"score_by": "points", "threshold": 0.6, "quiet": True}
        for a, b, one in zip(*(self._sources(name, table) for name, table in (("people", people), ("others", others), ("both", both)))):
            found = likewise.match(a, b, one_to_one=True, **options)
            self.assertEqual([(pair["a"], pair["b"]) for pair in found.pairs.to_pylist()], [("1", "7")])
            self.assertIsNone(found.clusters)
            found = likewise.match(one, **options)
            self.assertEqual(found.clusters["members"].to_pylist(), [["1", "7"]])

    @unittest.skipIf(os.name == "nt", "terminals of POSIX")
    def test_progress_is_shown_on_a_terminal_and_where_it_is_requested(self) -> None:
        code = "import likewise, sys; likewise.find(sys.argv[1], **eval(sys.argv[2]))"
        file = self.folder / "documents.jsonl"
        TABLE.to_pandas().to_json(file, orient="records", lines=True)

        def shown(options: str, *, has_terminal: bool) -> str:
            read, write = os.openpty() if has_terminal else os.pipe()
            child = subprocess.Popen([sys.executable, "-c", code, str(file), options], stderr=write)
            os.close(write)
            parts = []
            while True:
                try:
                    part = os.read(read, 65536)
                except OSError:  # A terminal whose other end is closed.
                    break
                if not part:
                    break
                parts.append(part)
            os.close(read)
            self.assertEqual(child.wait(), 0)
            return b"".join(parts).decode()

        self.assertRegex(shown("{}", has_terminal=True), r"reading and sketching[^\n]*\r")
        self.assertRegex(shown("{'progress': 'bar'}", has_terminal=False), r"reading and sketching[^\n]*\r")
        self.assertNotIn("reading", shown("{'quiet': True}", has_terminal=True))
        self.assertEqual(shown("{'quiet': True}", has_terminal=False), "")

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
            f"    likewise.find({str(file)!r}, run_dir={str(run)!r}, workers=1, recall=1, max_group=10)",
            "except KeyboardInterrupt as stopped:",
            "    print(stopped)",
        ]
        child = subprocess.Popen(
            [sys.executable, "-c", "\n".join(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        while not run.exists() and child.poll() is None:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        printed, shown = child.communicate(timeout=60)
        self.assertRegex(printed, "^interrupted.*resume", shown)
        resumed = likewise.find(file, run_dir=run, resume=True, workers=1, recall=1, quiet=True, max_group=10)
        self.assertEqual(resumed.summary["documents"], 60_000)


class _Stream:
    """Has the Arrow stream interface, as a Polars data frame has."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


if __name__ == "__main__":
    unittest.main()
