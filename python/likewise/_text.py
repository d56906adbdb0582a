"""Turns documents into shingles in plain Python, like src/text and src/hash, for the texts that the kernel cannot process."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Iterable, Iterator

from . import _unicode

_MASK = 0xFFFFFFFF
_ROLL_BASE = 0x2C1B3C6B
_GOLDEN = 0x9E3779B9
_LONGEST_SHINGLE = 1_000_000
_DEFAULT_LENGTHS = {"words": 5, "chars": 9, "stopwords": 3}

_CHOICES = {
    "kind": ("words", "chars", "stopwords"),
    "case": ("fold", "keep"),
    "punctuation": ("keep", "remove"),
    "whitespace": ("collapse", "remove", "keep"),
    "segment": ("bigrams",),
}


@dataclass(frozen=True)
class ShingleOptions:
    """How a document becomes a set of shingles, with every default filled in. The names and values are those of the CLI."""

    kind: str = "words"
    k: int = 0
    bag: bool = False
    nfkc: bool = False
    case: str = "fold"
    punctuation: str = "keep"
    whitespace: str = "collapse"
    segment: str = "bigrams"
    stop_words: str | tuple[str, ...] = "en"
    ignore_phrases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.segment == "dictionary":
            raise ValueError(
                "segment='dictionary' requires the dictionaries of ICU, which the kernel does not have; "
                "use likewise.find, or segment='bigrams'"
            )
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                raise ValueError(f"invalid {name}: {value!r}; expected one of {', '.join(choices)}")
        for name in ("bag", "nfkc"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"invalid {name}: {getattr(self, name)!r}; expected True or False")
        if self.k == 0:
            object.__setattr__(self, "k", _DEFAULT_LENGTHS[self.kind])
        if isinstance(self.k, bool) or not isinstance(self.k, int) or not 1 <= self.k <= _LONGEST_SHINGLE:
            raise ValueError(f"invalid k: {self.k!r}; expected a whole number from 1 to {_LONGEST_SHINGLE}")
        if self.kind != "chars" and self.whitespace == "remove":
            raise ValueError("invalid whitespace: 'remove'; without white space there are no words")
        if not isinstance(self.stop_words, str):
            object.__setattr__(self, "stop_words", tuple(self.stop_words))
        if self.kind == "stopwords":
            _choose_stop_words(self.stop_words)
        if isinstance(self.ignore_phrases, str) or not all(isinstance(phrase, str) for phrase in self.ignore_phrases):
            raise ValueError(f"invalid ignore_phrases: {self.ignore_phrases!r}; expected a list of phrases")
        object.__setattr__(self, "ignore_phrases", tuple(self.ignore_phrases))

    @property
    def is_plain(self) -> bool:
        """Whether the kernel makes the shingles of nearly all documents by itself."""
        plain = not self.bag and not self.nfkc and self.case == "fold" and self.punctuation == "keep"
        return plain and (self.kind == "words" or (self.kind == "chars" and self.whitespace == "collapse"))


def normalize(text: str, options: ShingleOptions, keep_whitespace: bool = False) -> str:
    """Returns the text without the differences that do not count."""
    if options.nfkc:
        text = _unicode.nfkc(text)
    if options.case == "fold":
        text = _unicode.lower(text)
    if options.punctuation == "remove":
        without = _pattern("[{punctuation}]+").sub("", text)
        # A text of nothing else keeps it: a text with content is never empty.
        text = without if _pattern("[^{space}]").search(without) else text
    if not keep_whitespace and options.whitespace == "collapse":
        text = _collapse(text)
    if not keep_whitespace and options.whitespace == "remove":
        text = _pattern("[{space}]+").sub("", text)
    return _unicode.nfc(text)


def shingle_sequence(text: str, options: ShingleOptions, seed: int = 0) -> list[int]:
    """The hashes of the shingles, with repeats, in the order of the text; those of a bag are numbered, by ascending hash.

    Args:
        seed: of the hashes of tokens; 0 for elements of sets.
    """
    tokens = list(_tokens(text, options))
    hashes = [token_hash(token, seed) for token in tokens]
    if options.kind == "stopwords":
        stop_words = _choose_stop_words(options.stop_words)
        starts = [i for i in range(len(tokens) - options.k + 1) if _unicode.lower(tokens[i]) in stop_words]
        elements = [_shingle_hash(hashes[start : start + options.k]) for start in starts]
    else:
        elements = _roll(hashes, max(1, min(options.k, len(hashes))))
    if options.ignore_phrases:
        ignored = ignored_shingles(options)
        # Phrases are known by hashes of seed 0.
        known = elements if seed == 0 else shingle_sequence(text, replace(options, bag=False, ignore_phrases=()))
        elements = [element for element, narrow in zip(elements, known) if narrow not in ignored]
    return _number_copies(elements) if options.bag else elements


@lru_cache(maxsize=8)
def ignored_shingles(options: ShingleOptions) -> frozenset[int]:
    """The hashes of shingles that do not count: those of the phrases to ignore; never 0."""
    plain = replace(options, bag=False, ignore_phrases=())
    return frozenset(element for phrase in options.ignore_phrases for element in shingle_sequence(phrase, plain) if element)


def words(text: str) -> Iterator[str]:
    """The words of a normalized text; in scripts without spaces, pairs of characters with their marks."""
    run = _pattern("[{spaced}][{spaced}{extender}]*|(?:[{spaceless}][{extender}]*)+")
    character = _pattern("[{spaceless}][{extender}]*")
    for match in run.finditer(text):
        found = match.group()
        if not character.match(found):
            yield found
            continue
        characters = character.findall(found)
        if len(characters) == 1:
            yield found
        else:
            yield from map("".join, zip(characters, characters[1:]))


def _tokens(text: str, options: ShingleOptions) -> Iterable[str]:
    normal = normalize(text, options)
    if options.kind == "chars":
        return normal
    if options.kind == "stopwords" or _pattern("[{base}]").search(normal):
        return words(normal)
    whole = _collapse(normal)
    return [whole] if whole else []


def _collapse(text: str) -> str:
    return _pattern("[{space}]+").sub(" ", text).strip(" ")


@lru_cache(maxsize=None)
def _pattern(template: str) -> re.Pattern[str]:
    """A regular expression with the names of character classes in braces."""

    return re.compile(re.sub(r"\{(\w+)\}", lambda match: _unicode.character_class(match.group(1)), template))


@lru_cache(maxsize=None)
def _choose_stop_words(choice: str | tuple[str, ...]) -> frozenset[str]:
    if isinstance(choice, str):
        lists = json.loads((files("likewise") / "_data" / "stop-words.json").read_text(encoding="utf-8"))
        if choice not in lists:
            raise ValueError(f"invalid stop_words: {choice!r}; expected a list of words, or one of {', '.join(sorted(lists))}")
        return frozenset(lists[choice].split(" "))
    if not choice or not all(isinstance(word, str) for word in choice):
        raise ValueError("invalid stop_words: expected at least one word")
    return frozenset(normalize(word, ShingleOptions()) for word in choice)


@lru_cache(maxsize=1 << 16)
def token_hash(token: str, seed: int = 0) -> int:
    """MurmurHash3 x86_32 of the UTF-8 form."""
    data = token.encode()
    h = seed
    whole = len(data) & ~3
    for at in range(0, whole, 4):
        h ^= _scramble(int.from_bytes(data[at : at + 4], "little"))
        h = ((h << 13 | h >> 19) * 5 + 0xE6546B64) & _MASK
    if whole < len(data):
        h ^= _scramble(int.from_bytes(data[whole:], "little"))
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & _MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & _MASK
    return h ^ h >> 16


def _scramble(block: int) -> int:
    block = block * 0xCC9E2D51 & _MASK
    return (block << 15 | block >> 17) * 0x1B873593 & _MASK


def mix32(value: int) -> int:
    """The mixer of src/hash/mix.ts."""
    value = (value ^ value >> 16) * 0x21F0AAAD & _MASK
    value = (value ^ value >> 15) * 0xD35A2D97 & _MASK
    return value ^ value >> 15


def derive_seed(seed: int, index: int) -> int:
    """The seed of part ``index`` of something that has the seed ``seed``."""
    return mix32((mix32(seed) + (index + 1) * _GOLDEN) & _MASK)


def bag_element(element: int, copy: int) -> int:
    """Copy number ``copy`` of an element as an element of its own; the first, of number 0, is the element itself."""
    return element if copy == 0 else mix32((element + copy * _GOLDEN) & _MASK)


def _shingle_hash(hashes: list[int]) -> int:
    total = 0
    for value in hashes:
        total = (total * _ROLL_BASE + value) & _MASK
    return mix32(total)


def _roll(hashes: list[int], k: int) -> list[int]:
    if len(hashes) < k:
        return []
    highest = pow(_ROLL_BASE, k, _MASK + 1)
    total = 0
    out: list[int] = []
    for i, value in enumerate(hashes):
        total = total * _ROLL_BASE + value
        if i >= k:
            total -= highest * hashes[i - k]
        total &= _MASK
        if i >= k - 1:
            out.append(mix32(total))
    return out


def _number_copies(elements: list[int]) -> list[int]:
    elements = sorted(elements)
    numbered: list[int] = []
    copy = 0
    for i, element in enumerate(elements):
        copy = copy + 1 if i > 0 and element == elements[i - 1] else 0
        numbered.append(bag_element(element, copy))
    return numbered
