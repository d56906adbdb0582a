import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
from pathlib import Path

import numpy as np
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

    def test_ids_have_the_type_of_the_table_and_columns_their_order(self) -> None:
        numbers = [pa.int64(), pa.int32(), pa.uint64(), pa.float64(), pa.decimal128(5, 2)]
        cases = [*((pa.array([1, 2, 3], kind), kind) for kind in numbers), (pa.array([1, 2, 2**60 + 1]), pa.int64()), (pa.array([1, 2, 2.5]), pa.float64())]
        for ids, kind in cases:
            done = likewise.dedup(pa.table({"id": ids, "text": [TEXT] * 3}), id="id", quiet=True)
            self.assertEqual(done.pairs.column_names, ["a", "b", "similarity"])
            self.assertEqual(done.clusters.column_names[:4], ["cluster", "members", "size", "pairs"])
            found = [done.pairs["a"].type, done.pairs["b"].type, done.removed["id"].type, done.removed["survivor"].type, done.clusters["members"].type.value_type]
            self.assertEqual(found, [kind] * 5)
            self.assertEqual(done.clusters["members"].to_pylist(), [ids.to_pylist()])
            self.assertEqual(done.removed["id"].to_pylist(), ids.to_pylist()[1:])
        people = pa.table({"id": [1, 2, 3], "name": ["Ann Smith", "Bob Jones", "Ann Smith"], "phone": ["555 123 4567", "555 999 8888", "555 123 4567"]})
        found = likewise.match(people, score_by="points", threshold=0.6, quiet=True)
        self.assertEqual([(pair["a"], pair["b"]) for pair in found.pairs.to_pylist()], [(1, 3)])

    def test_ids_of_a_file_are_numbers_or_texts(self) -> None:
        file = self.folder / "documents.jsonl"
        for ids, expected in (([1, 2, 2.5], [1.0, 2.0, 2.5]), ([1, 2, "x"], ["1", "2", "x"])):
            file.write_text("".join(f"{json.dumps({'id': id, 'text': TEXT})}\n" for id in ids), encoding="utf-8")
            found = likewise.find(file, id="id", quiet=True)
            self.assertEqual(found.pairs["a"].type, found.pairs["b"].type)
            self.assertEqual(found.clusters["members"].to_pylist(), [expected])

    def test_dedup_of_a_long_document(self) -> None:
        text = "long " * 5_000_000
        done = likewise.dedup(pa.table({"id": [1, 2], "text": [text, text]}), id="id", quiet=True)
        self.assertEqual(done.removed["id"].to_pylist(), [2])

    def test_dedup_keeps_rows_as_they_are(self) -> None:
        done = likewise.dedup(TABLE, threshold=0.7, quiet=True)
        self.assertTrue(done.kept.equals(TABLE.take([0, 2])))
        self.assertEqual(done.removed["id"].to_pylist(), ["2020-01-01", "d"])
        self.assertEqual(done.removed["survivor"].to_pylist(), ["a", "a"])
        frame = TABLE.to_pandas().set_index(pd.Index([7, 8, 9, 10]))
        kept = likewise.dedup(frame, threshold=1, id=False, quiet=True).kept
        self.assertEqual(kept.index.tolist(), [7, 9, 10])

    def test_dedup_drops_skipped_rows_and_lists_them(self) -> None:
        texts = ["has no id", TEXT, "has an id that occurs before", TEXT.upper(), "something else entirely"]
        table = pa.table({"id": [None, 1, 1, 2, 3], "text": texts})
        for source in (table, table.to_pandas()):
            done = likewise.dedup(source, id="id", on_error="skip", quiet=True)
            self.assertEqual(list(done.kept["text"]) if source is not table else done.kept["text"].to_pylist(), [texts[1], texts[4]])
            self.assertEqual(done.removed["position"].to_pylist(), [0, 2, 3])
            self.assertEqual(done.removed["reason"].to_pylist(), ["skipped", "skipped", "equal"])
            self.assertEqual(done.removed.to_pylist()[2]["survivor"], 1)
            self.assertEqual((done.summary["kept"], done.summary["removed"], done.summary["skipped"]), (2, 1, 2))
        with self.assertRaises(likewise.UsageError):
            likewise.dedup(table, id="id", on_error="skip", engine="spark")

    def test_a_dry_run_has_only_a_summary(self) -> None:
        done = likewise.dedup(TABLE, threshold=0.7, dry_run=True, quiet=True)
        self.assertEqual((done.summary["kept"], done.kept, done.removed, done.pairs, done.clusters), (2, None, None, None, None))

    def test_dedup_against_other_documents(self) -> None:
        table, other = pa.table({"id": [1, 2], "text": [TEXT, "something else entirely"]}), self.folder / "other.jsonl"
        for id, survivor in (("007", "007"), (7, 7)):
            other.write_text(json.dumps({"id": id, "text": TEXT}), encoding="utf-8")
            done = likewise.dedup(table, against=other, quiet=True)
            self.assertEqual(done.removed.select(["id", "survivor"]).to_pylist(), [{"id": 1, "survivor": survivor}])
            self.assertEqual((done.kept["id"].to_pylist(), done.pairs["b"].to_pylist(), done.clusters), ([2], [survivor], None))
            self.assertEqual(likewise.find(table, against=other, also_within=True, quiet=True).clusters.num_rows, 0)

    def test_dedup_of_what_has_no_duplicates(self) -> None:
        done = likewise.dedup(TABLE.slice(2), quiet=True)
        self.assertTrue(done.kept.equals(TABLE.slice(2)))
        self.assertEqual((done.removed.num_rows, done.pairs.num_rows, done.clusters.num_rows), (0, 0, 0))

    def test_tables_without_rows_have_no_pairs(self) -> None:
        for source in (TABLE.slice(0, 0), TABLE.to_pandas().iloc[:0]):
            done = likewise.dedup(source, quiet=True)
            self.assertEqual((len(done.kept), done.removed.num_rows, done.pairs.num_rows, done.clusters.num_rows), (0, 0, 0, 0))
        with self.assertRaisesRegex(likewise.LikewiseError, "^table b: the file has no records"):
            likewise.match(TABLE, TABLE.slice(0, 0), quiet=True)

    def test_string_views_as_in_polars_are_strings(self) -> None:
        views = {"text": pa.array([TEXT, TEXT], pa.string_view()), "tags": pa.array([["x"], ["y"]], pa.list_(pa.string_view()))}
        for source in (pa.table(views), pa.record_batch(views), _Stream(pa.table(views))):
            self.assertEqual(likewise.dedup(source, quiet=True).kept.to_pylist(), [{"text": TEXT, "tags": ["x"]}])
        self.assertEqual(likewise.join(pa.table(views), list="tags", quiet=True).pairs.num_rows, 0)

    def test_options_are_numbers_of_any_kind_but_no_tables(self) -> None:
        self.assertEqual(likewise.find(TABLE, threshold=np.float32(0.75), workers=np.int64(1), quiet=True).summary["threshold"], 0.75)
        for table in (TABLE, TABLE.to_pandas()):
            with self.assertRaisesRegex(likewise.UsageError, "against= does not accept a table; write it"):
                likewise.find(TABLE, against=table)

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

    def test_dedup_reads_a_stream_once(self) -> None:
        table = pa.table({"id": [1, 2, 3], "text": [TEXT, TEXT.upper(), "something else entirely that no other document has"]})
        found = likewise.dedup(pa.RecordBatchReader.from_batches(table.schema, table.to_batches()), threshold=0.8, quiet=True)
        self.assertEqual(found.kept["id"].to_pylist(), [1, 3])

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

    def test_frames_and_series_that_are_no_tables_have_clear_errors(self) -> None:
        mixed = pd.DataFrame({"id": pd.Series([1, "a"], dtype=object), "text": [TEXT, TEXT]})
        with self.assertRaisesRegex(likewise.UsageError, "column id .*astype"):
            likewise.find(mixed)
        for source in (pd.Series([TEXT]), pa.chunked_array([[TEXT]]), pa.array([TEXT]), {"text": [TEXT]}):
            with self.assertRaisesRegex(TypeError, "expected a path, .* or a data frame"):
                likewise.find(source)

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

    @unittest.skipIf(os.name == "nt", "links of POSIX")
    def test_spark_is_searched_in_this_python_first(self) -> None:
        # Only a Python outside the PATH has this pyspark, whose spark-submit creates a file and fails.
        python, submit = self.folder / "bin" / "python3", self.folder / "pyspark" / "bin" / "spark-submit"
        for path in (python, submit):
            path.parent.mkdir(parents=True)
        python.write_text(f"#!/bin/sh\nPYTHONPATH={self.folder}:$PYTHONPATH exec {sys.executable} \"$@\"\n")
        submit.write_text(f"#!/bin/sh\ntouch {self.folder / 'called'}\nexit 1\n")
        for path in (python, submit):
            path.chmod(0o755)
        (self.folder / "pyspark" / "__init__.py").write_text("")
        (self.folder / "documents.jsonl").write_text('{"text": "a"}\n')
        clean = {name: value for name, value in os.environ.items() if name != "SPARK_HOME" and not name.startswith("PYSPARK")}
        with unittest.mock.patch.object(sys, "executable", str(python)), unittest.mock.patch.dict(os.environ, clean, clear=True):
            with self.assertRaises(likewise.LikewiseError):
                likewise.find(self.folder / "documents.jsonl", engine="spark", master="local[1]", quiet=True)
        self.assertTrue((self.folder / "called").exists())

    def test_the_summary_lists_only_files_of_the_caller(self) -> None:
        pairs = self.folder / "pairs.jsonl"
        for options, expected in (({}, ""), ({"pairs": pairs}, f"  written     {pairs}\n")):
            with unittest.mock.patch("sys.stderr", io.StringIO()) as shown:
                likewise.find(TABLE, **options)
            self.assertIn("  pairs ", shown.getvalue())
            self.assertEqual("".join(line for line in shown.getvalue().splitlines(True) if "written" in line), expected)

    def test_errors_have_their_hints(self) -> None:
        with self.assertRaises(likewise.UsageError) as caught:
            likewise.find(TABLE, treshold=0.5)
        self.assertIn("did you mean --threshold", str(caught.exception))
        self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(likewise.LikewiseError) as caught_file:
            likewise.find(self.folder / "none.jsonl")
        self.assertEqual(caught_file.exception.code, "unreadable-input")
        with self.assertRaisesRegex(likewise.LikewiseError, "^table a, line 2: the field .items. has null"):
            likewise.join(pa.table({"items": [["x"], [None]]}), list="items", quiet=True)
        for source in (5, [], "-"):
            with self.assertRaises((TypeError, likewise.UsageError)):
                likewise.find(source)

    @unittest.skipUnless(Path("/proc/self/task").exists(), "lists child processes by /proc")
    def test_the_program_stops_when_python_is_killed(self) -> None:
        # A pipe that never ends, so that the program does not either.
        file, temporary = self.folder / "documents.jsonl", self.folder / "temporary"
        os.mkfifo(file)
        pipe = os.open(file, os.O_RDWR)
        self.addCleanup(os.close, pipe)
        temporary.mkdir()
        environment = {**os.environ, "TMPDIR": str(temporary)}
        call = f"likewise.find({str(file)!r})"
        child = subprocess.Popen([sys.executable, "-c", f"import likewise; {call}"], env=environment, stderr=subprocess.DEVNULL)
        # The folders of Python and of the program.
        while len(list(temporary.iterdir())) < 2 and child.poll() is None:
            time.sleep(0.01)
        [program] = Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text().split()
        child.kill()
        child.wait()
        deadline = time.monotonic() + 30
        while _is_running(program) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertFalse(_is_running(program))
        self.assertNotEqual(list(temporary.iterdir()), [])
        call = "likewise.find(pa.table({'text': ['a b c', 'd e f']}), quiet=True)"
        subprocess.run([sys.executable, "-c", f"import likewise, pyarrow as pa; {call}"], env=environment, check=True)
        self.assertEqual(list(temporary.iterdir()), [])

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


def _is_running(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(") ", 1)[1][0] not in "ZX"
    except FileNotFoundError:
        return False


class _Stream:
    """Has the Arrow stream interface, as a Polars data frame has."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


if __name__ == "__main__":
    unittest.main()
