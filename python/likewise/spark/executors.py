"""What the Python of every executor must have."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Iterable

from .errors import Refused

#: The version of Python of an executor, and that of each package: None if it is missing, empty if it is unknown.
Executor = tuple[tuple[int, int], tuple[tuple[str, "str | None"], ...]]

_PACKAGES = ("numpy", "pandas", "pyarrow", "wasmtime", "likewise.kernel")

#: The oldest versions that work; wasmtime 0.15 and pyarrow 12 lack what the kernel calls.
_OLDEST = {"numpy": (1, 24), "pyarrow": (15, 0), "wasmtime": (0, 40)}


def describe_executor(_: int) -> Executor:
    """Describes the Python that runs this."""
    return sys.version_info[:2], tuple((name, _version(name)) for name in _PACKAGES)


def _version(name: str) -> str | None:
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
    pythons = {python for python, _ in executors}
    # Packages are installed for one version of Python, so with another one they are usually missing as well.
    if any(python != own for python in pythons):
        theirs = ", ".join(f"{major}.{minor}" for major, minor in sorted(pythons))
        raise Refused(
            "wrong-python",
            f"the executors run Python {theirs}, but the driver runs {own[0]}.{own[1]}",
            "set PYSPARK_PYTHON to the same version on all machines",
        )
    packages = {package for _, packages in executors for package in packages}
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


def _is_old(name: str, found_version: str) -> bool:
    match = re.match(r"(\d+)\.(\d+)", found_version)
    return name in _OLDEST and match is not None and (int(match[1]), int(match[2])) < _OLDEST[name]
