"""The parts of the Spark program that need no Spark: comparisons, records and wide hashes."""

import base64
import json
import math
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
from fractions import Fraction
from pathlib import Path

import numpy as np
import pyarrow as pa

from likewise.spark.bucket_pairs import Large, area, pairs_of_bucket, pairs_of_tiles, rectangles, tiles
from likewise.spark.channel import Channel, packed, read_requests
from likewise.spark.errors import Refused, check_version
from likewise.spark.executors import Executor, check_executors, describe_executor, other_python
from likewise.spark.parse import Problem, is_blank, read_line
from likewise.spark.sets import min_overlap_with_any, overlaps, reaches, root_reaches
from likewise.spark.settings import Comparison, Sides, shuffle_partitions

SIMILARITIES = ["jaccard", "containment", "cosine", "dice"]


class Sets(unittest.TestCase):
    def test_overlaps_are_those_of_python_sets(self) -> None:
        rng = random.Random(1)
        left = [sorted(rng.sample(range(60), rng.randint(0, 30))) for _ in range(200)]
        right = [sorted(rng.sample(range(60), rng.randint(0, 30))) for _ in range(200)]
        bytes_of = [[np.array(one, np.uint32).tobytes() for one in side] for side in (left, right)]
        for start, kind in ((0, pa.binary()), (7, pa.binary()), (7, pa.large_binary())):
            columns = [pa.array(side, kind) for side in bytes_of]
            overlap, a, b = overlaps(*(column.slice(start) for column in columns))
            expected = [len(set(one) & set(other)) for one, other in zip(left[start:], right[start:])]
            self.assertEqual(overlap.tolist(), expected)
            self.assertEqual(a.tolist(), [len(one) for one in left[start:]])
            self.assertEqual(b.tolist(), [len(other) for other in right[start:]])

    def test_a_cosine_is_compared_as_if_it_were_rounded_once(self) -> None:
        for a in range(1, 40):
            for b in range(a, 40):
                for overlap in range(1, a + 1):
                    value = overlap / math.sqrt(a * b)
                    for threshold in (value, math.nextafter(value, 1)):
                        if threshold > 1:
                            continue
                        middle = (Fraction(threshold) + Fraction(math.nextafter(threshold, 0))) / 2
                        self.assertEqual(root_reaches(overlap, a, b, threshold), overlap**2 >= middle**2 * a * b)

    def test_the_min_overlap_is_that_of_trying_every_other_set(self) -> None:
        for similarity in SIMILARITIES:
            for threshold in (0.3, 0.5, 2 / 3, 0.8, 1.0):
                comparison = Comparison(similarity, threshold)
                for size in range(1, 25):
                    expected = next(
                        overlap
                        for overlap in range(1, size + 1)
                        if any(_match(comparison, overlap, size, other) for other in range(overlap, 90))
                    )
                    self.assertEqual(min_overlap_with_any(comparison, size), expected)

    def test_a_similarity_without_a_formula_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "no formula for the similarity simpson"):
            min_overlap_with_any(Comparison("simpson", 0.5), 3)


def _match(comparison: Comparison, overlap: int, size: int, other: int) -> bool:
    one, two, three = (np.array([value]) for value in (overlap, size, other))
    return bool(reaches(comparison, one, two, three)[0] or (not comparison.is_symmetric and reaches(comparison, one, three, two)[0]))


class BucketPairs(unittest.TestCase):
    def test_tiles_cover_every_pair_except_those_of_two_oversized_documents(self) -> None:
        rng = random.Random(1)
        for is_across in (False, True):
            for size in (2, 40, 1100):
                members = sorted(rng.sample(range(2000), size))
                oversized = {member for member in members if rng.random() < 0.3}
                own = [member for member in members if member < 900]
                others = [member for member in members if member >= 900]
                pairs = [(a, b) for a in own for b in (others if is_across else own) if a < b]
                compared = rectangles(
                    np.array(members), Sides(900, is_within=not is_across, is_across=is_across), np.array(sorted(oversized), np.int64)
                )
                found = [pair for tile in tiles(compared) for batch in pairs_of_tiles(iter([tile])) for pair in _rows(batch)]
                self.assertEqual(sorted(found), [(a, b) for a, b in pairs if not {a, b} <= oversized])
                self.assertEqual(area(compared), len(found))

    def test_oversized_documents_of_two_groups_are_connected_in_each_bucket(self) -> None:
        large = Large(np.arange(9), np.array([1, 2, 3, 4]), np.array([7, 7, 8, 7]))
        for boundary, is_across, expected in ((9, False, [(2, 3), (3, 4)]), (3, True, [(1, 3), (2, 3), (1, 3)])):
            sides = Sides(boundary, is_within=not is_across, is_across=is_across)
            found = [(int(a), int(b)) for pair in pairs_of_bucket(np.array([1, 2, 3, 4]), sides, large) for a, b in zip(*pair)]
            self.assertEqual(found, expected)


def _rows(batch: pa.RecordBatch) -> list[tuple[int, int]]:
    return list(zip(batch.column(0).to_pylist(), batch.column(1).to_pylist()))


class Session(unittest.TestCase):
    def test_a_spark_outside_the_supported_versions_is_refused(self) -> None:
        for version in ("3.5.0", "3.5.7", "4.0.1", "4.3.0", "4.1.0-SNAPSHOT"):
            check_version(version)
        for version in ("2.4.8", "3.4.4", "4.4.0", "5.0.0", "10.1.0", "unknown"):
            with self.assertRaises(Refused) as caught:
                check_version(version)
            self.assertEqual(caught.exception.as_json()["code"], "unsupported-spark")
            self.assertIn(version, caught.exception.problem)
            self.assertEqual(caught.exception.hint, "use Spark 3.5 to 4.3")

    def test_an_old_spark_is_reported_before_anything_of_it_is_imported(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = f"127.0.0.1:{server.getsockname()[1]}"
            folder = tempfile.mkdtemp()
            Path(folder, "pyspark.py").write_text("__version__ = '3.4.4'\n")
            env = {**os.environ, "LIKEWISE_SPARK_ADDRESS": address, "LIKEWISE_SPARK_TOKEN": "token"}
            env["PYTHONPATH"] = os.pathsep.join([folder, *sys.path])
            program = subprocess.Popen([sys.executable, "-m", "likewise.spark"], env=env)
            connection, _ = server.accept()
            with connection, connection.makefile() as sent:
                token, error = (json.loads(line) for line in sent)
        self.assertEqual((program.wait(), token), (1, {"token": "token"}))
        self.assertEqual((error["error"]["code"], error["error"]["problem"]), ("unsupported-spark", "Spark 3.4.4 is not supported"))

    def test_small_inputs_have_few_partitions_and_large_ones_many(self) -> None:
        self.assertEqual(shuffle_partitions(1, 16), 16)
        self.assertEqual(shuffle_partitions(16, 16), 64)
        self.assertEqual(shuffle_partitions(8000, 1000), 32_000)


class Requests(unittest.TestCase):
    def test_columns_belong_to_the_request_that_follows_them(self) -> None:
        def column(name: str, kind: str, values: list[float]) -> bytes:
            data = base64.b64encode(np.array(values, kind).tobytes()).decode()
            return json.dumps({"column": name, "kind": kind, "data": data}).encode()

        lines = [
            column("positions", "<u4", [1, 2]),
            column("positions", "<u4", [2**32 - 1]),
            column("similarities", "<f8", [0.5]),
            column("none", "<u4", []),
            b'{"do": "dedup"}',
            b'{"do": "release"}',
        ]
        first, second = read_requests(lines)
        self.assertEqual(first["columns"]["positions"].tolist(), [1, 2, 2**32 - 1])
        self.assertEqual(first["columns"]["similarities"].tolist(), [0.5])
        self.assertEqual(first["columns"]["none"].tolist(), [])
        self.assertEqual((second["do"], second["columns"]), ("release", {}))

    def test_a_connection_that_ends_before_the_answer_is_noticed(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            for is_answered in (False, True):
                lost = threading.Event()
                channel = Channel("127.0.0.1:%d" % server.getsockname()[1], "secret")
                other = server.accept()[0]
                other.sendall(b'{"id": 1, "do": "find"}\n')
                requests = channel.requests(lost.set)
                self.assertEqual(next(requests)["do"], "find")
                if is_answered:
                    channel.send({"id": 1, "result": None})
                other.shutdown(socket.SHUT_RDWR)
                other.close()
                self.assertEqual(lost.wait(0.5 if is_answered else 30), not is_answered)
                self.assertEqual(list(requests), [])
                channel.close()

    def test_numbers_are_packed_as_the_bytes_of_an_array(self) -> None:
        self.assertEqual(packed([1, 258], np.uint32), base64.b64encode(b"\x01\0\0\0\x02\x01\0\0").decode())


class Executors(unittest.TestCase):
    PYTHON = (3, 11)
    PACKAGES = {"numpy": "2.4.6", "pandas": "3.1.1", "pyarrow": "26.0.1", "wasmtime": "50.0.1", "likewise.kernel": ""}

    def _refused(self, packages: dict[str, str | None], python: tuple[int, int] = PYTHON) -> Refused:
        """What is said if only one of the executors is different."""
        right = Executor(self.PYTHON, tuple(self.PACKAGES.items()))
        other = Executor(python, tuple({**self.PACKAGES, **packages}.items()))
        with self.assertRaises(Refused) as caught:
            check_executors([right, other, right], self.PYTHON)
        return caught.exception

    def test_this_process_has_what_an_executor_needs(self) -> None:
        own = describe_executor(__file__)
        self.assertEqual(set(dict(own.packages)), set(self.PACKAGES))
        self.assertRegex(dict(own.packages)["wasmtime"] or "", r"^\d+\.")
        self.assertEqual((own.kernel_error, own.sees_mark), (None, True))
        self.assertFalse(describe_executor("/nowhere").sees_mark)
        check_executors([own], own.version)

    def test_missing_packages_are_named(self) -> None:
        error = self._refused({"wasmtime": None, "pyarrow": None})
        self.assertEqual((error.code, error.problem), ("missing-in-executors", "the Python of the executors lacks pyarrow, wasmtime"))
        self.assertIn("archives", error.hint)

    def test_another_version_of_python_is_refused_before_its_missing_packages(self) -> None:
        error = self._refused({"wasmtime": None}, (3, 9))
        self.assertEqual((error.code, error.problem), ("wrong-python", "the executors run Python 3.9, 3.11, but the driver runs 3.11"))
        self.assertIn("PYSPARK_PYTHON", error.hint)

    def test_packages_that_are_too_old_are_refused(self) -> None:
        error = self._refused({"pyarrow": "14.0.2", "wasmtime": "0.15.1"})
        self.assertEqual(error.code, "old-in-executors")
        self.assertIn("pyarrow 14.0.2, wasmtime 0.15.1", error.problem)
        self.assertIn("install pyarrow>=15.0, wasmtime>=0.40", error.hint)

    def test_the_oldest_versions_and_unknown_ones_are_accepted(self) -> None:
        packages = {**self.PACKAGES, "pyarrow": "15.0.0", "numpy": "1.24.0", "wasmtime": ""}
        check_executors([Executor(self.PYTHON, tuple(packages.items()))], self.PYTHON)

    def test_a_wasmtime_that_cannot_run_the_kernel_is_refused(self) -> None:
        executor = Executor(self.PYTHON, tuple(self.PACKAGES.items()), "WasmtimeError: no such feature")
        with self.assertRaises(Refused) as caught:
            check_executors([executor], self.PYTHON)
        self.assertEqual(caught.exception.code, "kernel-fails-in-executors")
        self.assertIn("which have wasmtime 50.0.1: WasmtimeError: no such feature", caught.exception.problem)

    def test_another_version_of_python_is_recognized_by_what_spark_says(self) -> None:
        self.assertIsNone(other_python("[PYTHON_EXCEPTION] something else 3.11"))
        for message in (
            "[PYTHON_VERSION_MISMATCH] Python in worker has different version: 3.9 than that in driver: 3.11, PySpark cannot run",
            "pyspark.errors.PySparkRuntimeError: [PYTHON_VERSION_MISMATCH] Python in worker has different version (3, 9) than that in driver 3.11",
        ):
            error = other_python(message)
            assert error is not None
            self.assertEqual((error.code, error.problem), ("wrong-python", "the executors run Python 3.9, but the driver runs 3.11"))


class Lines(unittest.TestCase):
    def test_texts_and_ids(self) -> None:
        self.assertEqual(read_line(b'{"text": "a", "id": 7}', ["text"], "id", False), ("a", "7"))
        self.assertEqual(read_line(b'{"text": "a", "id": 7.0}', ["text"], "id", False), ("a", "7"))
        self.assertEqual(read_line(b'{"text": "a", "id": 9007199254740991}', ["text"], "id", False), ("a", "9007199254740991"))
        self.assertEqual(read_line(b'{"text": "a", "id": 9007199254740993}', ["text"], "id", False), ("a", '"9007199254740993"'))
        self.assertEqual(read_line(b'{"text": "a", "id": ' + b"9" * 400 + b"}", ["text"], "id", False), ("a", f'"{"9" * 400}"'))
        digits = "9" * 5000
        self.assertEqual(read_line(f'{{"text": "a", "n": -{digits}, "id": {digits}}}'.encode(), ["text"], "id", False), ("a", f'"{digits}"'))
        with self.assertRaisesRegex(Problem, "not JSON: unexpected NaN"):
            read_line(f'{{"text": "a", "n": {digits}, "m": NaN}}'.encode(), ["text"], None, False)
        self.assertEqual(read_line(b'{"text": "a", "id": 1e300}', ["text"], "id", False), ("a", "1e+300"))
        for number, text in (("1e16", "10000000000000000"), ("1e-7", "1e-7"), ("1.50", "1.5"), ("-0.0", "0"), ("2.5e-6", "0.0000025")):
            self.assertEqual(read_line(f'{{"text": "a", "id": {number}}}'.encode(), ["text"], "id", False), ("a", text))
        self.assertEqual(read_line(b'{"text": "a", "id": 1e999}', ["text"], "id", True), ("a", None))
        self.assertEqual(read_line(b'{"doc": {"a": "x", "b": "y"}}', ["doc.a", "c", "doc.b"], None, False), ("x\ny", None))
        self.assertEqual(read_line(b'{"text": null}', ["text"], "id", True), ("", None))
        self.assertEqual(read_line(b'{"text": "\\ud800x"}', ["text"], None, False), ("\ufffdx", None))
        self.assertTrue(is_blank(b" \t\r"))

    def test_problems_are_worded_as_everywhere(self) -> None:
        for line, problem in [
            (b'{"text": 5}', 'the field "text" is not a string'),
            (b'{"other": 5}', 'no field "text"'),
            (b"[1]", "a list instead of an object"),
            (b'"x"', "a string instead of an object"),
            (b"\xff", "not valid UTF-8"),
            (b'{"text": "a"}', 'the id field "id" is missing'),
            (b'{"text": "a", "id": [1]}', 'the id field "id" holds a list'),
            (b'{"text": "a", "id": true}', 'the id field "id" holds a boolean'),
            (b'{"text": "a", "id": 1e999}', 'the id field "id" holds a number that is not finite'),
        ]:
            with self.assertRaises(Problem) as caught:
                read_line(line, ["text"], "id", False)
            self.assertEqual(str(caught.exception), problem)


if __name__ == "__main__":
    unittest.main()
