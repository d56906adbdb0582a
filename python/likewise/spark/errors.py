"""Problems that the program reports to Likewise, which turns them into its own errors."""

from __future__ import annotations

import re
from typing import Any

#: The Spark versions that are supported.
_OLDEST, _NEWEST = (3, 5), (4, 3)


class Refused(Exception):
    """A request that cannot be carried out: a stable code, the problem, a hint, and anything else that Likewise needs."""

    def __init__(self, code: str, problem: str, hint: str, **data: Any) -> None:
        super().__init__(problem)
        self.code, self.problem, self.hint, self.data = code, problem, hint, data

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "problem": self.problem, "hint": self.hint, **self.data}


def cause_of(error: Exception) -> str:
    """The first line that says something: an error of the JVM begins with the name of the call."""
    lines = [line.strip(" :") for line in str(error).splitlines()]
    return next((line for line in lines if line and "An error occurred while calling" not in line), type(error).__name__)


def check_version(version: str) -> None:
    """Raises Refused for a Spark that is too old or too new, before anything is read."""
    match = re.match(r"(\d+)\.(\d+)", version)
    if match is None or not _OLDEST <= (int(match[1]), int(match[2])) <= _NEWEST:
        raise Refused("unsupported-spark", f"Spark {version} is not supported", "use Spark 3.5 to 4.3", version=version)
