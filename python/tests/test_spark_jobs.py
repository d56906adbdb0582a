"""The parts of the Spark program that need Spark: rows that are read twice and written as they were, connected components, and what is
checked before a search and released after it."""

import datetime as dt
import json
import os
import random
import re
import sys
import tempfile
import unittest
import unittest.mock
from contextlib import nullcontext
from decimal import Decimal
from pathlib import Path
from typing import Any, Iterator

import pyarrow as pa
from likewise.spark.batches import BATCH_BYTES, map_batches
from likewise.spark.components import connected_components
from likewise.spark.checkpoints import Checkpoints, saved
from likewise.spark.errors import Refused
from likewise.spark.inputs import Side, open_side
from likewise.spark import replacing as replacing_module
from likewise.spark.replacing import Replacing
from likewise.spark.session import Session
from likewise.spark.tables import write_table
from pyspark.sql import Row, SparkSession
from pyspark.sql import types as T

PLAN = {"method": "exact", "threshold": 0.7, "similarity": "jaccard", "shingle": {"kind": "words", "k": 3}}
CONF = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.memory": "700m",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.session.timeZone": "America/New_York",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    # A setting of the user that this program does not need.
    "spark.sql.execution.arrow.useLargeVarTypes": "true",
}
#: Shuffled partitions are joined by their size, which depends on the columns that are read.
JOINED = {
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.adaptive.coalescePartitions.parallelismFirst": "false",
    "spark.sql.adaptive.advisoryPartitionSizeInBytes": "20k",
    "spark.sql.shuffle.partitions": "8",
}
TYPES = T.StructType(
    [
        T.StructField("id", T.StringType()),
        T.StructField("text", T.StringType()),
        T.StructField("at", T.TimestampType()),
        T.StructField("local", T.TimestampNTZType()),
        T.StructField("day", T.DateType()),
        T.StructField("price", T.DecimalType(38, 9)),
        T.StructField("raw", T.BinaryType()),
        T.StructField("a.b", T.DoubleType()),
        T.StructField("a", T.StructType([T.StructField("b", T.LongType()), T.StructField("c.d", T.ArrayType(T.TimestampType()))])),
        T.StructField("tags", T.MapType(T.StringType(), T.IntegerType())),
        T.StructField("`odd` name", T.ShortType()),
    ]
)

OTHER_PYTHON = """import collections, sys
sys.version_info = collections.namedtuple("Version", "major minor micro releaselevel serial")(3, 9, 0, "final", 0)
"""


class SilentChannel:
    def send(self, message: dict[str, Any]) -> None:
        json.dumps(message)


def text_of(number: int) -> str:
    """Two successive documents have the same words in the same order."""
    return " ".join(f"w{number // 2}x{i}" for i in range(12)) + (" more" if number % 2 else "")


def typed_row(number: int) -> tuple[Any, ...]:
    moment = dt.datetime(2024, 11, 3, 1, 30, 0, 123_456 + number)
    nothing = number % 3 == 0
    return (
        f"d{number:02}",
        text_of(number),
        moment.replace(tzinfo=dt.timezone.utc),
        moment,
        dt.date(1583, 1, 1 + number),
        Decimal(f"{12345678901234567890 + number}.123456789"),
        bytes([0, 255, number, 200]),
        None if nothing else number / 3,
        None if nothing else (2**60 + number, [moment.replace(tzinfo=dt.timezone.utc), None]),
        {"é": number},
        number,
    )


class Jobs(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        builder = SparkSession.builder.master("local[2]").config("spark.sql.warehouse.dir", cls.uri("warehouse"))
        for name, value in CONF.items():
            builder = builder.config(name, value)
        cls.spark = builder.getOrCreate()
        cls.addClassCleanup(cls.spark.stop)
        cls.session = Session(SilentChannel())  # type: ignore[arg-type]
        try:
            saved(cls.spark.range(3))
        except Refused as error:
            cls.problem_without_folder = error.problem
        cls.session.answer({"do": "check", "checkpoints": cls.uri("checkpoints"), "isFolderRequested": True})

    @classmethod
    def uri(cls, name: str) -> str:
        return (cls.folder / name).as_uri()

    @staticmethod
    def side(kind: str, path: str) -> dict[str, Any]:
        return {"format": kind, "paths": [path], "textFields": ["text"], "idField": "id"}

    def find(self, *sides: dict[str, Any], on_error: str = "stop") -> dict[str, Any]:
        return self.session.answer({"do": "find", "id": 1, "sides": list(sides), "plan": PLAN, "buckets": None, "onError": on_error})

    def assert_nothing_left(self) -> None:
        """No search, no cached rows, and no checkpoints."""
        self.assertEqual(self.session._searches, {})
        self.assertEqual(list(self.spark.sparkContext._jsc.getPersistentRDDs().values()), [])
        [own] = (self.folder / "checkpoints").iterdir()
        self.assertEqual({path.name for path in own.iterdir()} - {"mark", ".mark.crc"}, set())

    def dedup(self, side: dict[str, Any], kept: str, *, is_held: bool) -> dict[str, Any]:
        """Removes documents; the pairs are held by the driver or in tables. Returns the ids of survivors by those of removed documents."""
        answer = self.session.answer
        found = self.find(side)
        self.session._searches[1]._held_pairs = 1000 if is_held else 0
        answer({"do": "match", "search": 1, "oversized": [], "withSizes": False, "columns": {}})
        outputs = {"kept": kept, "removed": self.uri("removed.jsonl"), "overwrite": True}
        counts = answer({"do": "dedup", "search": 1, "survivor": "first", "isChosen": False, **outputs})
        answer({"do": "release", "search": 1})
        self.assert_nothing_left()
        lines = [row.value for row in self.spark.read.text(self.uri("removed.jsonl")).collect()]
        removed = [json.loads(line) for line in lines]
        self.assertEqual(counts["removed"], len(removed))
        self.assertEqual(counts["kept"], found["count"] - len(removed))
        for row in removed:
            self.assertEqual(list(row), ["position", "id", "survivor", "similarity", "reason", "document"])
            self.assertEqual(row["document"]["id"], row["id"])
        self.documents = {row["id"]: line.partition(',"document":')[2][:-1] for row, line in zip(removed, lines)}
        return {row["id"]: row["survivor"] for row in removed}

    def test_kept_rows_have_the_values_of_the_input_whatever_their_type(self) -> None:
        rows = [typed_row(number) for number in range(12)]
        self.spark.createDataFrame(rows, TYPES).coalesce(1).write.parquet(self.uri("typed.parquet"))
        given = {row.id: row for row in self.spark.read.parquet(self.uri("typed.parquet")).collect()}
        for is_held, kept in ((True, self.uri("kept.parquet")), (False, "table:kept_rows")):
            removed = self.dedup(self.side("parquet", self.uri("typed.parquet")), kept, is_held=is_held)
            self.assertEqual(removed, {f"d{number + 1:02}": f"d{number:02}" for number in range(0, 12, 2)})
            written = self.spark.read.parquet(kept) if is_held else self.spark.table("kept_rows")
            self.assertEqual(written.schema, TYPES)
            self.assertEqual({row.id: row for row in written.collect()}, {name: row for name, row in given.items() if name not in removed})
        first = json.loads(self.documents["d01"])
        self.assertEqual(first["local"], "2024-11-03T01:30:00.123457")
        self.assertEqual((first["a.b"], first["a"]["b"]), (1 / 3, 2**60 + 1))
        self.assertIn('"price":12345678901234567891.123456789', self.documents["d01"])
        self.dedup(self.side("parquet", self.uri("typed.parquet")), self.uri("kept.csv"), is_held=True)
        [row] = self.spark.read.csv(self.uri("kept.csv"), header=True, escape='"').where("id = 'd04'").collect()
        self.assertEqual((row["local"], row["raw"], row["a.b"]), ("2024-11-03T01:30:00.123460", "AP8EyA==", str(4 / 3)))

    def test_batches_have_a_limit_in_bytes(self) -> None:
        limit = "spark.sql.execution.arrow.maxBytesPerBatch"
        before = self.spark.conf.get(limit)
        self.assertEqual(before, str(BATCH_BYTES))
        self.spark.conf.set(limit, "4k")
        self.addCleanup(lambda: self.spark.conf.set(limit, before))

        def sizes(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                yield pa.RecordBatch.from_arrays([pa.array([batch.num_rows])], names=["rows"])

        def whole(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            [table] = pa.Table.from_batches(batches).combine_chunks().to_batches()
            yield table

        texts = self.spark.range(0, 500, 1, 1).selectExpr("repeat('x', 100) AS text")
        for rows in (texts, map_batches(texts, whole, "text string")):
            found = [row.rows for row in map_batches(rows, sizes, "rows bigint").collect()]
            self.assertEqual(sum(found), 500)
            self.assertLess(max(found), 60)
        with unittest.mock.patch("likewise.spark.copies._MEMBERS", 3):
            file = self.folder / "batches.jsonl"
            # Ten copies of one text, and pairs of similar ones.
            lines = [json.dumps({"id": f"d{i}", "text": text_of(max(0, i - 9)), "more": "x" * 500}) for i in range(40)]
            file.write_text("\n".join(lines) + "\n")
            removed = self.dedup(self.side("jsonl", file.as_uri()), self.uri("batches.kept.jsonl"), is_held=False)
            self.assertEqual(removed, {f"d{i}": "d0" for i in range(1, 11)} | {f"d{i}": f"d{i - 1}" for i in range(12, 40, 2)})
            kept = [row.id for row in self.spark.read.json(self.uri("batches.kept.jsonl")).collect()]
            self.assertEqual(sorted(kept), sorted({f"d{i}" for i in range(40)} - set(removed)))

    def test_rows_of_a_view_are_those_that_were_compared(self) -> None:
        count = 60
        filler = [f"{random.Random(number).getrandbits(8000):x}" for number in range(count)]
        docs = [Row(key=number, id=f"d{number}", text=text_of(number), filler=filler[number]) for number in range(count)]
        self.spark.createDataFrame(docs).createOrReplaceTempView("docs")
        self.spark.createDataFrame([Row(key=number % count, tag=f"t{number}") for number in range(3 * count)]).createOrReplaceTempView("tags")
        self.spark.sql(
            "SELECT /*+ MERGE(tags) */ id, max(text) AS text, max(filler) AS filler, count(*) AS n FROM docs JOIN tags USING (key) GROUP BY id"
        ).createOrReplaceTempView("tagged")
        for name, value in JOINED.items():
            self.spark.conf.set(name, value)
            self.addCleanup(lambda key=name: self.spark.conf.set(key, CONF[key]) if key in CONF else self.spark.conf.unset(key))
        for is_held in (True, False):
            removed = self.dedup(self.side("table", "tagged"), self.uri("view.parquet"), is_held=is_held)
            pairs = {frozenset(pair) for pair in removed.items()}
            self.assertEqual(pairs, {frozenset({f"d{number}", f"d{number + 1}"}) for number in range(0, count, 2)})
            kept = {row.id: row for row in self.spark.read.parquet(self.uri("view.parquet")).collect()}
            self.assertEqual(set(kept), {doc.id for doc in docs} - set(removed))
            for doc in docs:
                if doc.id in kept:
                    self.assertEqual(kept[doc.id], Row(id=doc.id, text=doc.text, filler=doc.filler, n=3))

    def test_rows_of_a_table_are_numbered_by_its_files(self) -> None:
        rows = self.spark.createDataFrame([Row(id=f"d{number}", text=text_of(number)) for number in range(10)])
        rows.repartition(3).write.saveAsTable("stored")
        side = Side.of(0, {"format": "table", "paths": ["stored"], "textFields": ["text"], "idField": "id"})
        opened = open_side(self.spark, side)
        self.assertEqual(opened.files, sorted(self.spark.table("stored").inputFiles()))
        self.assertEqual(len(self.dedup(self.side("table", "stored"), self.uri("stored.parquet"), is_held=True)), 5)

    def test_components_are_those_of_a_union_find(self) -> None:
        rng = random.Random(3)
        edges = []
        chain = list(range(40))
        rng.shuffle(chain)
        edges += list(zip(chain, chain[1:]))
        first = len(chain)
        for size in range(2, 12):
            for _ in range(rng.randint(1, size)):
                a, b = rng.sample(range(first, first + size), 2)
                edges += [(a, b)] * rng.randint(1, 2)
            first += size
        rng.shuffle(edges)
        parent = list(range(first))

        def root(node: int) -> int:
            while parent[node] != node:
                node = parent[node]
            return node

        for a, b in edges:
            one, other = sorted((root(a), root(b)))
            parent[other] = one
        expected = {node: root(node) for edge in edges for node in edge}
        with self.session._checkpoints.during("components"):  # type: ignore[union-attr]
            found = connected_components(self.spark.createDataFrame(edges, "a bigint, b bigint")).collect()
        self.assertEqual(len(found), len(expected))
        self.assertEqual({row.node: row.component for row in found}, expected)

    def test_nothing_is_left_of_a_search_that_fails(self) -> None:
        numbers = self.spark.range(9).selectExpr("id", "CAST(id AS string) AS text")
        numbers.createOrReplaceTempView("numbers")
        numbers.selectExpr("id", "if(id > 5, raise_error('too many'), text) AS text").createOrReplaceTempView("failing")
        numbers.selectExpr("nullif(id, 7) AS id", "text").createOrReplaceTempView("without_id")
        with self.assertRaisesRegex(Exception, "too many"):
            self.find(self.side("table", "numbers"), self.side("table", "failing"))
        self.assert_nothing_left()
        self.assertTrue(self.find(self.side("table", "without_id"))["isStopped"])
        self.assert_nothing_left()

    def test_only_texts_and_ids_of_the_documents_to_compare_with_are_stored(self) -> None:
        rows = self.spark.createDataFrame([Row(id=number, text=text_of(number), filler="x") for number in range(4)])
        rows.createOrReplaceTempView("wide_rows")
        self.find(self.side("table", "wide_rows"), self.side("table", "wide_rows"))
        own, others = self.session._searches[1].records.opened
        assert own.rows is not None and others.rows is not None
        self.assertEqual((own.rows.columns, sorted(others.rows.columns)), (["id", "text", "filler"], ["id", "text"]))
        self.session.answer({"do": "release", "search": 1})
        self.assert_nothing_left()

    def test_files_are_told_apart_whatever_their_names(self) -> None:
        names = ["a b", "a%20b", "h#1", "h#2", "s;1", "s;2", "q+", "é"]
        folder = self.folder / "names #1; 50%"
        folder.mkdir()
        for number, name in enumerate(names):
            lines = [json.dumps({"id": f"{name} {i}", "text": text_of(2 * number + i)}) for i in range(2)]
            (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
        listed = {**self.side("jsonl", ""), "paths": [str(folder / f"{name}.jsonl") for name in ["q?1", "q?2", *names]], "isListed": True}
        for number in (1, 2):
            (folder / f"q?{number}.jsonl").write_text(json.dumps({"id": f"q?{number}", "text": f"another text of one line {number}"}) + "\n")
        expected = {f"{name} 1": f"{name} 0" for name in names}
        kept = f"file://{folder}/kept #1"
        self.assertEqual(self.dedup(listed, kept, is_held=True), expected)
        self.assertEqual(len(self.spark.read.json(kept).collect()), len(names) + 2)
        self.assertTrue((folder / "kept #1").is_dir())
        some = names[:6]
        for kind, pattern in (("parquet", ""), ("orc", "/part=*")):
            for name in some:
                self.spark.read.json(f"file://{folder}/{name}.jsonl").coalesce(1).write.format(kind).save(f"file://{folder}/{kind}/part={name}")
            found = self.dedup(self.side(kind, f"file://{folder}/{kind}{pattern}"), kept, is_held=True)
            self.assertEqual(found, {f"{name} 1": f"{name} 0" for name in some})

    def test_a_byte_order_mark_is_no_part_of_a_document(self) -> None:
        file = self.folder / "marked.jsonl"
        # The first document is long, so that its text is read again for the comparison by wide hashes.
        text = " ".join(f"w{i}" for i in range(17_000))
        records = [{"id": name, "text": text + more} for name, more in (("a", ""), ("b", " x"), ("c", " y"))]
        file.write_text("\ufeff" + "".join(json.dumps(record) + "\n" for record in records))
        listed = {**self.side("jsonl", str(file)), "isListed": True}
        for name in ("marked.parquet", "marked.kept.jsonl"):
            self.assertEqual(self.dedup(listed, self.uri(name), is_held=True), {"b": "a", "c": "a"})
            read = self.spark.read.parquet if name.endswith(".parquet") else self.spark.read.json
            self.assertEqual([(row.id, row.text) for row in read(self.uri(name)).collect()], [("a", text)])
        self.assertNotIn(b"\xef\xbb\xbf", b"".join(part.read_bytes() for part in (self.folder / "marked.kept.jsonl").glob("part-*")))

    def test_a_file_that_several_paths_contain_is_refused(self) -> None:
        folder = self.folder / "overlapping"
        folder.mkdir()
        for name in "xy":
            (folder / f"{name}.jsonl").write_text("".join(json.dumps({"id": f"{name}{i}", "text": text_of(i)}) + "\n" for i in range(4)))
        uri = folder.as_uri()
        for paths in ([f"{uri}/*.jsonl", f"{uri}/x.jsonl"], [uri, f"file:{folder}/x.jsonl"]):
            with self.subTest(paths), self.assertRaisesRegex(Refused, f"several inputs contain {folder}/x.jsonl"):
                self.find({**self.side("jsonl", ""), "paths": paths})
        self.assert_nothing_left()
        self.find({**self.side("jsonl", ""), "paths": [f"{uri}/[y].jsonl", f"{uri}/x.jsonl"]})
        self.session.answer({"do": "release", "search": 1})

    def test_outputs_are_replaced_when_all_are_complete(self) -> None:
        folder = self.folder / "outputs"
        folder.mkdir()
        (folder / "elsewhere.csv").mkdir()
        (folder / "b.csv").symlink_to(folder / "elsewhere.csv")
        # A file of one machine may be in the place of a folder.
        (folder / "a.jsonl").write_text("old\n")
        tables = ["replaced", "default.other", "spark_catalog.default.third"]
        files = [f"file://{folder}/{name}" for name in ("a.jsonl", "b.csv", "c.parquet")]
        targets = [*files, *(f"table:{name}" for name in tables)]

        def write(count: int, *, fails: bool = False) -> None:
            with Replacing(self.spark, overwrite=True) as replacing:
                for target in targets:
                    write_table(self.spark.range(count), target, replacing)
                if fails:
                    raise ValueError("stopped")

        def counts() -> list[int]:
            read = self.spark.read
            frames = [read.text(targets[0]), read.csv(targets[1], header=True), read.parquet(targets[2])]
            return [rows.count() for rows in (*frames, *map(self.spark.table, tables))]

        names = {"a.jsonl", "b.csv", "elsewhere.csv", "c.parquet"}
        write(3)
        for count, problem in ((4, "stopped"), (5, "cannot be renamed")):
            renames = unittest.mock.patch.object(replacing_module._Table, "move_in", side_effect=OSError("cannot be renamed"))
            with self.assertRaisesRegex(Exception, problem), renames if problem != "stopped" else nullcontext():
                write(count, fails=problem == "stopped")
            self.assertEqual(counts(), [3] * 6)
            self.assertEqual({path.name for path in folder.iterdir() if path.suffix != ".crc"}, names)
        write(6)
        self.assertEqual(counts(), [6] * 6)
        self.assertTrue((folder / "b.csv").is_symlink())
        self.assertEqual({path.name for path in folder.iterdir() if path.suffix != ".crc"}, names)
        self.assertEqual([table.name for table in self.spark.catalog.listTables() if re.search("_(part|old)_", table.name)], [])
        stored, manifest = folder / "manifest.json", {"do": "store", "target": f"file://{folder}/manifest.json", "overwrite": True}
        for content in ("one", "two"):
            (folder / "content").write_text(content)
            self.session.answer({**manifest, "file": f"file://{folder}/content"})
            self.assertEqual(stored.read_text(), content)
        with self.assertRaises(Refused):
            self.session.answer({**manifest, "file": f"file://{folder}/nothing"})
        self.assertEqual(stored.read_text(), "two")

    def test_what_is_stored_may_look_like_a_pattern(self) -> None:
        folder = self.folder / "a[b]{c,d}*"
        folder.mkdir()
        self.spark.range(3).write.parquet(self.uri("three.parquet"))
        [part] = (self.folder / "three.parquet").glob("part-00000*.parquet")
        file = folder / "table.parquet"
        file.write_bytes(part.read_bytes())
        self.session.answer({"do": "store", "file": f"file://{file}", "target": "table:three", "overwrite": False})
        self.assertEqual(self.spark.table("three").count(), self.spark.read.parquet(part.as_uri()).count())

    def test_delimiters_and_encodings_are_those_of_the_side(self) -> None:
        texts = [text_of(number) + " été" for number in range(4)]
        rows = "".join(f"d{i}\t{text}\n" for i, text in enumerate(texts))
        (self.folder / "latin.tsv").write_bytes(f"id\ttext\n{rows}".encode("latin1"))
        side = {**self.side("csv", self.uri("latin.tsv")), "options": {"sep": "\t", "encoding": "iso-8859-1"}}
        self.assertEqual(self.dedup(side, self.uri("kept.jsonl"), is_held=True), {"d1": "d0", "d3": "d2"})
        self.assertIn("été", self.documents["d1"])

    def test_a_sample_of_which_nothing_can_be_read_is_refused(self) -> None:
        (self.folder / "rows").write_text("id,text\n1,one\n")
        with self.assertRaisesRegex(Refused, "no record of a sample of .*/rows could be read as jsonl: not JSON"):
            self.session.answer({"do": "sample", "sides": [self.side("jsonl", self.uri("rows"))], "most": 9})
        (self.folder / "nothing").write_text("\n")
        self.assertEqual(self.session.answer({"do": "sample", "sides": [self.side("jsonl", self.uri("nothing"))], "most": 9})["sides"], [])

    def test_more_records_than_positions_are_refused(self) -> None:
        (self.folder / "two.jsonl").write_text('{"id": 1, "text": "one"}\n' * 2)
        with unittest.mock.patch("likewise.spark.records._MOST_RECORDS", 1):
            with self.assertRaisesRegex(Refused, "2 records are more than 1"):
                self.find(self.side("jsonl", self.uri("two.jsonl")))
        self.assert_nothing_left()

    def test_what_executors_need_is_checked_first(self) -> None:
        context, check = self.spark.sparkContext, {"do": "check", "checkpoints": self.uri("other"), "isFolderRequested": True}
        python = context.pythonExec
        folder = Path(tempfile.mkdtemp(dir=self.folder))

        def executed_with(name: str, content: str) -> str:
            """A program that runs Python with another module."""
            made = folder / str(len(list(folder.iterdir())))
            made.mkdir()
            (made / name).write_text(content)
            program = made / "python"
            program.write_text(f'#!/bin/sh\nPYTHONPATH="{made}:$PYTHONPATH" exec {sys.executable} "$@"\n')
            program.chmod(0o755)
            return str(program)

        cases = [
            ("sitecustomize.py", OTHER_PYTHON, "wrong-python", "the executors run Python 3.9, but"),
            ("wasmtime.py", "class Engine: pass\n", "kernel-fails-in-executors", ": AttributeError: module 'wasmtime' has no attribute"),
        ]
        checkpoints = self.session._checkpoints
        try:
            for name, content, code, problem in cases:
                context.pythonExec = executed_with(name, content)
                with self.assertRaises(Refused) as caught:
                    self.session.answer(check)
                self.assertEqual(caught.exception.code, code)
                self.assertIn(problem, caught.exception.problem)
        finally:
            context.pythonExec = python
            self.session._checkpoints = checkpoints

    def test_files_and_folders_that_executors_do_not_see_are_refused(self) -> None:
        # Only this process has the file open.
        with tempfile.NamedTemporaryFile() as file:
            file.write(b'{"text": "one"}\n' * 9)
            file.flush()
            own = f"/proc/self/fd/{os.dup(file.fileno())}"
            with self.assertRaises(Refused) as caught:
                self.find({**self.side("jsonl", own), "isListed": True})
            self.assertEqual(caught.exception.code, "unreadable-input")
            self.assertIn(f"cannot read {own}: No such file", caught.exception.problem)
        checkpoints = self.session._checkpoints
        unseen = {"do": "check", "checkpoints": self.uri("unseen")}
        with unittest.mock.patch.object(Checkpoints, "mark", "/nowhere"):
            with self.assertRaisesRegex(Refused, "executors do not see the folder .*unseen"):
                self.session.answer({**unseen, "isFolderRequested": True})
            self.session.answer({**unseen, "isFolderRequested": False})
        self.assertIn("do not see the folder for checkpoints", self.problem_without_folder)
        with self.assertRaises(Refused) as caught:
            self.session.answer({"do": "check", "checkpoints": "file:///proc/nowhere", "isFolderRequested": True})
        self.assertEqual(caught.exception.code, "unusable-folder")
        self.session._checkpoints = checkpoints


if __name__ == "__main__":
    unittest.main()
