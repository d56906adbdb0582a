import threading
import unittest

import numpy as np
import pandas as pd
import pyarrow as pa

from likewise import kernel

WORDS = ["the plane was ready for touch down", "the quick brown fox jumps over the lazy dog", "naïve École ΣΊΣΥΦΟΣ e\u0301"]


class Arrays(unittest.TestCase):
    def setUp(self) -> None:
        self.kernel = kernel.Kernel(bands=4, rows=5, keep_sets=True, keep_signatures=True)
        self.expected = self.kernel.read(WORDS)

    def assert_same(self, texts: object) -> None:
        got = self.kernel.read(texts)
        self.assertEqual(got.to_arrow().to_pylist(), self.expected.to_arrow().to_pylist())

    def test_every_kind_of_string_array_gives_the_same(self) -> None:
        array = pa.array(WORDS)
        kinds = [pa.large_string(), pa.binary(), pa.large_binary(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
        for kind in kinds:
            with self.subTest(kind=kind):
                self.assert_same(array.dictionary_encode() if pa.types.is_dictionary(kind) else array.cast(kind))
        self.assert_same(np.array(WORDS, object))
        self.assert_same(tuple(WORDS))

    def test_a_pandas_series_is_an_array(self) -> None:
        self.assert_same(pd.Series(WORDS, index=[7, 8, 9]))

    def test_slices_and_chunks_give_the_same(self) -> None:
        array = pa.array(["before", *WORDS, "after"])
        self.assert_same(array.slice(1, 3))
        self.assert_same(array.cast(pa.large_string()).slice(1, 3))
        self.assert_same(pa.chunked_array([array.slice(1, 1), pa.array([], pa.string()), array.slice(2, 2)]))

    def test_a_series_without_any_text_has_null_results(self) -> None:
        for texts in (pd.Series([float("nan")] * 2), pa.array([None, None]), [None, None]):
            self.assertEqual(kernel.shingle_sets(texts).to_pylist(), [None, None])
        with self.assertRaisesRegex(TypeError, "expected strings"):
            kernel.shingle_sets(pd.Series(["a", 1], dtype=object))

    def test_a_null_has_null_results_whatever_bytes_it_has(self) -> None:
        text = pa.array(["some text", "more text", "text"])
        offsets, data = text.buffers()[1:]
        array = pa.Array.from_buffers(pa.string(), 3, [pa.array([True, False, True]).buffers()[1], offsets, data])
        rows = self.kernel.read(array).to_arrow().to_pylist()
        self.assertEqual({value for value in rows[1].values()}, {None})
        self.assertEqual(rows[::2], self.kernel.read(["some text", "text"]).to_arrow().to_pylist())
        self.assertEqual(self.kernel.read([None]).to_arrow().num_rows, 1)

    def test_no_texts_are_no_rows(self) -> None:
        self.assertEqual(self.kernel.read([]).to_arrow().num_rows, 0)
        self.assertEqual(len(kernel.shingle_sets(pa.chunked_array([], pa.string()))), 0)

    def test_more_texts_than_one_call_takes_and_texts_longer_than_its_memory(self) -> None:
        many = [f"document number {i} of many" for i in range(10_000)]
        long = " ".join(f"w{i}" for i in range(400_000))
        decomposed = "e\u0301 " + "word " * 300_000
        got = self.kernel.read([*many, long, decomposed, *many])
        self.assertEqual(got.unicode_fallbacks, 1)
        self.assertEqual(kernel.Kernel().read([long, decomposed]).sizes.tolist(), [399_996, 299_997])
        self.assertEqual(got.sizes[10_001], 2)
        self.assertTrue(np.array_equal(got.band_keys[:10_000], got.band_keys[10_002:]))
        self.assertTrue(np.array_equal(got.band_keys[5:6], self.kernel.read(many[5:6]).band_keys))

    def test_threads_with_a_kernel_each(self) -> None:
        results: list[pa.Array] = []
        threads = [threading.Thread(target=lambda: results.append(kernel.signatures(WORDS * 1000))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(results), 3)
        self.assertTrue(all(result.equals(results[0]) for result in results))


class IgnoredPhrases(unittest.TestCase):
    def test_their_shingles_do_not_count_in_the_kernel_or_in_python(self) -> None:
        texts = ["a storm closed the harbor all rights reserved by us", "ALL RIGHTS reserved", "e\u0301 all rights reserved by us"]
        for options in ({"k": 2}, {"k": 2, "bag": True}, {"kind": "chars", "k": 4}):
            phrases = {"ignore_phrases": ["all rights reserved", "never there"]}
            with self.subTest(options=options):
                got = kernel.Kernel(sketch=None, keep_sets=True, **options, **phrases).read(texts)
                all_of_them = kernel.Kernel(sketch=None, keep_sets=True, **options).read(texts)
                ignored = set(kernel.Kernel(sketch=None, keep_sets=True, **options).read(phrases["ignore_phrases"]).set_elements.tolist())
                for i in range(len(texts)):
                    left = got.set_elements[got.set_offsets[i] : got.set_offsets[i + 1]].tolist()
                    known = all_of_them.set_elements[all_of_them.set_offsets[i] : all_of_them.set_offsets[i + 1]].tolist()
                    self.assertEqual(left, [element for element in known if element not in ignored])
                self.assertEqual(got.sizes[1], 0)


class Refused(unittest.TestCase):
    def test_options(self) -> None:
        for options in [
            {"k": 0.5},
            {"k": -1},
            {"kind": "lines"},
            {"segment": "dictionary"},
            {"sketch": "simhash"},
            {"bands": 20, "rows": 7, "slots": 128},
            {"bands": 4},
            {"sketch": None, "bands": 4, "rows": 5},
            {"whitespace": "remove"},
            {"kind": "stopwords", "stop_words": "xx"},
            {"kind": "stopwords", "stop_words": []},
            {"seed": -1},
            {"ignore_phrases": "all rights reserved"},
            {"ignore_phrases": [1]},
        ]:
            with self.subTest(options=options), self.assertRaises(ValueError):
                kernel.Kernel(**options)
        with self.assertRaises(TypeError):
            kernel.Kernel(treshold=0.5)

    def test_what_is_no_text(self) -> None:
        for texts in ["one text", [1, 2], pa.array([1.5])]:
            with self.subTest(texts=texts), self.assertRaises(TypeError):
                kernel.shingle_sets(texts)
        broken = pa.Array.from_buffers(pa.string(), 1, [None, pa.array([0, 1], pa.int32()).buffers()[1], pa.py_buffer(b"\xff")])
        with self.assertRaises(pa.ArrowInvalid):
            kernel.shingle_sets(broken)

    def test_what_was_not_requested(self) -> None:
        batch = kernel.Kernel(sketch=None).read(["text"])
        for method in (batch.set_array, batch.signature_array, batch.band_key_array):
            with self.assertRaises(ValueError):
                method()


if __name__ == "__main__":
    unittest.main()
