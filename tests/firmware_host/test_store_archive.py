"""Games are read beside a box, after it, and where nothing may be written; no file is changed."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest
from store_damages import HEADER, ROWS, change, keep_games, overwrite
from test_store_chain import begun_as_version_1
from unprivileged import NOBODY, unprivileged

from firmware_host.store import beside
from firmware_host.store.archive import open_archive
from firmware_host.store.errors import StoreDamagedError, StoreError, StoreForeignError
from firmware_host.store.rows import Ending, GameId, code_of
from firmware_host.store.store import Store

ROOT = os.geteuid() == 0


@pytest.fixture
def folder() -> Iterator[Path]:
    """One that other users can get to."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def left_by_a_killed_box(folder: Path, *ends: str) -> Path:
    """Two games in a log that nobody has moved into the database."""
    with tempfile.TemporaryDirectory() as name:
        played = Path(name) / "games.sqlite3"
        with Store.open(played) as store:
            store.begin(HEADER, ROWS[:3], Ending("over", (1, 2)))
            store.begin(HEADER, ROWS[:5])
            for end in ("", *ends):
                shutil.copy(f"{played}{end}", folder / f"games.sqlite3{end}")
    return folder / "games.sqlite3"


def contents(folder: Path) -> dict[str, bytes]:
    """What must not change: the index of a log is made anew by whoever needs it."""
    return {
        file.name: b"" if file.suffix.endswith("-shm") else file.read_bytes()
        for file in folder.iterdir()
    }


@contextmanager
def rights(which: str, folder: Path) -> Iterator[None]:
    """All, or only those to read."""
    if which == "all":
        yield
        return
    folder.chmod(0o555)
    with unprivileged():
        yield
    folder.chmod(0o755)


@pytest.mark.parametrize("ends", [("-wal", "-shm"), ("-wal",)], ids=["index", "no index"])
@pytest.mark.parametrize("which", ["all", "to read"])
def test_what_a_killed_box_left_in_its_log_is_read(
    folder: Path, ends: tuple[str, ...], which: str
) -> None:
    file = left_by_a_killed_box(folder, *ends)
    before = contents(folder)
    with rights(which, folder):
        assert read(file) == {2: 5, 1: 3}
    assert contents(folder) == before


def read(file: Path) -> dict[int, int]:
    """How many actions each game has."""
    with open_archive(file) as archive:
        return {game: len(archive.load(game).entries) for game in archive.games()}


@pytest.mark.parametrize("which", ["all", "to read"])
def test_what_a_box_left_in_order_is_read(folder: Path, which: str) -> None:
    file = folder / "games.sqlite3"
    keep_games(file)
    before = contents(folder)
    assert sorted(before) == ["games.lock", "games.sqlite3"]
    with rights(which, folder):
        assert read(file) == {2: 199, 1: 199}
    assert contents(folder) == before


READER = """
import sys
from pathlib import Path
from firmware_host.store.archive import open_archive

with open_archive(Path(sys.argv[1])) as archive:
    print([len(archive.load(game).entries) for game in archive.games()])
"""


def test_beside_a_box_that_plays_all_that_is_committed_is_read(folder: Path) -> None:
    file = folder / "games.sqlite3"
    with Store.open(file) as store:
        game = store.begin(HEADER)
        for done in (1, 2, 40):
            store.append(game, ROWS[:done])
            told = subprocess.run(
                [sys.executable, "-c", READER, str(file)],
                stdout=subprocess.PIPE,
                text=True,
                check=True,
                cwd=Path(__file__).parents[2],
            )
            assert told.stdout == f"[{done}]\n"
    assert sorted(path.name for path in folder.iterdir()) == ["games.lock", "games.sqlite3"]


def test_a_reader_does_not_keep_a_box_from_starting(folder: Path) -> None:
    file = folder / "games.sqlite3"
    keep_games(file)
    with open_archive(file) as archive, Store.open(file) as store:
        store.append(GameId(2), ROWS, Ending("over", (1, 2)))
        assert archive.games() == (2, 1)


def test_all_answers_are_of_one_moment(folder: Path) -> None:
    file = folder / "games.sqlite3"
    with Store.open(file) as store:
        game = store.begin(HEADER, ROWS[:3])
        with open_archive(file) as archive:
            seen = archive.games()
            store.append(game, ROWS[:9])
            store.delete(store.begin(HEADER))
            assert (archive.games(), len(archive.load(game).entries)) == (seen, 3)
            assert archive.fault_of(game) is None


def test_a_file_of_an_earlier_version_is_read_and_left_as_it_is(folder: Path) -> None:
    file = folder / "games.sqlite3"
    begun_as_version_1(file)
    before = contents(folder)
    assert read(file) == {2: 1, 1: 4}
    assert contents(folder) == before


def test_a_file_that_nobody_wrote_to_has_no_games(folder: Path) -> None:
    file = folder / "games.sqlite3"
    file.touch()
    assert read(file) == {}
    assert file.read_bytes() == b""


def test_no_file_is_told_and_none_is_made(folder: Path) -> None:
    with pytest.raises(StoreError, match="is not there"):
        read(folder / "games.sqlite3")
    assert contents(folder) == {}


def test_a_damaged_file_is_told_and_left_where_it_is(folder: Path) -> None:
    file = folder / "games.sqlite3"
    keep_games(file)
    overwrite(file, 0, bytes(512))
    before = contents(folder)
    with pytest.raises(StoreDamagedError, match="damaged"):
        read(file)
    assert contents(folder) == before


def test_a_file_of_a_newer_version_is_told(folder: Path) -> None:
    file = folder / "games.sqlite3"
    keep_games(file)
    change(file, "PRAGMA user_version = 99")
    with pytest.raises(StoreForeignError, match="newer dicetower"):
        read(file)


def test_a_log_that_is_begun_anew_all_the_time_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = left_by_a_killed_box(folder, "-wal")
    headers = count()
    monkeypatch.setattr(beside, "_log_header", lambda _: next(headers))
    with pytest.raises(StoreError, match="written to all the time"):
        read(file)


def test_a_log_that_was_begun_anew_meanwhile_is_copied_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = left_by_a_killed_box(folder, "-wal")
    headers = iter([b"one", b"two", b"two", b"two"])
    monkeypatch.setattr(beside, "_log_header", lambda _: next(headers))
    assert read(file) == {2: 5, 1: 3}
    assert list(headers) == []


def test_a_row_is_found_by_the_beginning_of_its_hash(folder: Path) -> None:
    file = folder / "games.sqlite3"
    keep_games(file)
    with Store.open(file) as store:
        last = store.last_hash(GameId(1))
    with open_archive(file) as archive:
        found = archive.with_hash(bytes.fromhex(code_of(last)))
        assert found is not None
        assert (found.game, found.link.hash, found.is_last) == (1, last, True)
        assert (found.link.kind, found.link.seq) == ("ending", 199)
        other = archive.links(GameId(1))[7]
        found = archive.with_hash(other.hash)
        assert found is not None
        assert (found.link, found.is_last) == (other, False)
        assert archive.with_hash(bytes(12)) is None


@pytest.mark.skipif(not ROOT, reason="only root can be another user")
@pytest.mark.parametrize("how", ["write", "read"])
def test_what_root_makes_is_the_folder_s_owner_s(folder: Path, how: str) -> None:
    state = folder / "state"
    state.mkdir()
    os.chown(state, NOBODY, NOBODY)
    file = state / "games.sqlite3"
    with Store.open(file) as store:
        store.begin(HEADER)
        if how == "read":
            assert read(file) == {1: 0}
        owners = {path.name: (path.stat().st_uid, path.stat().st_gid) for path in state.iterdir()}
    assert owners == dict.fromkeys(
        ("games.lock", "games.sqlite3", "games.sqlite3-shm", "games.sqlite3-wal"), (NOBODY, NOBODY)
    )
    assert (os.geteuid(), os.getegid()) == (0, 0)


def test_a_reader_writes_nothing_even_if_asked_to(folder: Path) -> None:
    file = left_by_a_killed_box(folder, "-wal", "-shm")
    with beside.reading_connection(file) as db, pytest.raises(sqlite3.OperationalError):
        db.execute("DELETE FROM games")
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT count(*) FROM games").fetchone() == (2,)
