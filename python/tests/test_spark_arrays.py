"""The parts of the Spark program that work on whole arrays, against plain loops."""

import json
import os
import random
import tempfile
import tracemalloc
import unittest
import unittest.mock
from collections import defaultdict
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from likewise.spark.audit import _probe
from likewise.spark.band_buckets import buckets_of, pairs_of_buckets
from likewise.spark.batches import grouped, split_batch, split_lists
from likewise.spark.channel import unpacked
from likewise.spark.copies import _CONTENT, equal_documents, id_hashes, split_groups
from likewise.spark.errors import Refused
from likewise.spark.inputs import Side, unreadable
from likewise.spark.messages import Messages
from likewise.spark.parse import id_json
from likewise.spark.scatter import gather, scatter
from likewise.spark.settings import Comparison, Sides
from likewise.spark.splits import Split, read_chunks, splits_of
from likewise.spark.survive_here import FoundPairs, removed_here
from likewise.spark.survivors import RankedPairs, _components, removed_of
from likewise.spark.verify_here import _compared, documents_of, homes_of, packed_pairs
from likewise.spark.write_here import _plain

KEY = np.dtype([("key", "<u8"), ("position", "<u4")])


class Sent(unittest.TestCase):
    """Messages with a low limit: none is larger than it, and together they have what was sent."""

    MAX_BYTES = 64

    def setUp(self) -> None:
        self.sent: list[dict[str, str]] = []
        self.messages = Messages(lambda message: self.sent.append(message["columns"]), self.MAX_BYTES)

    def column(self, name: str, kind: str = "<u4") -> list[int]:
        return [value for columns in self.sent for value in unpacked(columns.get(name, ""), kind).tolist()]

    def assert_small(self, count: int, max_bytes: int = MAX_BYTES) -> None:
        """At least so many messages, none of them large."""
        self.assertGreaterEqual(len(self.sent), count)
        for columns in self.sent:
            self.assertLessEqual(sum(len(unpacked(data, np.uint8)) for data in columns.values()), max_bytes)

    def test_columns_and_rows(self) -> None:
        numbers, similarities = np.arange(50), np.arange(50) / 64
        self.messages.columns("pairs", {"a": numbers, "similarity": similarities})
        self.assert_small(10)
        self.assertEqual((self.column("a"), self.column("similarity", "<f8")), (numbers.tolist(), similarities.tolist()))
        self.sent.clear()
        self.messages.rows("pairs", ({"a": int(a), "similarity": b} for a, b in zip(numbers, similarities)), ["a", "similarity"])
        self.assert_small(10)
        self.assertEqual((self.column("a"), self.column("similarity", "<f8")), (numbers.tolist(), similarities.tolist()))

    def test_lists_of_which_some_are_longer_than_a_message(self) -> None:
        rng = random.Random(2)
        lists = [np.array([rng.randrange(1 << 32) for _ in range(rng.choice([0, 1, 3, 16, 50]))], np.uint32) for _ in range(40)]
        self.messages.lists("sets", (({"positions": i}, members) for i, members in enumerate(lists)))
        # The sizes of lists come on top of their members.
        self.assert_small(20, 3 * self.MAX_BYTES)
        self.assertEqual((self.column("positions"), self.column("sizes")), (list(range(40)), [len(members) for members in lists]))
        self.assertEqual(self.column("members"), np.concatenate(lists).tolist())
        # No member comes before the size of its list.
        known = arrived = 0
        for columns in self.sent:
            known += int(unpacked(columns["sizes"], "<u4").sum())
            arrived += len(unpacked(columns["members"], "<u4"))
            self.assertLessEqual(arrived, known)
        self.sent.clear()
        sizes = np.array([len(members) for members in lists])
        self.messages.groups("copies", sizes, np.concatenate(lists))
        self.assert_small(20)
        self.assertEqual((self.column("sizes"), self.column("members")), (sizes.tolist(), np.concatenate(lists).tolist()))

    def test_bits_ids_and_values(self) -> None:
        self.messages.bits("hubs", ((position, bytes([position] * 6)) for position in range(40)))
        self.assert_small(7)
        self.assertEqual((self.column("position"), self.column("bits", "u1")), (list(range(40)), [i for i in range(40) for _ in range(6)]))
        self.sent.clear()
        ids = [f'"{"é" * (i % 9)}{i}"' for i in range(40)]
        found = pa.RecordBatch.from_arrays([pa.array(range(3, 43)), pa.array(ids, pa.large_string())], names=["position", "id"])
        for start in (0, 5):
            self.sent.clear()
            self.messages.ids("ids", found.slice(start))
            self.assert_small(7)
            self.assertEqual(self.column("position"), list(range(3 + start, 43)))
            self.assertEqual(self.column("sizes"), [len(text.encode()) for text in ids[start:]])
            self.assertEqual(bytes(self.column("json", "u1")).decode(), "".join(ids[start:]))
        self.sent.clear()
        values = [{"problem": "x" * (i % 50)} for i in range(20)] + ["y" * 1000]
        self.messages.values("bad", values)
        self.assertGreaterEqual(len(self.sent), 10)
        self.assertEqual([value for columns in self.sent for value in json.loads(unpacked(columns["json"], np.uint8).tobytes())], values)

    def test_nothing(self) -> None:
        self.messages.lists("sets", [])
        self.messages.values("bad", [])
        self.messages.ids("ids", pa.RecordBatch.from_pylist([], pa.schema([("position", pa.int64()), ("id", pa.large_string())])))
        self.assertEqual(self.sent, [])


class Parts(unittest.TestCase):
    """Batches and lists in parts of limited size."""

    def test_batches_are_split_by_bytes(self) -> None:
        texts = ["x" * (i % 7 * 100) for i in range(60)] + ["y" * 5000]
        lists = [list(range(i % 5 * 20)) for i in range(61)]
        batch = pa.RecordBatch.from_arrays([pa.array(texts), pa.array(lists, pa.list_(pa.int64()))], names=["text", "list"])
        parts = list(split_batch(batch.slice(1), 2000))
        self.assertEqual(pa.Table.from_batches(parts).to_pylist(), batch.slice(1).to_pylist())
        self.assertGreater(len(parts), 10)
        for part in parts:
            self.assertTrue(part.nbytes <= 2000 or part.num_rows == 1)
        self.assertEqual(list(split_batch(batch.slice(0, 0), 1)), [batch.slice(0, 0)])

    def test_rows_are_grouped_by_size(self) -> None:
        self.assertEqual(list(grouped([3, 4, 9, 1, 1, 20, 2], lambda size: size, 8)), [[3, 4], [9], [1, 1], [20], [2]])

    def test_lists_and_groups_are_split_by_members(self) -> None:
        sizes, members = np.array([2, 3, 9, 2, 4]), np.arange(20) * 10
        parts = list(split_lists(sizes, members, 5))
        self.assertEqual([part.tolist() for part, _ in parts], [[2, 3], [9], [2], [4]])
        self.assertEqual(np.concatenate([part for _, part in parts]).tolist(), members.tolist())
        self.assertEqual([len(part) for _, part in parts], [5, 9, 2, 4])
        firsts, split = split_groups(sizes, members, 4)
        self.assertEqual((firsts.tolist(), split.tolist()), ([0, 20, 50, 50, 50, 140, 160], [2, 3, 4, 4, 1, 2, 4]))
        none = np.empty(0, np.int64)
        self.assertEqual([*split_lists(none, none, 4), *map(len, split_groups(none, none, 4))], [0, 0])


class Audit(unittest.TestCase):
    def test_the_neighbors_of_sampled_documents_are_those_of_a_loop(self) -> None:
        rng = random.Random(4)
        sampled, own = ([sorted(rng.sample(range(30), rng.randint(0, 12))) for _ in range(count)] for count in (9, 40))
        expected = sorted(
            (100 + i, 200 + j, len(set(one) & set(other)), len(one), len(other))
            for i, one in enumerate(sampled)
            for j, other in enumerate(own)
            if len(set(one) & set(other)) >= 0.3 * len(set(one) | set(other)) and set(one) & set(other)
        )
        for hits in (1, 7, 1 << 22):
            with unittest.mock.patch("likewise.spark.audit._HITS", hits):
                found = zip(*(column.tolist() for column in self.probe(sampled, own, 0.3)))
                self.assertEqual(sorted(found), expected)

    def test_elements_that_all_documents_share_take_little_memory(self) -> None:
        with unittest.mock.patch("likewise.spark.audit._HITS", 1 << 16):
            tracemalloc.start()
            found = self.probe([list(range(500))] * 100, [list(range(500))] * 64, 0.9)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        self.assertEqual(len(found[0]), 6400)
        # There are 3.2 million hits.
        self.assertLess(peak, 12e6)

    @staticmethod
    def probe(sampled: list[list[int]], own: list[list[int]], threshold: float) -> list[Any]:
        elements = np.array(sum(sampled, []), np.uint32)
        order = np.argsort(elements, kind="stable")
        owners = np.repeat(np.arange(len(sampled)), [len(one) for one in sampled])[order]
        return _probe(
            200 + np.arange(len(own)),
            np.array([len(one) for one in own]),
            np.array(sum(own, []), np.uint32),
            100 + np.arange(len(sampled)),
            np.array([len(one) for one in sampled]),
            elements[order],
            owners,
            Comparison("jaccard", threshold),
        )


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
        [(sizes, members)] = buckets_of(rows)
        found = [part.tolist() for part in np.split(members, np.cumsum(sizes)[:-1])]
        self.assertEqual(found, [sorted(buckets[key]) for key in sorted(buckets) if len(buckets[key]) > 1])
        for is_across in (False, True):
            sides = Sides(150, is_within=not is_across, is_across=is_across)
            expected = [(a, b) for bucket in found for a in bucket for b in bucket if a < b and a < 150 and (b >= 150) == is_across]
            pairs = np.concatenate(list(pairs_of_buckets(sizes, members, sides)))
            self.assertEqual(np.unique(pairs).tolist(), packed_pairs(*np.array(expected).T).tolist())
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
        pairs = packed_pairs(*np.array(wanted).T)
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


class Removals(unittest.TestCase):
    def test_removed_documents_are_those_of_a_loop_over_dictionaries(self) -> None:
        rng = random.Random(1)
        for is_directed in (False, True):
            for is_across, is_within in ((False, True), (True, False), (True, True)):
                for policy in ("first", "longest"):
                    for _ in range(20):
                        case = _Case(rng, is_across=is_across, is_directed=is_directed)
                        options = {"is_directed": is_directed, "is_within": is_within, "is_across": is_across}
                        removed = removed_here(case, case, case.pairs, policy, **options)
                        rows = zip(removed.positions.tolist(), removed.survivors.tolist(), removed.similarities.tolist())
                        self.assertEqual(sorted(rows), case.expected(policy, **options))

    def test_no_pairs_and_no_copies_remove_nothing(self) -> None:
        empty = np.empty(0, np.int64)
        removed = removed_of(RankedPairs(empty, empty, empty, empty, empty, empty, np.empty(0)), False)
        self.assertEqual(len(removed.positions), 0)

    def test_components_are_whole_wherever_batches_end(self) -> None:
        rng = random.Random(1)
        components = sorted(rng.choices(range(12), k=40))
        rows = pa.record_batch({"component": components, "row": list(range(40))})
        for size in (1, 2, 7, 40):
            batches = [rows.slice(start, size) for start in range(0, 40, size)]
            found = [column.tolist() for [column] in _components(iter([rows.slice(0, 0), *batches]))]
            self.assertEqual(sum(found, []), list(range(40)))
            for one, other in zip(found, found[1:]):
                self.assertNotEqual(components[one[-1]], components[other[0]])

    def test_ids_lose_their_quotes_and_escapes(self) -> None:
        values = ["a", 'x "y"', "ä", "", "\\", 7, -1.5, "7", "\ud800"]
        ids = pa.array([*map(id_json, values), None], pa.large_string())
        expected = ["a", 'x "y"', "ä", "", "\\", "7", "-1.5", "7", "\ufffd", None]
        self.assertEqual(_plain(ids).to_pylist(), expected)


class _Case:
    """Random documents, of which some are equal, and similar pairs of them; in place of records and their copies."""

    def __init__(self, rng: random.Random, *, is_across: bool, is_directed: bool) -> None:
        count = 30
        self.boundary = 20 if is_across else count
        self._lengths = [rng.randrange(4) for _ in range(count)]
        groups = defaultdict(list)
        for position in range(count):
            groups[(position >= self.boundary, rng.randrange(25))].append(position)
        self._groups = sorted(group for group in groups.values() if len(group) > 1)
        self.sizes = np.array([len(group) for group in self._groups], np.int64)
        self.members = np.array(sum(self._groups, []), np.int64)
        firsts = sorted(group[0] for group in groups.values())
        wanted = [(a, b) for a in firsts for b in firsts if (a < b or (is_directed and a != b)) and a < self.boundary]
        a, b = np.array(rng.sample(wanted, 15), np.int64).T
        similarity = np.array([rng.choice([0.7, 0.8, 1.0]) for _ in a])
        self.pairs = FoundPairs(a, b, similarity, a, b)

    def characters_at(self, positions: "np.typing.NDArray[np.int64]") -> "tuple[np.typing.NDArray[np.int64], ...]":
        found = np.unique(positions)
        return found, np.array(self._lengths, np.int64)[found]

    def expected(
        self, policy: str, *, is_directed: bool, is_within: bool, is_across: bool
    ) -> "list[tuple[int, int, float]]":
        members = {group[0]: group for group in self._groups if group[0] < self.boundary}
        pairs = list(zip(self.pairs.a.tolist(), self.pairs.b.tolist(), self.pairs.similarity.tolist()))

        def rank(first: int) -> "tuple[int, int]":
            return min((-self._lengths[member] if policy == "longest" else 0, member) for member in members.get(first, [first]))

        fate: dict[int, tuple[int, float]] = {}
        if is_across:
            for a, b, value in sorted(pairs, key=lambda pair: (pair[0], -pair[2], pair[1])):
                if b >= self.boundary:
                    fate.setdefault(a, (b, value))
        if is_within:
            own = [pair for pair in pairs if max(pair[:2]) < self.boundary and pair[0] not in fate and pair[1] not in fate]
            order = sorted({position for a, b, _ in own for position in (a, b)}, key=rank)
            kept: set[int] = set()
            for document in order:
                if document in fate:
                    continue
                kept.add(document)
                for a, b, value in own:
                    for one, other in [(a, b)] if is_directed else [(a, b), (b, a)]:
                        if other == document and one not in kept:
                            fate.setdefault(one, (document, value))
        found = [
            (member, rank(survivor)[1] if survivor < self.boundary else survivor, value)
            for position, (survivor, value) in fate.items()
            for member in members.get(position, [position])
        ]
        if is_within:
            for first, group in members.items():
                best = rank(first)[1]
                found += [(member, best, 1.0) for member in group if first not in fate and member != best]
        return sorted(found)


if __name__ == "__main__":
    unittest.main()
