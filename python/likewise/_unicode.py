"""Case, normal forms and classes of characters, as the JavaScript that built this package has them.

Python's own ``unicodedata`` is of another Unicode version in each Python version, so it is not used: a document must have the
same shingles everywhere. The data is written by tools/python-unicode.js.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Any, Callable

# Hangul syllables compose by a rule: The Unicode Standard, section 3.12.
_S, _L, _V, _T = 0xAC00, 0x1100, 0x1161, 0x11A7
_V_COUNT, _T_COUNT, _S_COUNT, _L_COUNT = 21, 28, 11172, 19

_SIGMA = "\u03a3"


@lru_cache(maxsize=None)
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((files("likewise") / "_data" / "unicode.json").read_text(encoding="utf-8"))
    return data


@lru_cache(maxsize=None)
def character_class(name: str) -> str:
    """The inside of a regular expression's character class."""
    ranges = _data()[name]
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in zip(ranges[::2], ranges[1::2]))


def lower(text: str) -> str:
    """JavaScript's ``toLowerCase``."""
    if text.isascii():
        return text.lower()
    if _SIGMA in text:
        text = re.sub(_SIGMA, lambda match: "ς" if _is_final(text, match.start()) else "σ", text)
    return text.translate(_lower_table())


@lru_cache(maxsize=None)
def _lower_table() -> dict[int, str]:
    return {ord(character): small for character, small in _data()["lower"].items()}


def _is_final(text: str, sigma: int) -> bool:
    """Whether a capital sigma ends a word: it follows a cased letter and none follows it, whatever ignorable is between."""
    ignorable, cased = _case_patterns()
    before = sigma - 1
    while before >= 0 and ignorable.match(text, before):
        before -= 1
    if before < 0 or not cased.match(text, before):
        return False
    after = sigma + 1
    while after < len(text) and ignorable.match(text, after):
        after += 1
    return after == len(text) or not cased.match(text, after)


@lru_cache(maxsize=None)
def _case_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(f"[{character_class('caseIgnorable')}]"), re.compile(f"[{character_class('cased')}]")


def nfc(text: str) -> str:
    """Unicode's canonical composition."""
    return text if text.isascii() else _normal_form("changesNfc", _decompose_canonically)(text)


def nfkc(text: str) -> str:
    """Unicode's compatibility composition."""
    return text if text.isascii() else _normal_form("changesNfkc", _decompose_compatibly)(text)


@lru_cache(maxsize=None)
def _normal_form(changing: str, decompose: Callable[[str], str]) -> Callable[[str], str]:
    # What is not in the class is a boundary before it (UAX #15, section 9), so only runs of the class, with the character
    # before them, are composed anew.
    pattern = re.compile(f"[\\s\\S]?[{character_class(changing)}]+")

    def compose_run(match: re.Match[str]) -> str:
        return _compose(_reorder("".join(map(decompose, match.group()))))

    return lambda text: pattern.sub(compose_run, text)


def _decompose_canonically(character: str) -> str:
    syllable = ord(character) - _S
    if 0 <= syllable < _S_COUNT:
        leading, rest = divmod(syllable, _V_COUNT * _T_COUNT)
        vowel, trailing = divmod(rest, _T_COUNT)
        return chr(_L + leading) + chr(_V + vowel) + (chr(_T + trailing) if trailing else "")
    return str(_data()["nfd"].get(character, character))


def _decompose_compatibly(character: str) -> str:
    return _data()["nfkd"].get(character) or _decompose_canonically(character)


def _reorder(text: str) -> str:
    """Marks in a row, by their combining classes; ``sorted`` keeps the order of equal ones."""
    ranks = _data()["ranks"]
    parts: list[str] = []
    for is_mark, run in groupby(text, ranks.__contains__):
        parts.extend(sorted(run, key=ranks.__getitem__) if is_mark else run)
    return "".join(parts)


def _compose(text: str) -> str:
    """UAX #15: each character is composed with the last starter, unless one of the same or a higher class is between."""
    ranks, pairs = _data()["ranks"], _pairs()
    out: list[str] = []
    starter = -1
    last_rank = 0
    for character in text:
        rank = ranks.get(character, 0)
        # A starter composes only with the starter right before it.
        is_blocked = starter < 0 or (starter < len(out) - 1 and last_rank >= rank)
        composed = None if is_blocked else _compose_two(out[starter], character, pairs)
        if composed is not None:
            out[starter] = composed
            continue
        if rank == 0:
            starter = len(out)
        last_rank = rank
        out.append(character)
    return "".join(out)


def _compose_two(first: str, second: str, pairs: dict[tuple[int, int], str]) -> str | None:
    one, other = ord(first), ord(second)
    if 0 <= one - _L < _L_COUNT and 0 <= other - _V < _V_COUNT:
        return chr(_S + ((one - _L) * _V_COUNT + other - _V) * _T_COUNT)
    if 0 <= one - _S < _S_COUNT and (one - _S) % _T_COUNT == 0 and 0 < other - _T < _T_COUNT:
        return chr(one + other - _T)
    return pairs.get((one, other))


@lru_cache(maxsize=None)
def _pairs() -> dict[tuple[int, int], str]:
    return {(first, second): chr(composed) for composed, first, second in _data()["pairs"]}
