"""What the Python of every executor must have."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any, Iterable, NamedTuple

from .errors import Refused


class Executor(NamedTuple):
    """The Python of an executor."""

    version: tuple[int, int]
    #: The version of each package: None if it is missing, empty if it is unknown.
    packages: tuple[tuple[str, str | None], ...]
    #: Why the kernel does not run; None if it does.
    kernel_error: str | None = None
    #: Whether it sees the folder for checkpoints.
    sees_mark: bool = True


_PACKAGES = ("numpy", "pandas", "pyarrow", "wasmtime", "likewise.kernel")

#: Takes longer to import than all others; only some searches need it.
_NOT_IMPORTED = ("pandas",)

#: The oldest versions that work; wasmtime 0.15 and pyarrow 12 lack what the kernel calls.
_OLDEST = {"numpy": (1, 24), "pyarrow": (15, 0), "wasmtime": (0, 40)}


def describe_executor(mark: str | None = None) -> Executor:
    """Describes the Python that runs this.

    Args:
        mark: a file that it must see.
    """
    packages = tuple((name, _version(name)) for name in _PACKAGES)
    is_complete = all(found is not None for _, found in packages)
    return Executor(sys.version_info[:2], packages, _kernel_error() if is_complete else None, mark is None or os.path.exists(mark))


def _kernel_error() -> str | None:
    """Tries the kernel, whatever the versions are."""
    try:
        import_module("likewise.kernel").Kernel().read(["some words to try"])
        return None
    except Exception as error:
        return f"{type(error).__name__}: {error}".splitlines()[0]


def other_python(message: str) -> Refused | None:
    """The problem, if Spark says that an executor runs another version of Python than the driver."""
    match = re.search(r"PYTHON_VERSION_MISMATCH\]\D*(\d+)[., ]+(\d+)\D+(\d+)[., ]+(\d+)", message)
    if match is None:
        return None
    theirs, own = ((int(match[i]), int(match[i + 1])) for i in (1, 3))
    return _other_python([theirs], own)


def _other_python(theirs: Iterable[tuple[int, int]], own: tuple[int, int]) -> Refused:
    versions = ", ".join(f"{major}.{minor}" for major, minor in theirs)
    return Refused(
        "wrong-python",
        f"the executors run Python {versions}, but the driver runs {own[0]}.{own[1]}",
        "set PYSPARK_PYTHON to the same version on all machines",
    )


def _version(name: str) -> str | None:
    if name in _NOT_IMPORTED:
        package: Any = find_spec(name)
        if package is None:
            return None
    else:
        try:
            package = import_module(name)
        except Exception:
            return None
    try:
        return version(name)
    except PackageNotFoundError:
        return str(getattr(package, "__version__", ""))


def check_executors(found: Iterable[Executor], own: tuple[int, int]) -> None:
    """Raises Refused if an executor lacks something, before anything is read.

    Args:
        own: the version of the Python of the driver.
    """
    executors = set(found)
    pythons = {executor.version for executor in executors}
    # Packages are installed for one version of Python, so with another one they are usually missing as well.
    if any(python != own for python in pythons):
        raise _other_python(sorted(pythons), own)
    packages = {package for executor in executors for package in executor.packages}
    missing = sorted({name for name, found_version in packages if found_version is None})
    if missing:
        raise Refused(
            "missing-in-executors",
            f"the Python of the executors lacks {', '.join(missing)}",
            "install it there, or ship it with `archives` (docs/guide/spark.md)",
        )
    old = sorted((name, found_version) for name, found_version in packages if _is_old(name, found_version or ""))
    if old:
        needed = sorted({f"{name}>={'.'.join(map(str, _OLDEST[name]))}" for name, _ in old})
        raise Refused(
            "old-in-executors",
            f"the Python of the executors has {', '.join(f'{name} {found_version}' for name, found_version in old)}, which is too old",
            f"install {', '.join(needed)} there, or ship it with `archives` (docs/guide/spark.md)",
        )
    failed = sorted((dict(executor.packages)["wasmtime"] or "", executor.kernel_error) for executor in executors if executor.kernel_error)
    if failed:
        found_version, problem = failed[0]
        raise Refused(
            "kernel-fails-in-executors",
            f"the kernel does not run on the executors, which have wasmtime {found_version}: {problem}",
            "install another version of wasmtime there, or ship it with `archives` (docs/guide/spark.md)",
        )


def _is_old(name: str, found_version: str) -> bool:
    match = re.match(r"(\d+)\.(\d+)", found_version)
    return name in _OLDEST and match is not None and (int(match[1]), int(match[2])) < _OLDEST[name]
