"""Problems that the program reports to Likewise, which turns them into its own errors."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A request that cannot be carried out: a stable code, the problem, a hint, and anything else that Likewise needs."""

    def __init__(self, code: str, problem: str, hint: str, **data: Any) -> None:
        super().__init__(problem)
        self.code, self.problem, self.hint, self.data = code, problem, hint, data

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "problem": self.problem, "hint": self.hint, **self.data}
