"""`dicetower run` that tells what it does: `told_box SETTINGS safe|unsafe`.

Unsafe: the store does not wait for its disk.
"""

import sqlite3
import sys
from functools import partial
from typing import Any

from kill.telling import install

from firmware_host.cli import main


class Hasty(sqlite3.Connection):
    """Never waits for the disk, whatever it is told."""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        return super().execute(sql.replace("synchronous = FULL", "synchronous = OFF"), parameters)


if sys.argv[2] == "unsafe":
    sqlite3.connect = partial(sqlite3.connect, factory=Hasty)  # type: ignore[assignment]
install(early=False)
main(["run", "--settings", sys.argv[1]])
