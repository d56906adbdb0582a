"""``spark-submit`` starts this program, which handles requests until Likewise closes the connection."""

from __future__ import annotations

import os
import re
import sys
import traceback
from importlib import import_module

from .channel import Channel
from .errors import Refused, check_version


def main() -> int:
    channel = Channel(os.environ["LIKEWISE_SPARK_ADDRESS"], os.environ.pop("LIKEWISE_SPARK_TOKEN"))
    try:
        # An older pyspark may lack what the session imports.
        check_version(import_module("pyspark").__version__)
        from .session import Session

        session = Session(channel)
    except Refused as error:
        channel.send({"error": error.as_json()})
        return 1
    except Exception as error:  # Whatever Spark says: Likewise reports it.
        channel.send({"error": {"code": "spark-failed", "problem": f"Spark did not start: {error}", "hint": "see the log of Spark"}})
        return 1
    for request in channel.requests(session.stop):
        try:
            answer = session.answer(request)
            channel.send({"id": request["id"], "result": answer})
        except Refused as error:
            channel.send({"id": request["id"], "error": error.as_json()})
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            channel.send({"id": request["id"], "error": {"code": "spark-failed", "problem": _summary(error), "hint": _HINT}})
    session.close()
    return 0


_HINT = "see the log of Spark; `log: FILE` keeps it"


def _summary(error: Exception) -> str:
    """The cause, without the stack of the JVM."""
    refused = re.search(r"errors\.Refused: (.*)", str(error))
    if refused is not None:
        return refused[1]
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    causes = [line for line in lines if "Error:" in line or "Exception:" in line]
    chosen = causes[-1] if causes else (lines[0] if lines else type(error).__name__)
    return f"a Spark job failed: {chosen[:500]}"


if __name__ == "__main__":
    sys.exit(main())
