"""The documents of a JSON Lines file as sets of 5-word shingles, the same for every peer and for Likewise."""
import json
import re

import orjson

K = 5
# Runs of letters and digits. On str, [^\W_] is what isalnum() accepts: Unicode's letters and numbers, as [\p{L}\p{N}],
# and faster than the regex module (88 against 125 µs a document here).
WORDS = re.compile(r"[^\W_]+").findall


def words(text):
    return WORDS(text.lower())


def shingles(text):
    found = words(text)
    if len(found) < K:
        return {" ".join(found)} if found else set()
    return set(map(" ".join, zip(found, found[1:], found[2:], found[3:], found[4:])))


def documents(path):
    with open(path, "rb") as lines:
        for line in lines:
            yield orjson.loads(line)["text"]


class PairWriter:
    """Writes each pair once, as {"a": earlier record, "b": later record}."""

    def __init__(self, path):
        self.file = open(path, "w")
        self.count = 0

    def write(self, a, b):
        self.file.write('{"a":%d,"b":%d}\n' % (a, b))
        self.count += 1

    def close(self):
        self.file.close()


def report(**values):
    print(json.dumps(values), flush=True)
