"""Reading the database beside the process that writes it, or after it: no file is changed.

SQLite reads what a box has in its log with the help of the index of the log. Where there is no log,
everything is in the database. Where there is no index, or this user may not write to it, SQLite
would make one, or see what was there some time ago: then a copy is read.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.store import schema
from firmware_host.store.connection import as_text, must_be_ours
from firmware_host.store.errors import StoreError
from firmware_host.store.files import as_owner_of, beside

TRIES = 5  # at a copy; a box begins its log anew some times an hour
LOG_HEADER = 32  # bytes, which are others whenever the log is begun anew


@contextmanager
def reading_connection(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the database at `path` as this program's version has it.

    Raise `StoreForeignError`, `StoreDamagedError`, or `StoreError` where there is none.
    """
    if not path.exists():
        raise StoreError(f"{path} is not there: no game was stored yet.")
    with ExitStack() as open_ones:
        db = _opened(path, open_ones)
        must_be_ours(db, path)
        if schema.is_older(db):
            db = _connected(open_ones, _copied(path, open_ones), "")
            schema.migrate(db)
        # All answers are of one moment, whatever the box writes meanwhile.
        db.execute("BEGIN")
        db.execute("SELECT 1 FROM present")
        yield db


def _opened(path: Path, open_ones: ExitStack) -> sqlite3.Connection:
    log, index = beside(path, "-wal"), beside(path, "-shm")
    if not log.exists() or not log.stat().st_size:
        return _connected(open_ones, path, "?immutable=1")
    if os.access(index, os.R_OK | os.W_OK, effective_ids=True):
        return _connected(open_ones, path, "?mode=ro")
    return _connected(open_ones, _copied(path, open_ones), "")


def _connected(open_ones: ExitStack, path: Path, how: str) -> sqlite3.Connection:
    with as_owner_of(path.parent):
        db = sqlite3.connect(f"{path.absolute().as_uri()}{how}", uri=True, isolation_level=None)
        open_ones.callback(db.close)
        db.text_factory = as_text
        schema.version(db)  # SQLite opens no file before it must
    return db


def _copied(path: Path, open_ones: ExitStack) -> Path:
    """Database and log as they were at one moment.

    What the box moves from the log into the database meanwhile is still in the log, unless that is
    begun anew.
    """
    folder = Path(open_ones.enter_context(TemporaryDirectory(prefix="dicetower-")))
    for _ in range(TRIES):
        begun = _log_header(path)
        copy = Path(shutil.copyfile(path, folder / path.name))
        _copy_log(path, copy)
        if _log_header(path) == begun:
            return copy
    raise StoreError(f"{path} was written to all the time; try again.")


def _copy_log(path: Path, copy: Path) -> None:
    try:
        shutil.copyfile(beside(path, "-wal"), beside(copy, "-wal"))
    except FileNotFoundError:
        beside(copy, "-wal").unlink(missing_ok=True)


def _log_header(path: Path) -> bytes:
    try:
        with beside(path, "-wal").open("rb") as log:
            return log.read(LOG_HEADER)
    except FileNotFoundError:
        return b""
