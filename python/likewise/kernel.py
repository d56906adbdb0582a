"""The kernel of Likewise in this process: turns texts into shingle sets, signatures and band keys, bit-identical to those
of the CLI.

Texts are Arrow string arrays (or anything that ``pyarrow.array`` accepts). Their offsets and UTF-8 bytes are copied into the
memory of the WebAssembly kernel as they are, without a Python object per document. Results are numpy arrays or Arrow.

>>> from likewise import kernel
>>> kernel.shingle_sets(["The plane was ready for touch down"], k=5)[0].values.to_numpy().size
3

The kernel releases the GIL while it runs, so threads run in parallel if each has its own ``Kernel``.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Iterator, Sequence, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import wasmtime

from ._text import ShingleOptions, derive_seed, ignored_shingles, mix32, normalize, shingle_sequence

__all__ = ["Kernel", "KernelBatch", "TooLarge", "band_keys", "shingle_sets", "signatures"]

#: What the functions accept as texts: Arrow strings, a pandas or numpy array, a list. None is a null.
Texts: TypeAlias = "pa.Array | pa.ChunkedArray | Sequence[str | None] | Any"

_U32 = npt.NDArray[np.uint32]
_U64 = npt.NDArray[np.uint64]

_PAGE = 65536
# SIMD reads and writes go beyond the end.
_PADDING = 64
# One call takes about this many bytes and documents: enough that the cost of a call does not count, and little enough that
# what it reads and writes stays in the cache of a core.
_CALL_BYTES = 1 << 20
_CALL_RECORDS = 4096
# Beyond this the memory of 4 GB would not do.
_MAX_BYTES = 128 << 20
_MAX_SLOTS = 65536
_TABLE_WORDS = 0x34000
_PAIR_WORDS = 4096
# The number of settings in kernel/batch.ts.
_SETTINGS = 33

# Words of a record, as kernel/batch.ts lays it out.
_RECORD_WORDS = 14
_START, _END, _STATUS, _SIZE, _SET_START, _CONTENT, _TEXT = 0, 1, 4, 5, 6, 8, 12
_DONE, _HOST_NORMAL = 0, 3


class TooLarge(ValueError):
    """A document, or its result, does not fit into the memory of the kernel."""


@dataclass(frozen=True)
class KernelBatch:
    """The result of the kernel for some texts; row i belongs to text i. A null counts as an empty text; see ``valid``."""

    #: False where the text is null.
    valid: npt.NDArray[np.bool_]
    #: Shingles of each text; without repeats where the sets are kept. 0 for a text of nothing but white space, which has no set to
    #: compare: leave it out, since all such texts have equal signatures and keys.
    sizes: _U32
    #: 64-bit hashes of the bytes of each text: equal for identical texts.
    text_hashes: _U64
    #: 128-bit hashes of the shingles in order, two columns: equal for texts of equal tokens.
    content_hashes: _U64
    #: One row per text, one column per slot.
    signatures: _U32 | None
    #: One row per text, one column per band: texts share a bucket of a band when they have the same key in it.
    band_keys: _U64 | None
    #: The sets, ascending: those of text i are ``set_elements[set_offsets[i]:set_offsets[i + 1]]``.
    set_offsets: npt.NDArray[np.int64] | None
    set_elements: _U32 | None
    #: Texts that needed full Unicode handling in Python.
    unicode_fallbacks: int

    def __len__(self) -> int:
        return len(self.sizes)

    def to_arrow(self) -> pa.RecordBatch:
        """All columns as Arrow, null where the text is null: size, text_hash, content_hash, signature, band_keys, set."""
        columns: dict[str, pa.Array] = {
            "size": pa.array(self.sizes, mask=self._mask()),
            "text_hash": pa.array(self.text_hashes, mask=self._mask()),
            "content_hash": self._content_hash_array(),
        }
        if self.signatures is not None:
            columns["signature"] = self.signature_array()
        if self.band_keys is not None:
            columns["band_keys"] = self.band_key_array()
        if self.set_offsets is not None:
            columns["set"] = self.set_array()
        return pa.RecordBatch.from_pydict(columns)

    def signature_array(self) -> pa.FixedSizeListArray:
        """The signatures as lists of ``uint32``."""
        return self._lists(self.signatures, "signatures")

    def band_key_array(self) -> pa.FixedSizeListArray:
        """The band keys as lists of ``uint64``."""
        return self._lists(self.band_keys, "band keys")

    def set_array(self) -> pa.LargeListArray:
        """The sets as lists of ``uint32``."""
        if self.set_offsets is None or self.set_elements is None:
            raise ValueError("the sets were not requested")
        return pa.LargeListArray.from_arrays(
            pa.array(self.set_offsets), pa.array(self.set_elements), mask=self._arrow_mask()
        )

    def _lists(self, rows: npt.NDArray[Any] | None, name: str) -> pa.FixedSizeListArray:
        if rows is None:
            raise ValueError(f"the {name} were not requested")
        return pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), rows.shape[1], mask=self._arrow_mask())

    def _content_hash_array(self) -> pa.FixedSizeBinaryArray:
        validity = None if self._mask() is None else pa.array(self.valid).buffers()[1]
        values = pa.py_buffer(np.ascontiguousarray(self.content_hashes))
        return pa.FixedSizeBinaryArray.from_buffers(pa.binary(16), len(self), [validity, values])

    def _mask(self) -> npt.NDArray[np.bool_] | None:
        return None if self.valid.all() else ~self.valid

    def _arrow_mask(self) -> pa.Array | None:
        mask = self._mask()
        return None if mask is None else pa.array(mask)


class Kernel:
    """A kernel with fixed settings for shingles, signatures and bands. It must not be used by two threads at the same time.

    Args:
        sketch: ``fast-similarity`` or ``minhash``; None if no signatures are needed.
        slots: the length of a signature; by default bands × rows, or 128 without bands.
        bands, rows: the layout of the bands; omit them if no band keys are needed.
        seed: the seed of the signatures, a 32-bit number.
        keep_signatures, keep_sets: whether the signatures and the sorted sets are returned.
        shingle: the options of the CLI: ``kind`` (words, chars, stopwords), ``k``, ``bag``, ``nfkc``, ``case``, ``punctuation``,
            ``whitespace``, ``stop_words``, ``ignore_phrases``. The kernel handles words, and characters with white space collapsed. Everything
            else is done in Python, about a hundred times slower.
    """

    def __init__(
        self,
        *,
        sketch: str | None = "fast-similarity",
        slots: int | None = None,
        bands: int = 0,
        rows: int = 0,
        seed: int = 1,
        keep_signatures: bool = False,
        keep_sets: bool = False,
        **shingle: Any,
    ) -> None:
        self.shingle = ShingleOptions(**shingle)
        self._ignored = _ignored_table(ignored_shingles(self.shingle))
        if sketch not in (None, "fast-similarity", "minhash"):
            raise ValueError(f"invalid sketch: {sketch!r}; expected fast-similarity, minhash or None")
        if sketch is None and (bands or keep_signatures):
            raise ValueError("bands and signatures require a sketch")
        _check_whole("bands", bands, 0, _MAX_SLOTS)
        _check_whole("rows", rows, 1 if bands else 0, _MAX_SLOTS)
        self.slots = 0 if sketch is None else _check_whole("slots", slots or bands * rows or 128, 1, _MAX_SLOTS)
        if bands * rows > self.slots:
            raise ValueError(f"invalid bands × rows: {bands} × {rows}; expected at most the {self.slots} slots of a signature")
        self.sketch, self.bands, self.rows = sketch, bands, rows
        self.seed = _check_whole("seed", seed, 0, 2**32 - 1)
        self.keep_signatures, self.keep_sets = keep_signatures, keep_sets
        self._is_sketching = sketch is not None and (bands > 0 or keep_signatures)
        if self._is_sketching and not _seed_suits_kernel(sketch, self.slots, seed):
            raise ValueError(f"invalid seed: {seed}; it is one of the few that the kernel cannot use; choose another")
        engine, module = _module()
        self._store = wasmtime.Store(engine)
        self._memory = wasmtime.Memory(self._store, wasmtime.MemoryType(wasmtime.Limits(1, None)))
        exports = wasmtime.Instance(self._store, module, [self._memory]).exports(self._store)
        self._read_texts: Any = exports["readTexts"]
        self._read_text: Any = exports["readText"]
        self._read_shingles: Any = exports["readShingles"]
        heap_start: Any = exports["heapStart"]
        self._start: int = heap_start(self._store)
        self._lay_out(_CALL_BYTES)

    def read(self, texts: Texts) -> KernelBatch:
        """Computes everything that was requested for the texts."""
        chunks = list(_string_arrays(texts))
        count = sum(map(len, chunks))
        out = _Output(self, count)
        at = 0
        for chunk in chunks:
            if chunk.null_count:
                out.valid[at : at + len(chunk)] = pc.is_valid(chunk).to_numpy(zero_copy_only=False)
            for offsets, data in _calls(chunk):
                self._read_call(offsets, data, out, at)
                at += len(offsets) - 1
        return out.batch()

    def _read_call(self, offsets: npt.NDArray[np.integer[Any]], data: npt.NDArray[np.uint8], out: _Output, at: int) -> None:
        first, last = int(offsets[0]), int(offsets[-1])
        size = last - first
        if size > self._capacity:
            if size > _MAX_BYTES:
                raise TooLarge(f"a text of {size} bytes is above the limit of {_MAX_BYTES} of the kernel; split the document")
            self._lay_out(1 << (size - 1).bit_length())
        count = len(offsets) - 1
        while True:
            self._bytes[self._at["input"] : self._at["input"] + size] = data[first:last]
            words = self._view("offsets", count + 1)
            np.subtract(offsets, first, out=words, casting="unsafe")
            read = self._read_texts(self._store, self._at["settings"], self._at["input"], self._at["offsets"], count)
            fallbacks = self._finish(data[first:last], count) if read == count else None
            if fallbacks is not None:
                break
            # The sets, or a text that Python normalized, did not fit into memory.
            if self._capacity >= _MAX_BYTES:
                raise TooLarge(f"texts of {size} bytes that need full Unicode handling are too large; split the document")
            self._lay_out(2 * self._capacity)
        out.add(self, at, count, fallbacks)

    def _finish(self, data: npt.NDArray[np.uint8], count: int) -> int | None:
        """Does what the kernel left to its host, as src/kernel/wasm-kernel.ts does; None where it does not fit."""
        starts, ends, statuses = (self._column(column, count) for column in (_START, _END, _STATUS))
        left = np.flatnonzero(statuses)
        for record in left.tolist():
            start, end, status = (int(column[record]) for column in (starts, ends, statuses))
            text = data[start:end].tobytes().decode()
            if status == _HOST_NORMAL:
                normal = normalize(text, self.shingle, keep_whitespace=True).encode()
                if len(normal) > self._capacity:
                    return None
                self._bytes[self._at["text"] : self._at["text"] + len(normal)] = np.frombuffer(normal, np.uint8)
                if not self._read_text(self._store, self._at["settings"], record, len(normal)):
                    return None
                if statuses[record] == _DONE:
                    continue
            shingles = shingle_sequence(text, self.shingle)
            if len(shingles) > self._capacity:
                return None
            self._view("shingles", len(shingles))[:] = shingles
            if not self._read_shingles(self._store, self._at["settings"], record, len(shingles)):
                return None
        return len(left)

    def _view(self, name: str, words: int) -> _U32:
        at = self._at[name] >> 2
        return self._words[at : at + words]

    def _column(self, column: int, count: int, words: int = 1) -> _U32:
        """A column of so many records, with this many words for each."""
        at = (self._at["columns"] >> 2) + column * _CALL_RECORDS
        return self._words[at : at + count * words]

    def _lay_out(self, capacity: int) -> None:
        """Lays the memory out for calls of so many bytes, as src/kernel/layout.ts does, and fills the tables."""
        slots, bands = self.slots, self.bands
        sizes = {
            "settings": 4 * _SETTINGS,
            "unicodeTable": 4 * _TABLE_WORDS,
            "compositionPairs": 4 * _PAIR_WORDS,
            "asciiHashes": 4 * 128,
            "ignored": 4 * len(self._ignored),
            "sketchSeeds": 8 * (slots + 4),
            "bandSeeds": 8 * bands,
            "signature": 4 * (slots + 4),
            "best": 13 * slots,
            "counters": 2 * 16_384,
            "columns": 4 * _RECORD_WORDS * _CALL_RECORDS,
            "keys": 8 * bands * _CALL_RECORDS,
            "signatures": 4 * slots * _CALL_RECORDS if self.keep_signatures else 0,
            "offsets": 4 * (_CALL_RECORDS + 1),
            "input": capacity,
            "text": capacity,
            "lower": 2 * capacity,
            "tokens": 4 * capacity,
            "shingles": 4 * capacity,
            "sets": 4 * capacity,
        }
        end = self._start
        self._at: dict[str, int] = {}
        for name, size in sizes.items():
            self._at[name] = end
            end = _after(end, size)
        missing = -(-(end - self._memory.data_len(self._store)) // _PAGE)
        if missing > 0:
            self._memory.grow(self._store, missing)
        size = self._memory.data_len(self._store)
        address = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        # The views live no longer than the store, whose memory this is.
        self._bytes = np.frombuffer(memoryview((ctypes.c_uint8 * size).from_address(address)), np.uint8)
        self._words = self._bytes.view(np.uint32)
        self._capacity = capacity
        table = _unicode_table()
        self._view("unicodeTable", _TABLE_WORDS)[:] = table[:_TABLE_WORDS]
        self._view("compositionPairs", _PAIR_WORDS)[:] = table[_TABLE_WORDS:]
        self._view("asciiHashes", 128)[:] = _ascii_hashes()
        if self._is_sketching:
            seeds = _sketch_seeds(self.sketch, slots, self.seed)
            self._view("sketchSeeds", len(seeds))[:] = seeds
            self._view("bandSeeds", 2 * bands)[:] = [derive_seed(band, half) for band in range(bands) for half in (0, 1)]
        at = self._at
        # The order is that of the class Settings in kernel/batch.ts.
        self._view("ignored", len(self._ignored))[:] = self._ignored
        self._view("settings", _SETTINGS)[:] = [
            (0 if self.shingle.kind == "words" else 1) if self.shingle.is_plain else 2,
            self.shingle.k,
            2 if not self._is_sketching else 1 if self.sketch == "minhash" else 0,
            slots,
            bands,
            self.rows,
            1 if self.keep_sets else 0,
            *(0, 0, 0, 0),  # the names of fields, which plain texts have not
            at["unicodeTable"],
            at["compositionPairs"],
            at["asciiHashes"],
            at["sketchSeeds"],
            at["bandSeeds"],
            at["text"],
            at["lower"],
            at["tokens"],
            at["shingles"],
            at["signature"],
            at["best"],
            at["counters"],
            at["columns"],
            _CALL_RECORDS,
            at["keys"],
            at["sets"],
            capacity,
            _TABLE_WORDS,
            at["signatures"] if self.keep_signatures else 0,
            at["ignored"] if len(self._ignored) else 0,
            max(0, len(self._ignored) - 1),
            0,
        ]


def signatures(
    texts: Texts, *, sketch: str = "fast-similarity", slots: int = 128, seed: int = 1, **shingle: Any
) -> pa.FixedSizeListArray:
    """Returns the signatures of texts as lists of ``slots`` ``uint32``. The share of equal slots estimates the Jaccard similarity.

    >>> a, b = signatures(["one two three four five six", "one two three four five seven"], k=1).to_pylist()
    >>> round(sum(x == y for x, y in zip(a, b)) / 128, 1)
    0.7
    """
    return Kernel(sketch=sketch, slots=slots, seed=seed, keep_signatures=True, **shingle).read(texts).signature_array()


def band_keys(
    texts: Texts,
    *,
    bands: int,
    rows: int,
    sketch: str = "fast-similarity",
    slots: int | None = None,
    seed: int = 1,
    **shingle: Any,
) -> pa.FixedSizeListArray:
    """Returns the 64-bit band keys of each text. Texts with the same key in the same band are candidates."""
    return Kernel(sketch=sketch, slots=slots, bands=bands, rows=rows, seed=seed, **shingle).read(texts).band_key_array()


def shingle_sets(texts: Texts, **shingle: Any) -> pa.LargeListArray:
    """Returns the shingle set of each text: 32-bit hashes in ascending order."""
    return Kernel(sketch=None, keep_sets=True, **shingle).read(texts).set_array()


class _Output:
    """The columns of a ``KernelBatch`` while they are filled."""

    def __init__(self, kernel: Kernel, count: int) -> None:
        self.valid = np.ones(count, np.bool_)
        self.sizes = np.empty(count, np.uint32)
        self.text_hashes = np.empty(count, np.uint64)
        self.content_hashes = np.empty((count, 2), np.uint64)
        self.signatures = np.empty((count, kernel.slots), np.uint32) if kernel.keep_signatures else None
        self.band_keys = np.empty((count, kernel.bands), np.uint64) if kernel.bands else None
        self.sets: list[_U32] | None = [] if kernel.keep_sets else None
        self.fallbacks = 0

    def add(self, kernel: Kernel, at: int, count: int, fallbacks: int) -> None:
        end = at + count
        self.sizes[at:end] = kernel._column(_SIZE, count)
        self.content_hashes[at:end] = kernel._column(_CONTENT, count, 4).view(np.uint64).reshape(count, 2)
        self.text_hashes[at:end] = kernel._column(_TEXT, count, 2).view(np.uint64)
        if self.signatures is not None:
            self.signatures[at:end] = kernel._view("signatures", count * kernel.slots).reshape(count, -1)
        if self.band_keys is not None:
            keys = kernel._view("keys", 2 * count * kernel.bands).view(np.uint64)
            self.band_keys[at:end] = keys.reshape(count, -1)
        if self.sets is not None:
            self.sets.append(_sets_in_order(kernel, count, fallbacks))
        self.fallbacks += fallbacks

    def batch(self) -> KernelBatch:
        offsets = elements = None
        if self.sets is not None:
            offsets = np.zeros(len(self.sizes) + 1, np.int64)
            np.cumsum(self.sizes, out=offsets[1:])
            elements = np.concatenate(self.sets) if self.sets else np.empty(0, np.uint32)
        return KernelBatch(
            valid=self.valid,
            sizes=self.sizes,
            text_hashes=self.text_hashes,
            content_hashes=self.content_hashes,
            signatures=self.signatures,
            band_keys=self.band_keys,
            set_offsets=offsets,
            set_elements=elements,
            unicode_fallbacks=self.fallbacks,
        )


def _sets_in_order(kernel: Kernel, count: int, fallbacks: int) -> _U32:
    """A copy of the sets of a call. They are in order already, unless Python did some of the records later."""
    sizes = kernel._column(_SIZE, count).astype(np.int64)
    total = int(sizes.sum())
    if fallbacks == 0:
        return np.array(kernel._view("sets", total), np.uint32)
    # For each element of the result: where it is among the sets.
    ends = np.cumsum(sizes)
    starts = kernel._column(_SET_START, count)
    indexes: npt.NDArray[np.int64] = np.arange(total) + np.repeat(starts - (ends - sizes), sizes)
    elements: _U32 = kernel._view("sets", kernel._capacity)[indexes]
    return elements


def _string_arrays(texts: Texts) -> Iterator[pa.Array]:
    """The texts as arrays of ``string`` or ``large_string``, checked."""
    if isinstance(texts, (pa.ChunkedArray, pa.Array)):
        chunks = texts.chunks if isinstance(texts, pa.ChunkedArray) else [texts]
    else:
        if isinstance(texts, str):
            raise TypeError("expected a list or an array of texts, not a single text")
        try:
            made = pa.array(texts, from_pandas=True)
        except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
            raise TypeError(f"expected strings, but some values are not: {error}") from None
        chunks = made.chunks if isinstance(made, pa.ChunkedArray) else [made]
    for chunk in chunks:
        if pa.types.is_null(chunk.type) or not (pa.types.is_string(chunk.type) or pa.types.is_large_string(chunk.type)):
            chunk = _as_strings(chunk)
        # The kernel expects valid UTF-8, which an array may lack that was put together from buffers.
        chunk.validate(full=True)
        yield chunk


def _as_strings(chunk: pa.Array) -> pa.Array:
    if chunk.null_count == len(chunk):
        # Whatever the type: in pandas, a column without any text has floats.
        return pa.nulls(len(chunk), pa.large_string())
    kind = chunk.type.value_type if pa.types.is_dictionary(chunk.type) else chunk.type
    is_text = any(
        test(kind)
        for test in (pa.types.is_null, pa.types.is_string, pa.types.is_large_string, pa.types.is_binary, pa.types.is_large_binary)
    ) or str(kind) in ("string_view", "binary_view")
    if not is_text:
        raise TypeError(f"expected strings, not {chunk.type}")
    return chunk.cast(pa.large_string())


def _calls(chunk: pa.Array) -> Iterator[tuple[npt.NDArray[np.integer[Any]], npt.NDArray[np.uint8]]]:
    """Ranges of an array for one call each: their offsets, and the bytes of the whole array."""
    if len(chunk) == 0:
        return
    if chunk.null_count:
        # Whatever bytes a null has are not its text.
        chunk = pc.fill_null(chunk, "")
    is_large = pa.types.is_large_string(chunk.type)
    _, offset_buffer, data_buffer = chunk.buffers()
    offsets: npt.NDArray[np.integer[Any]] = np.frombuffer(offset_buffer, np.int64 if is_large else np.int32)
    offsets = offsets[chunk.offset : chunk.offset + len(chunk) + 1]
    data = np.frombuffer(data_buffer, np.uint8) if data_buffer is not None and data_buffer.size else np.empty(0, np.uint8)
    start = 0
    while start < len(chunk):
        end = int(np.searchsorted(offsets, int(offsets[start]) + _CALL_BYTES, side="right")) - 1
        end = min(max(end, start + 1), start + _CALL_RECORDS, len(chunk))
        yield offsets[start : end + 1], data
        start = end


def _after(offset: int, size: int) -> int:
    return -(-(offset + size + _PADDING) // _PADDING) * _PADDING


@lru_cache(maxsize=None)
def _module() -> tuple[wasmtime.Engine, wasmtime.Module]:
    engine = wasmtime.Engine()
    return engine, wasmtime.Module(engine, (files("likewise") / "_data" / "kernel.wasm").read_bytes())


@lru_cache(maxsize=None)
def _unicode_table() -> _U32:
    differences = np.frombuffer((files("likewise") / "_data" / "unicode-table.bin").read_bytes(), np.dtype("<u4"))
    return np.cumsum(differences, dtype=np.uint32)


@lru_cache(maxsize=None)
def _ascii_hashes() -> list[int]:
    from ._text import token_hash

    return [token_hash(chr(code)) for code in range(128)]


@lru_cache(maxsize=64)
def _sketch_seeds(sketch: str | None, slots: int, seed: int) -> list[int]:
    """src/kernel/sketch-seeds.ts; the terms of minhash are at a multiple of four words."""
    if sketch != "minhash":
        return [derive_seed(seed, i) for i in range(2 * slots)]
    bits = _xoshiro(seed)
    functions = [(next(bits) | 1, next(bits)) for _ in range(slots)]
    padding = [0] * (-slots % 4)
    return [factor for factor, _ in functions] + padding + [term for _, term in functions]


def _xoshiro(seed: int) -> Iterator[int]:
    """xoshiro128**, as src/hash/random.ts has it."""
    mask = 0xFFFFFFFF

    def rotate(value: int, bits: int) -> int:
        return (value << bits | value >> 32 - bits) & mask

    s = [derive_seed(seed, i) for i in range(4)]
    if not any(s):
        s[0] = 1
    while True:
        yield rotate(s[1] * 5 & mask, 7) * 9 & mask
        shifted = s[1] << 9 & mask
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotate(s[3], 11)


def _seed_suits_kernel(sketch: str | None, slots: int, seed: int) -> bool:
    """No round may send the element 0xffffffff to the value 0xffffffff: the kernel's mark of a free slot."""
    if sketch != "fast-similarity":
        return True
    return all(mix32(0xFFFFFFFF ^ derive_seed(seed, i)) != 0xFFFFFFFF for i in range(slots))


def _ignored_table(shingles: frozenset[int]) -> _U32:
    """Shingles as kernel/batch.ts looks them up, as src/kernel/ignored-table.ts has it."""
    if not shingles:
        return np.zeros(0, np.uint32)
    table = np.zeros(1 << (2 * len(shingles) - 1).bit_length(), np.uint32)
    mask = len(table) - 1
    for shingle in shingles:
        slot = shingle & mask
        while table[slot]:
            slot = (slot + 1) & mask
        table[slot] = shingle
    return table


def _check_whole(name: str, value: Any, min_value: int, max_value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not min_value <= value <= max_value:
        raise ValueError(f"invalid {name}: {value!r}; expected a whole number from {min_value} to {max_value}")
    return int(value)
