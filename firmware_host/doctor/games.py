"""The database of the games."""

import errno
import os
import pwd
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

from firmware_host.doctor.finding import Finding
from firmware_host.runtime import temporary_directory
from firmware_host.settings import Settings
from firmware_host.store.connection import fault_of
from firmware_host.store.errors import StoreDamagedError, StoreForeignError
from firmware_host.store.files import database_in, lock_of

LOGS = ("", "-wal")
"""What is to be copied of a database; the index of its log is made anew."""

DAMAGED = "copy it if it matters: at its next start the box sets aside what it cannot use"
EMPTY = "put a copy back if there is one; else the box begins anew"


def check_games(settings: Settings, box: str | None) -> Finding:
    """Whether every game is what was stored, and more can be stored.

    A copy is looked at: opening a database changes it.
    """
    database = database_in(settings.state_directory)
    if box:
        how = f"{database} is in use by the running box (process {box})"
        return Finding("games", None, how, "stop the box, and run this again")
    obstacles = (_obstacle(file) for file in _used_by_the_box(database))
    return next(filter(None, obstacles), None) or _contents(database)


def _used_by_the_box(database: Path) -> Iterator[Path]:
    yield lock_of(database)
    for end in ("", "-wal", "-shm"):
        yield database.with_name(database.name + end)


def _obstacle(file: Path) -> Finding | None:
    """Why the box cannot use what has this name; nothing needs to have it."""
    if not os.path.lexists(file):
        return None
    if not file.exists():
        how = f"{file} is a link that leads nowhere"
        return Finding("games", False, how, "put back what it leads to, or remove it")
    if not file.is_file():
        return Finding("games", False, f"{file} is no file", "move it away")
    if _on_a_read_only_disk(file):  # which is said of the folder
        return None
    if not os.access(file, os.R_OK | os.W_OK, effective_ids=True):
        how = f"{file} may not be written by this user"
        return Finding("games", False, how, f"sudo chown {_user()} {shlex.quote(str(file))}")
    return None


def _on_a_read_only_disk(file: Path) -> bool:
    return bool(os.statvfs(file).f_flag & os.ST_RDONLY)


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _contents(database: Path) -> Finding:
    if not database.exists():
        return Finding("games", True, f"{database} is not there yet: no game was played")
    if not database.stat().st_size:
        return Finding("games", False, f"{database} is empty: what was in it is lost", EMPTY)
    try:
        fault = _fault(database)
    except StoreForeignError:
        how = f"{database} was written by a newer dicetower, or by another program"
        return Finding("games", False, how, "update dicetower, or move the file away")
    except OSError as error:
        return _not_tested(database, error)
    if fault:
        return Finding("games", False, f"{database}: {fault}", DAMAGED)
    how = f"{database}: SQLite's check and the chain of hashes of every game passed"
    return Finding("games", True, how)


def _not_tested(database: Path, error: OSError) -> Finding:
    why = error.strerror or error.__cause__ or error
    if error.errno == errno.EIO:
        return Finding("games", False, f"{database} cannot be read ({why})", "change the card")
    how = f"{database} cannot be copied for a check ({why})"
    return Finding("games", None, how, "make room in /tmp")


def _fault(database: Path) -> str | None:
    with temporary_directory() as folder:
        copy = Path(folder) / database.name
        for end in LOGS:
            if (file := database.with_name(database.name + end)).exists():
                shutil.copyfile(file, copy.with_name(copy.name + end))
        return _fault_of_copy(copy)


def _fault_of_copy(copy: Path) -> str | None:
    try:
        fault = fault_of(copy)
    except StoreDamagedError as damage:
        fault = str(damage)
    return fault and fault.removeprefix(f"{copy} ").removesuffix(".")
