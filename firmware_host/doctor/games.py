"""The database of the games."""

import shutil
import tempfile
from pathlib import Path

from firmware_host.doctor.finding import Finding
from firmware_host.settings import Settings
from firmware_host.store import Store, StoreDamagedError, StoreError, database_in

LOGS = ("", "-wal")
"""What is to be copied of a database; the index of its log is made anew."""

DAMAGED = "copy it if it matters: at its next start the box sets aside what it cannot use"


def check_games(settings: Settings, box: str | None) -> Finding:
    """Whether every game is what was stored. A copy is looked at: opening a database changes it."""
    database = database_in(settings.state_directory)
    if box:
        how = f"{database} is in use by process {box}"
        return Finding("games", False, how, "stop the box, and run this again")
    try:
        if not database.exists():
            return Finding("games", True, f"{database} is not there yet: no game was played")
        fault = _fault(database)
    except StoreError as error:
        how = f"the copy {error}"
        return Finding("games", False, how, "update dicetower, or see that /tmp has room")
    except OSError as error:
        how = f"{database} cannot be copied for a check ({error.strerror})"
        return Finding("games", False, how, "make it this user's, and see that /tmp has room")
    if fault:
        return Finding("games", False, f"{database}: {fault}", DAMAGED)
    how = f"{database}: SQLite's check and the chain of hashes of every game passed"
    return Finding("games", True, how)


def _fault(database: Path) -> str | None:
    with tempfile.TemporaryDirectory(prefix="dicetower-") as folder:
        copy = Path(folder) / database.name
        for end in LOGS:
            if (file := database.with_name(database.name + end)).exists():
                shutil.copyfile(file, copy.with_name(copy.name + end))
        return _fault_of_copy(copy)


def _fault_of_copy(copy: Path) -> str | None:
    try:
        with Store.open(copy) as store:
            return "the file is damaged" if store.notice else store.check()
    except StoreDamagedError:
        return "the file is damaged"
