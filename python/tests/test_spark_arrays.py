"""The parts of the Spark program that work on whole arrays, against plain loops."""

import os
import random
import tempfile
import unittest
from collections import defaultdict
from dataclasses import replace

import numpy as np

from likewise.spark.band_buckets import buckets_of, pairs_of_buckets
from likewise.spark.copies import _CONTENT, equal_documents, id_hashes
from likewise.spark.errors import Refused
from likewise.spark.inputs import Side, unreadable
from likewise.spark.scatter import gather, scatter
from likewise.spark.settings import Sides
from likewise.spark.splits import Split, read_chunks, splits_of
from likewise.spark.verify_here import _compared, documents_of, homes_of, packed_pairs

KEY = np.dtype([("key", "<u8"), ("position", "<u4")])


class Splits(unittest.TestCase):
    def test_every_line_is_read_once_wherever_files_are_split(self) -> None:
        rng = random.Random(1)
        with tempfile.TemporaryDirectory() as folder:
            for end in (b"\n", b""):
                lines = [b"x" * rng.choice([0, 0, 1, 2, 9]) + rng.choice([b"", b"\r"]) for _ in range(40)] + [b"last"]
                path = os.path.join(folder, "lines")
                with open(path, "wb") as file:
                    file.write(b"\n".join(lines) + end)
                size = os.path.getsize(path)
                for part in (1, 2, 3, 5, 8, 40, size, size + 1):
                    splits = [Split(0, path, start, min(size, start + part)) for start in range(0, size, part)]
                    found = [line for split in splits for chunk in read_chunks(split) for line in chunk]
                    self.assertEqual(found, lines)

    def test_tasks_cover_all_files_in_order(self) -> None:
        sizes = [0, 5, 3 << 20, 7, 0, 2 << 20]
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, str(number)) for number in range(len(sizes))]
            for path, size in zip(paths, sizes):
                with open(path, "wb") as file:
                    file.truncate(size)
            for max_bytes in (1000, 1 << 20, 1 << 30):
                tasks = splits_of(paths, max_bytes, 2)
                self.assertTrue(all(tasks))
                splits = [split for task in tasks for split in task]
                self.assertEqual([(split.file, split.start) for split in splits], sorted({(split.file, split.start) for split in splits}))
                for file, size in enumerate(sizes):
                    own = [split for split in splits if split.file == file]
                    self.assertEqual(sum(split.end - split.start for split in own), size)
                    self.assertTrue(all(split.end - split.start <= max_bytes for split in own))
            with self.assertRaises(Refused) as caught:
                splits_of([os.path.join(folder, "missing")], 1000, 2)
            self.assertEqual(caught.exception.code, "unreadable-input")


class Unreadable(unittest.TestCase):
    def test_the_hint_is_for_a_table_a_connector_or_a_path(self) -> None:
        def hint(format: str, path: str, message: str) -> str:
            side = Side.of(0, {"format": format, "paths": [path], "textFields": ["text"]})
            return unreadable(side, message).hint

        self.assertIn("catalog", hint("table", "db.docs", "[TABLE_OR_VIEW_NOT_FOUND] The table or view `db`.`docs` cannot be found."))
        for message in ("Class org.apache.hadoop.fs.s3a.S3AFileSystem not found", 'No FileSystem for scheme "s3a"'):
            self.assertIn("hadoop-aws", hint("jsonl", "s3a://bucket/x.jsonl", f"java.lang.RuntimeException: {message}\n at x"))
        side = Side.of(0, {"format": "jsonl", "paths": ["s3a://b/x"], "textFields": ["text"]})
        problem = unreadable(side, "An error occurred while calling o45.text.\n: java.lang.RuntimeException: no class\n\tat x").problem
        self.assertEqual(problem, "Spark cannot read s3a://b/x: java.lang.RuntimeException: no class")
        self.assertIn("path exists", hint("jsonl", "hdfs://host/x.jsonl", "[PATH_NOT_FOUND] Path does not exist"))


class Scatter(unittest.TestCase):
    def test_rows_arrive_at_their_destination_whatever_the_order_of_messages(self) -> None:
        rng = np.random.default_rng(1)
        for count, partitions in ((5, 2), (3, 3), (70_000, 4)):
            parts = []
            for _ in range(3):
                rows = np.zeros(200, KEY)
                rows["key"], rows["position"] = rng.integers(50, size=200), rng.integers(1000, size=200)
                parts.append((rows, rng.integers(count, size=200)))
            messages = list(scatter(parts, count, partitions))
            random.Random(1).shuffle(messages)
            expected = defaultdict(list)
            for rows, destinations in parts:
                for row, destination in zip(rows.tolist(), destinations.tolist()):
                    expected[destination].append(row)
            self.assertTrue(all(partition == message[0] % partitions for partition, message in messages))
            found = [sorted(rows.tolist()) for rows in gather(messages, KEY)]
            self.assertEqual(found, [sorted(expected[destination]) for destination in sorted(expected)])


class Copies(unittest.TestCase):
    def test_equal_documents_are_grouped_and_counted_as_by_dictionaries(self) -> None:
        rng = random.Random(1)
        for boundary in (60, 30):
            documents = [(position, rng.randrange(25), rng.randrange(2)) for position in range(60)]
            rows = np.zeros(60, _CONTENT)
            for row, (position, content, text) in zip(rng.sample(range(60), 60), documents):
                # Contents that share one half differ.
                rows[row] = (content // 2, content % 2, 10 * content + text, position)
            groups = defaultdict(list)
            for position, content, text in documents:
                groups[(position >= boundary, content)].append((position, text))
            expected = sorted([p for p, _ in group] for group in groups.values() if len(group) > 1)
            own = [group for (is_other, _), group in groups.items() if not is_other]
            others = {(content, text) for position, content, text in documents if position >= boundary}
            known = [(content, text) for position, content, text in documents if position < boundary]
            identical = sum(pair in others for pair in known)
            counts = (
                sum(len(group) - len({text for _, text in group}) for group in own),
                sum(len({text for _, text in group}) - 1 for group in own),
                identical,
                sum(any(content == other for other, _ in others) for content, _ in known) - identical,
            )
            sizes, members, found = equal_documents(rows, boundary)
            self.assertEqual(sorted(group.tolist() for group in np.split(members, np.cumsum(sizes)[:-1])), expected)
            self.assertEqual(found, counts)

    def test_equal_ids_have_equal_hashes_and_others_differ(self) -> None:
        ids = ["1", "11", "", "a", "ä", "b", "ab", "ba", *(f"d{i}" for i in range(1000))]
        hashes = id_hashes(ids)
        self.assertEqual(len(set(hashes.tolist())), len(ids))
        self.assertEqual(id_hashes(ids[::-1])[::-1].tolist(), hashes.tolist())
        self.assertEqual(len(id_hashes([])), 0)


class Pairs(unittest.TestCase):
    def test_the_pairs_of_buckets_are_those_of_a_loop(self) -> None:
        rng = random.Random(1)
        positions = rng.sample(range(300), 200)
        rows = np.array([(rng.randrange(60), position) for position in positions], KEY)
        buckets = defaultdict(list)
        for key, position in rows.tolist():
            buckets[key].append(position)
        sizes, members = buckets_of(rows)
        found = [part.tolist() for part in np.split(members, np.cumsum(sizes)[:-1])]
        self.assertEqual(found, [sorted(buckets[key]) for key in sorted(buckets) if len(buckets[key]) > 1])
        for is_across in (False, True):
            sides = Sides(150, is_within=not is_across, is_across=is_across)
            expected = [(a, b) for bucket in found for a in bucket for b in bucket if a < b and a < 150 and (b >= 150) == is_across]
            pairs = np.concatenate(list(pairs_of_buckets(sizes, members, sides)))
            self.assertEqual(np.unique(pairs).tolist(), packed_pairs(expected).tolist())
            self.assertEqual(len(pairs), len(expected))
            # Marked: every third document.
            marked = replace(sides, is_marked=True)
            pairs = np.concatenate(list(pairs_of_buckets(sizes, 2 * members + (members % 3 == 0), marked)))
            possible = [(a, b) for a, b in expected if a % 3 == 0 or b % 3 == 0]
            self.assertEqual(np.sort(pairs).tolist(), sorted((a << 32) | b for a, b in possible))

    def test_a_bucket_with_very_many_pairs_is_split(self) -> None:
        count = 2500
        parts = list(pairs_of_buckets(np.array([count]), np.arange(count), Sides(count, is_within=True, is_across=False)))
        self.assertGreater(len(parts), 1)
        self.assertEqual(len(np.unique(np.concatenate(parts))), count * (count - 1) // 2)

    def test_overlaps_of_pairs_are_those_of_python_sets(self) -> None:
        rng = random.Random(1)
        sets = {position: sorted(rng.sample(range(50), rng.randint(1, 30))) for position in rng.sample(range(1000), 40)}
        positions = rng.sample(sorted(sets), 40)
        wanted = [(a, b) for a in positions for b in positions if a < b and rng.random() < 0.3]
        pairs = packed_pairs(wanted)
        elements = np.concatenate([np.array(sets[position], np.uint32) for position in positions])
        sizes = np.array([len(sets[position]) for position in positions])
        for found, overlap, size_a, size_b in _compared(pairs, np.array(positions), sizes, elements):
            for row, pair in enumerate(found.tolist()):
                a, b = sets[pair >> 32], sets[pair & 0xFFFFFFFF]
                self.assertEqual((overlap[row], size_a[row], size_b[row]), (len({*a} & {*b}), len(a), len(b)))
        self.assertEqual(documents_of(pairs).tolist(), sorted({position for pair in wanted for position in pair}))

    def test_pairs_of_one_group_are_compared_in_one_task(self) -> None:
        a, b = np.array([0, 0, 1, 4, 5]), np.array([1, 2, 2, 5, 6])
        homes = homes_of(a, b, 7, 1000)
        self.assertEqual(len(set(homes[:3].tolist())), 1)
        self.assertTrue(((homes >= 0) & (homes < 1000)).all())


if __name__ == "__main__":
    unittest.main()
