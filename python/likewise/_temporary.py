"""A temporary folder. If this process is killed, a later run of the command line removes it."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import tempfile
import zlib
from pathlib import Path


class TemporaryFolder:
    """A folder that exists as long as the context."""

    def __enter__(self) -> Path:
        # The command line recognizes its leftovers by this name; src/temporary/node-leftovers.ts.
        self._path = Path(tempfile.gettempdir()) / f"likewise-{_own_mark()}-{secrets.token_hex(3)}"
        self._path.mkdir(mode=0o700)
        return self._path

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._path, ignore_errors=True)


def _own_mark() -> str:
    """Machine, process and start time, as in src/temporary/node-owner.ts."""
    namespace, start = "", "0"
    try:
        namespace = os.readlink("/proc/self/ns/pid")
        start = Path("/proc/self/stat").read_text().rsplit(") ", 1)[1].split()[19]
    except OSError:
        pass  # Only Linux has these files.
    machine = zlib.crc32(f"{socket.gethostname()} {namespace}".encode())
    return f"{machine:08x}-{os.getpid()}-{start}"
