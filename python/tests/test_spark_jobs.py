"""The parts of the Spark program that need Spark: rows that are read twice and written as they were."""

import datetime as dt
import json
import random
import tempfile
import unittest
from decimal import Decimal
from pathlib import Path
from typing import Any

from likewise.spark.inputs import Side, open_side
from likewise.spark.session import Session
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
    # Shuffled partitions are joined by their size, which depends on the columns that are read.
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
        cls.session.answer({"do": "check", "checkpoints": cls.uri("checkpoints")})

    @classmethod
    def uri(cls, name: str) -> str:
        return (cls.folder / name).as_uri()

    def dedup(self, kind: str, path: str, kept: str, *, is_held: bool) -> dict[str, Any]:
        """Removes documents; the pairs are held by the driver or in tables. Returns the ids of survivors by those of removed documents."""
        side = {"format": kind, "paths": [path], "textFields": ["text"], "idField": "id"}
        answer = self.session.answer
        found = answer({"do": "find", "id": 1, "sides": [side], "plan": PLAN, "buckets": None, "onError": "stop"})
        self.session._searches[1]._held_pairs = 1000 if is_held else 0
        answer({"do": "match", "search": 1, "oversized": [], "withSizes": False, "columns": {}})
        outputs = {"kept": kept, "removed": self.uri("removed.jsonl"), "overwrite": True}
        counts = answer({"do": "dedup", "search": 1, "survivor": "first", "isChosen": False, **outputs})
        answer({"do": "release", "search": 1})
        removed = self.spark.read.json(self.uri("removed.jsonl")).collect()
        self.assertEqual(counts["removed"], len(removed))
        self.assertEqual(counts["kept"], found["count"] - len(removed))
        for row in removed:
            self.assertEqual(json.loads(row.document)["id"], row.id)
        self.documents = {row.id: row.document for row in removed}
        return {row.id: row.survivor for row in removed}

    def test_kept_rows_have_the_values_of_the_input_whatever_their_type(self) -> None:
        rows = [typed_row(number) for number in range(12)]
        self.spark.createDataFrame(rows, TYPES).coalesce(1).write.parquet(self.uri("typed.parquet"))
        given = {row.id: row for row in self.spark.read.parquet(self.uri("typed.parquet")).collect()}
        for is_held in (True, False):
            for target in ("kept.parquet", "table"):
                kept = "table:kept_rows" if target == "table" else self.uri(target)
                removed = self.dedup("parquet", self.uri("typed.parquet"), kept, is_held=is_held)
                self.assertEqual(removed, {f"d{number + 1:02}": f"d{number:02}" for number in range(0, 12, 2)})
                written = self.spark.table("kept_rows") if target == "table" else self.spark.read.parquet(kept)
                self.assertEqual(written.schema, TYPES)
                self.assertEqual({row.id: row for row in written.collect()}, {name: row for name, row in given.items() if name not in removed})
                if is_held:
                    break
        first = json.loads(self.documents["d01"])
        self.assertEqual(first["local"], "2024-11-03T01:30:00.123457")
        self.assertEqual((first["a.b"], first["a"]["b"]), (1 / 3, 2**60 + 1))
        self.assertIn('"price":12345678901234567891.123456789', self.documents["d01"])
        self.dedup("parquet", self.uri("typed.parquet"), self.uri("kept.csv"), is_held=True)
        [row] = self.spark.read.csv(self.uri("kept.csv"), header=True, escape='"').where("id = 'd04'").collect()
        self.assertEqual((row["local"], row["raw"], row["a.b"]), ("2024-11-03T01:30:00.123460", "AP8EyA==", str(4 / 3)))

    def test_rows_of_a_view_are_those_that_were_compared(self) -> None:
        count = 60
        filler = [f"{random.Random(number).getrandbits(8000):x}" for number in range(count)]
        docs = [Row(key=number, id=f"d{number}", text=text_of(number), filler=filler[number]) for number in range(count)]
        self.spark.createDataFrame(docs).createOrReplaceTempView("docs")
        self.spark.createDataFrame([Row(key=number % count, tag=f"t{number}") for number in range(3 * count)]).createOrReplaceTempView("tags")
        self.spark.sql(
            "SELECT /*+ MERGE(tags) */ id, max(text) AS text, max(filler) AS filler, count(*) AS n FROM docs JOIN tags USING (key) GROUP BY id"
        ).createOrReplaceTempView("tagged")
        for is_held in (True, False):
            removed = self.dedup("table", "tagged", self.uri("view.parquet"), is_held=is_held)
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
        self.assertEqual(len(self.dedup("table", "stored", self.uri("stored.parquet"), is_held=True)), 5)


if __name__ == "__main__":
    unittest.main()
