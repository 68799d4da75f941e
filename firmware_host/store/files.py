"""The files around the database: its folder, its lock, and where a damaged one goes."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple

from firmware_host.store.errors import StoreBusyError, StoreError

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

Identity = tuple[int, int]
"""A file's device and number, whatever its name."""


class Files(NamedTuple):
    """Which files a database and SQLite's log of it are; None for one that is not there."""

    database: Identity | None
    log: Identity | None


IN_MEMORY = Files(None, None)


def database_in(folder: Path) -> Path:
    """Where the games of a state directory are."""
    return folder / "games.sqlite3"


def lock_of(database: Path) -> Path:
    """What the process that has the games locks."""
    return database.with_suffix(".lock")


def beside(database: Path, end: str) -> Path:
    """One of the files that SQLite keeps with a database."""
    return database.with_name(database.name + end)


@contextmanager
def as_owner_of(folder: Path) -> Iterator[None]:
    """What root makes in the folder is made by its owner, who must be able to use it."""
    if os.geteuid() != 0 or not folder.is_dir():
        yield
        return
    group, owner = os.getegid(), folder.stat()
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)


def give_to_owner_of(folder: Path, file: int) -> None:
    """The same of one open file, for who makes one with every press: another user costs more."""
    if os.geteuid() == 0:
        owner = folder.stat()
        if owner.st_uid or owner.st_gid:
            os.fchown(file, owner.st_uid, owner.st_gid)


def boot_id() -> str | None:
    """The kernel's name for this power-up; None where the kernel gives none."""
    return BOOT_ID.read_text().strip() if BOOT_ID.exists() else None


class Lock:
    """Keeps the games to one process; the kernel gives it back however that process ends.

    The file holds the owner's process id: writing, syncing and reading it back also proves,
    before the first throw, that the folder can be written.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = lock_of(database)
        self._file = -1

    def take(self) -> None:
        """Have it, in the file that bears its name now.

        The folder is made the first time only: one that was there, and is not, may come back with
        its games. Raise `StoreBusyError` when another process has it, `StoreError` for a folder
        not to be written.
        """
        if self._file >= 0 and _which(os.fstat(self._file)) == identity(self._path):
            return
        folder = self._database.parent
        with as_owner_of(folder), _told_as_store_errors(folder):
            if self._file < 0:
                _make_folder(folder)
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                self._sign(file)
            except BaseException:
                os.close(file)
                raise
        self.release()
        self._file = file

    def release(self) -> None:
        """Let the next process have it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _sign(self, file: int) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.pread(file, 20, 0).decode(errors="replace") or "unknown"
            raise StoreBusyError(
                f"{self._database} is in use by process {owner}; stop that one first."
            ) from None
        me = str(os.getpid()).encode()
        os.ftruncate(file, 0)
        os.pwrite(file, me, 0)
        os.fsync(file)
        if os.pread(file, 20, 0) != me:
            folder = self._database.parent
            raise StoreError(f"{folder} does not keep what is written; change the disk.")


def identity(path: Path) -> Identity | None:
    """Which file is at `path` now, None where none can be found."""
    try:
        return _which(path.stat())
    except OSError:
        return None


def files_at(database: Path) -> Files:
    """Which files have the database's name and its log's now."""
    return Files(identity(database), identity(beside(database, "-wal")))


def _which(found: os.stat_result) -> Identity:
    return found.st_dev, found.st_ino


def set_aside(database: Path) -> Path:
    """Rename a damaged database to the first free `….damaged-N…`, and return that name."""
    names = (database.with_name(f"{database.stem}.damaged-{n}{database.suffix}") for n in count(1))
    aside = next(name for name in names if not name.exists())
    with _told_as_store_errors(database.parent):
        # The log goes first: left behind, it would be played into the new database.
        for end in ("-wal", "-shm", ""):
            part = beside(database, end)
            if part.exists():
                part.rename(beside(aside, end))
        sync_folder(database.parent)
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
            "put that right, or set another state_directory in dicetower.toml."
        ) from error


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Have the names in it on the disk."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
