"""A second implementation of the definitions in docs/reference/packed-signatures.md, in plain Python, sharing no code.

It answers the golden cases that define stored data: hashing, shingles, signatures, band keys, signature files. Prints one
line a case and exits with 1 if an answer differs. Run: python3 test/golden/check.py
"""
import json
import pathlib
import re
import struct
import sys
import unicodedata

MASK = 0xFFFFFFFF


def mix32(v):
    v ^= v >> 16
    v = v * 0x21F0AAAD & MASK
    v ^= v >> 15
    v = v * 0xD35A2D97 & MASK
    return v ^ v >> 15


def derive_seed(seed, index):
    return mix32((mix32(seed) + (index + 1) * 0x9E3779B9) & MASK)


def rotate(v, bits):
    return (v << bits | v >> 32 - bits) & MASK


def murmur3(data, seed):
    def scramble(block):
        return rotate(block * 0xCC9E2D51 & MASK, 15) * 0x1B873593 & MASK

    h = seed
    whole = len(data) // 4 * 4
    for (block,) in struct.iter_unpack('<I', data[:whole]):
        h = (rotate(h ^ scramble(block), 13) * 5 + 0xE6546B64) & MASK
    if data[whole:]:
        h ^= scramble(int.from_bytes(data[whole:], 'little'))
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & MASK
    return h ^ h >> 16


def bag_element(element, copy):
    return element if copy == 0 else mix32((element + copy * 0x9E3779B9) & MASK)


# Letters and digits of scripts without spaces: Han, kana, Thai, Lao, Khmer, Burmese; as much as the cases need.
SPACELESS = [(0x3005, 0x3007), (0x3041, 0x309F), (0x30A1, 0x30FF), (0x3400, 0x9FFF), (0xFF66, 0xFF9F), (0x20000, 0x323AF)]
SPACELESS += [(0x0E01, 0x0E5B), (0x0E81, 0x0EDF), (0x1780, 0x17E9), (0x1000, 0x109D)]


def normal_text(text):
    return unicodedata.normalize('NFC', re.sub(r'\s+', ' ', text.lower()).strip())


def is_base(c):
    return unicodedata.category(c)[0] in 'LN'


def is_extender(c):
    return unicodedata.category(c)[0] == 'M' or c in '\u200c\u200d'


def is_spaceless(c):
    return is_base(c) and any(low <= ord(c) <= high for low, high in SPACELESS)


def word_tokens(text):
    text = normal_text(text)
    runs = []  # [is spaceless, characters with their marks]
    inside = False
    for c in text:
        if is_extender(c) and inside:
            runs[-1][1][-1] += c
        elif is_base(c):
            if not inside or runs[-1][0] != is_spaceless(c):
                runs.append([is_spaceless(c), []])
            runs[-1][1].append(c)
            inside = True
        else:
            inside = False
    tokens = []
    for spaceless, characters in runs:
        if spaceless and len(characters) > 1:
            tokens += [a + b for a, b in zip(characters, characters[1:])]
        else:
            tokens.append(''.join(characters))
    return tokens or ([text] if text else [])


def char_tokens(text):
    return list(normal_text(text))


def shingle_hash(tokens):
    total = 0
    for token in tokens:
        total = (total * 0x2C1B3C6B + murmur3(token.encode(), 0)) & MASK
    return mix32(total)


def shingles(tokens, k, bag):
    if not tokens:
        return []
    k = min(k, len(tokens))
    hashes = sorted(shingle_hash(tokens[i : i + k]) for i in range(len(tokens) - k + 1))
    if not bag:
        return sorted(set(hashes))
    copies = {}
    numbered = []
    for h in hashes:
        numbered.append(bag_element(h, copies.get(h, 0)))
        copies[h] = copies.get(h, 0) + 1
    return sorted(set(numbered))


def fast_similarity(elements, slots, seed):
    if not elements:
        return [MASK] * slots
    winners = [None] * slots
    for i in range(slots):
        if None not in winners:
            break
        thrown = {}
        for x in elements:
            v = mix32(x ^ derive_seed(seed, i))
            slot = (v & 0xFFFF) * slots >> 16
            thrown[slot] = min(thrown.get(slot, (v, x)), (v, x))
        for slot, (_, x) in thrown.items():
            if winners[slot] is None:
                winners[slot] = x
    own = [derive_seed(seed, slots + slot) for slot in range(slots)]
    return [
        min(mix32(x ^ own[slot]) for x in elements) if winner is None else mix32(winner ^ own[slot])
        for slot, winner in enumerate(winners)
    ]


def xoshiro(seed):
    s = [derive_seed(seed, i) for i in range(4)]
    while True:
        yield rotate(s[1] * 5 & MASK, 7) * 9 & MASK
        t = s[1] << 9 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 11)


def minhash(elements, slots, seed):
    bits = xoshiro(seed)
    functions = [(next(bits) | 1, next(bits)) for _ in range(slots)]
    return [min(((a * mix32(x) + b) & MASK for x in elements), default=MASK) for a, b in functions]


def signature(elements, options):
    sketch = minhash if options.get('sketch') == 'minhash' else fast_similarity
    return sketch(sorted(set(elements)), options['slots'], options.get('seed', 1))


def band_key(rows, band):
    low, high = derive_seed(band, 0), derive_seed(band, 1)
    for v in rows:
        low = (low ^ v) * 0x9E3779B1 & MASK
        low ^= low >> 15
        high = (rotate(high, 13) * 0x85EBCA77 + v) & MASK
        high ^= high >> 16
    return [mix32(low), mix32(high ^ low)]


def signature_file(case):
    options, bits = case['options'], case['bits']
    body = b''
    for elements in case['sets']:
        packed = 0
        for slot, v in enumerate(signature(elements, options)):
            packed |= (v if bits == 32 else mix32(v) & (1 << bits) - 1) << slot * bits
        body += packed.to_bytes((options['slots'] * bits + 7) // 8, 'little')
    header = struct.pack(
        '<4sBBBBIIIId', b'LKSG', 2, 0, bits, 0, options['slots'], len(case['sets']), options.get('seed', 1), 0, 0.0
    )
    return (header + body).hex()


def answer(case):
    kind = case['kind']
    if kind == 'mix':
        return [[mix32(v)] + [bag_element(v, c) for c in range(case['copies'])] for v in case['values']]
    if kind == 'hash-text':
        return [murmur3(text.encode(), case['seed']) for text in case['texts']]
    if kind == 'signatures':
        return [signature(elements, case['options']) for elements in case['sets']]
    if kind == 'band-keys':
        bands, rows = case['layout']['bands'], case['layout']['rows']
        return [
            half for s in case['signatures'] for b in range(bands) for half in band_key(s[b * rows : (b + 1) * rows], b)
        ]
    if kind == 'signature-file':
        return signature_file(case)
    if kind == 'shingles' and set(case['options']) <= {'kind', 'k', 'bag'} and case['options'].get('kind') != 'stopwords':
        words = case['options'].get('kind', 'words') == 'words'
        k = case['options'].get('k', 5 if words else 9)
        tokens = word_tokens if words else char_tokens
        return [shingles(tokens(text), k, case['options'].get('bag', False)) for text in case['texts']]
    return None


def main():
    checked, wrong = 0, 0
    for folder in sorted(path.parent for path in pathlib.Path(__file__).parent.glob('*/input.json')):
        case = json.loads((folder / 'input.json').read_text(encoding='utf-8'))
        got = answer(case)
        if got is None:
            continue
        same = got == json.loads((folder / 'expected.json').read_text(encoding='utf-8'))
        checked, wrong = checked + 1, wrong + (not same)
        print(f"{folder.name}: {'equal' if same else 'DIFFERENT'}")
    print(f'{checked} cases checked, {wrong} different')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
