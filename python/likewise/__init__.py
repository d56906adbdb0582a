"""Likewise finds near-duplicate documents, overlapping sets, and records that describe the same thing.

``find``, ``dedup``, ``join`` and ``match`` are the commands of the command line, on paths, Arrow tables and pandas frames.
``likewise.kernel`` computes shingle sets, signatures and band keys in this process.
"""

from importlib.metadata import PackageNotFoundError, version

from ._api import Deduplicated, Found, dedup, find, join, match
from ._node import LikewiseError, UsageError

__all__ = ["Deduplicated", "Found", "LikewiseError", "UsageError", "dedup", "find", "join", "match"]

try:
    __version__ = version("likewise")
except PackageNotFoundError:
    __version__ = "0"
