"""The files around the database: its folder, its lock, and where a damaged one goes."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from firmware_host.store.errors import StoreBusyError, StoreError

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str | None:
    """The kernel's name for this power-up; None where the kernel gives none."""
    return BOOT_ID.read_text().strip() if BOOT_ID.exists() else None


class Lock:
    """Keeps the games to one process; the kernel gives it back however that process ends.

    The file holds the owner's process id: writing, syncing and reading it back also proves,
    before the first throw, that the folder can be written.
    """

    def __init__(self, database: Path) -> None:
        """Raise `StoreBusyError` when it is taken, `StoreError` for a folder not to be written."""
        self._file = -1
        try:
            with _told_as_store_errors(database.parent):
                _make_folder(database.parent)
                self._file = os.open(database.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o644)
                self._take(database)
        except StoreError:
            self.release()
            raise

    def release(self) -> None:
        """Let the next process have it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _take(self, database: Path) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.pread(self._file, 20, 0).decode() or "unknown"
            raise StoreBusyError(
                f"{database} is in use by process {owner}; stop that one first."
            ) from None
        me = str(os.getpid()).encode()
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, me, 0)
        os.fsync(self._file)
        if os.pread(self._file, 20, 0) != me:
            raise StoreError(f"{database.parent} does not keep what is written; change the disk.")


def identity(path: Path) -> tuple[int, int] | None:
    """Which file is at `path` now, None where none can be found."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def set_aside(database: Path) -> Path:
    """Rename a damaged database to the first free `….damaged-N…`, and return that name."""
    names = (database.with_name(f"{database.stem}.damaged-{n}{database.suffix}") for n in count(1))
    aside = next(name for name in names if not name.exists())
    with _told_as_store_errors(database.parent):
        # The log goes first: left behind, it would be played into the new database.
        for end in ("-wal", "-shm", ""):
            part = database.with_name(database.name + end)
            if part.exists():
                part.rename(aside.with_name(aside.name + end))
        _sync_folder(database.parent)
    return aside


@contextmanager
def _told_as_store_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except StoreError:
        raise
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be written ({error.strerror}); "
            "give another state_directory in dicetower.toml, or play without saving."
        ) from error


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
