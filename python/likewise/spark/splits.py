"""Files of JSON Lines that Likewise lists one by one: executors read parts of them directly, without the JVM."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Iterator, Sequence

from .errors import Refused

#: Smaller parts take longer to start than to read.
_MIN_BYTES = 1 << 20
#: Parts for each core: some take longer than others.
_PER_CORE = 2
#: Lines are handed over in chunks of so many bytes.
_CHUNK = 4 << 20


@dataclass(frozen=True)
class Split:
    """A part of a file. A line belongs to the part in which it begins."""

    file: int
    path: str
    start: int
    end: int


def splits_of(paths: Sequence[str], max_bytes: int, parallelism: int) -> list[list[Split]]:
    """The parts of files for each task, in order; a task reads many small files, or a part of a large one."""
    try:
        sizes = [os.stat(path).st_size for path in paths]
    except OSError as error:
        raise unreadable(error) from error
    part = max(1, min(max_bytes, max(_MIN_BYTES, -(-sum(sizes) // (_PER_CORE * parallelism)))))
    tasks: list[list[Split]] = []
    filled = part
    for file, (path, size) in enumerate(zip(paths, sizes)):
        for start in range(0, size, part):
            if filled >= part:
                tasks.append([])
                filled = 0
            split = Split(file, path, start, min(size, start + part))
            tasks[-1].append(split)
            filled += split.end - split.start
    return tasks


def read_chunks(split: Split) -> Iterator[list[bytes]]:
    """The lines of a part, some at a time, each without the line feed at its end."""
    try:
        with open(split.path, "rb", buffering=1 << 20) as file:
            if split.start > 0:
                file.seek(split.start - 1)
                file.readline()
            at = file.tell()
            while at < split.end:
                most = min(_CHUNK, split.end - at) - 1
                # A limit of 0 bytes means none.
                lines = file.readlines(most) if most > 0 else [file.readline()]
                if not lines or not lines[0]:
                    return
                at = file.tell()
                yield [line[:-1] if line.endswith(b"\n") else line for line in lines]
    except OSError as error:
        raise unreadable(error) from error


def unreadable(error: OSError) -> Refused:
    return Refused(
        "unreadable-input",
        f"cannot read {error.filename}: {error.strerror}",
        "put the files on a disk that this machine and all executors share",
    )
