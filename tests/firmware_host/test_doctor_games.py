"""`dicetower doctor` finds games that are damaged, and games that the box could not save."""

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from doctor_machines import HEADER, ROWS, Bench, bench_in, change, refused
from unprivileged import unprivileged

from firmware_host.doctor import Finding
from firmware_host.doctor.games import check_games
from firmware_host.settings import Settings
from firmware_host.store.opening import open_store
from firmware_host.store.rows import Ending


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    yield from bench_in(tmp_path, monkeypatch)


class Fault(NamedTuple):
    """Something wrong with the games, and what is to be said of it; {} is their folder."""

    make: Callable[[Bench], object]
    found: str
    what_to_do: str


def lock_of(bench: Bench) -> Path:
    return bench.state / "games.lock"


def lead_nowhere(file: Path) -> None:
    file.unlink()
    file.symlink_to("/nowhere/games")


def be_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def be_a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def finish(bench: Bench, statement: str) -> None:
    """Have a finished game, in which then something is changed."""
    with open_store(bench.state) as store:
        game = store.present()
        assert game is not None
        store.append(game.id, ROWS, Ending("over", (10_500, 9_000)))
    change(bench.database, statement)


def come_from_a_newer_version(bench: Bench) -> None:
    change(bench.database, "ALTER TABLE games ADD COLUMN later TEXT")
    change(bench.database, "PRAGMA user_version = 99")


FAULTS = {
    "link to nothing": Fault(
        lambda b: lead_nowhere(b.database),
        "{}/games.sqlite3 is a link that leads nowhere",
        "put back what it leads to, or remove it",
    ),
    "pipe": Fault(lambda b: be_a_pipe(b.database), "{}/games.sqlite3 is no file", "move it away"),
    "folder": Fault(
        lambda b: be_a_folder(b.database), "{}/games.sqlite3 is no file", "move it away"
    ),
    "lock that is a link to nothing": Fault(
        lambda b: lead_nowhere(lock_of(b)), "{}/games.lock is a link that leads", "remove it"
    ),
    "lock that is a folder": Fault(
        lambda b: be_a_folder(lock_of(b)), "{}/games.lock is no file", "move it away"
    ),
    "lock that is a pipe": Fault(
        lambda b: be_a_pipe(lock_of(b)), "{}/games.lock is no file", "move it away"
    ),
    "log that is a folder": Fault(
        lambda b: (b.state / "games.sqlite3-wal").mkdir(), "-wal is no file", "move it away"
    ),
    "empty file": Fault(
        lambda b: b.database.write_bytes(b""), "{}/games.sqlite3 is empty", "put a copy back"
    ),
    "newer version": Fault(
        come_from_a_newer_version,
        "{}/games.sqlite3 was written by a newer dicetower, or by another program",
        "update dicetower, or move the file away",
    ),
    "no view of the results": Fault(
        lambda b: change(b.database, "DROP VIEW results"),
        "{}/games.sqlite3: is damaged (its tables are not those of dicetower)",
        "sets aside",
    ),
    "another best score": Fault(
        lambda b: finish(b, "UPDATE endings SET best_score = 99999"),
        "{}/games.sqlite3: Game 1 has another best score than its scores say",
        "sets aside",
    ),
    "game that is not listed": Fault(
        lambda b: change(b.database, "DELETE FROM unfinished"),
        "Game 1 is not what was stored: what came after",
        "sets aside",
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_each_fault_is_found_and_no_other(bench: Bench, fault: Fault) -> None:
    fault.make(bench)
    findings = bench.examine()
    found = findings.pop("games")
    assert found.ok is False
    assert fault.found.format(bench.state) in found.how
    assert fault.what_to_do in found.what_to_do
    assert tempfile.gettempdir() not in found.how.replace(str(bench.state), "")
    assert [other for other in findings.values() if other.ok is not True] == []


def examined(folder: Path) -> Finding:
    """What is found by a user with no more rights than others."""
    with unprivileged():
        return check_games(Settings(state_directory=folder), None)


@pytest.fixture
def folder() -> Iterator[Path]:
    """One that everybody may write to, with games in it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        with open_store(folder) as store:
            store.append(store.begin(HEADER), ROWS)
        for file in folder.iterdir():
            file.chmod(0o666)
        yield folder


@pytest.mark.parametrize("name", ["games.sqlite3", "games.sqlite3-shm", "games.lock"])
def test_a_file_that_belongs_to_another_user_is_found(folder: Path, name: str) -> None:
    assert examined(folder).ok
    file = folder / name
    file.touch()
    file.chmod(0o444)
    finding = examined(folder)
    assert (finding.ok, finding.how) == (False, f"{file} may not be written by this user")
    assert finding.what_to_do.startswith("sudo chown ")
    assert finding.what_to_do.endswith(f" {file}")


@pytest.mark.parametrize(
    ("number", "ok", "what_to_do"),
    [(errno.EIO, False, "change the card"), (errno.ENOSPC, None, "make room in /tmp")],
)
def test_games_that_cannot_be_copied_are_not_called_damaged(
    bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    ok: bool | None,
    what_to_do: str,
) -> None:
    monkeypatch.setattr(shutil, "copyfile", refused(number))
    finding = bench.examine()["games"]
    assert (finding.ok, finding.what_to_do) == (ok, what_to_do)
    assert os.strerror(number) in finding.how
