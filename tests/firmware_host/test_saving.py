"""Saving resumes by itself, whatever became of the folder or the file in the meantime."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from boxes import scripted_box, start, throw

from firmware_host.bookmark import Bookmark
from firmware_host.box import RESAVE
from firmware_host.fakebox import FakeBox
from firmware_host.flow.effects import Abandon, Begin, Record
from firmware_host.ledger import MOST_GAMES, Ledger
from firmware_host.store import opening
from firmware_host.store import store as module
from firmware_host.store.errors import StoreDamagedError, StoreError
from firmware_host.store.files import database_in, lock_of
from firmware_host.store.opening import open_store
from firmware_host.store.rows import Ending, Entry
from firmware_host.store.store import Store
from firmware_host.view import Say

THROWS = ((1, 5, 2, 2, 3, 4), (1, 2, 3, 4), (1, 2, 3))
OURS = {"record": 1, "rules": "zilch", "players": ["Player 1", "Player 2"]}
OLD = Begin({"record": 1, "rules": "kcd", "players": ["Aino", "Bruno"]})
OLD_ROWS = [Entry(1, {"do": "roll", "dice": [1, 1, 1, 2, 3, 4]}, "box", 1)]
NOT_SAVED = Say("note.not_saved")


class Bench:
    """A box, the folder of its games, and that folder's disk."""

    def __init__(self, folder: Path) -> None:
        self.disk = folder / "disk"
        self.folder = self.disk / "state"
        self.other = folder / "other"
        self.opened: Store | None = None

    def box(self) -> FakeBox:
        """The box, started."""
        self.close()
        self.opened = store = open_store(self.folder)
        bookmark = Bookmark.beside(database_in(self.folder))
        return scripted_box(*THROWS, store=store, bookmark=bookmark)

    def keep_games(self, folder: Path) -> None:
        """Have a finished and an unfinished game in a folder."""
        with Store.open(database_in(folder)) as store:
            store.begin(OLD.header, OLD_ROWS, Ending("over", (10050, 8000)))
            store.begin(OLD.header, OLD_ROWS)

    def games(self) -> list[tuple[str, int]]:
        """Which rules, and how many actions, of all games that outlive a power cut now."""
        kept = shutil.copytree(self.folder, self.disk / "kept")
        with Store.open(database_in(kept)) as store:
            assert (store.notice, store.check()) == (None, None)
            rows = store._db.execute(
                "SELECT header ->> 'rules', (SELECT count(*) FROM actions WHERE game = id)"
                " FROM games ORDER BY id"
            )
            return rows.fetchall()

    def close(self) -> None:
        if self.opened:
            self.opened.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


Deed = Callable[[Bench], object]


def take_disk(bench: Bench) -> None:
    bench.disk.write_text("no folder")


def bring_disk(bench: Bench) -> None:
    bench.disk.unlink()
    bench.disk.mkdir()


def protect(bench: Bench) -> None:
    bench.disk.mkdir()
    bench.folder.symlink_to("/sys/kernel")


def free(bench: Bench) -> None:
    bench.folder.unlink()
    bench.folder.mkdir()


# How the folder cannot be used at the start, and how it becomes usable.
UNUSABLE: dict[str, tuple[Deed, Deed]] = {
    "no disk, then a new one": (take_disk, bring_disk),
    "read-only": (protect, free),
    "a folder in the file's place": (
        lambda b: database_in(b.folder).mkdir(parents=True),
        lambda b: database_in(b.folder).rmdir(),
    ),
}


@pytest.mark.parametrize(("spoil", "mend"), UNUSABLE.values(), ids=UNUSABLE.keys())
def test_a_folder_that_was_no_use_at_the_start_is_used_as_soon_as_it_can_be(
    bench: Bench, spoil: Deed, mend: Deed
) -> None:
    spoil(bench)
    box = bench.box()
    start(box)
    throw(box)
    box.press("keep", "right")
    assert box.view.note == NOT_SAVED
    mend(bench)
    box.wait(RESAVE)
    assert box.view.note is None
    assert bench.box().view == box.view  # the bookmark is written, too
    assert bench.games() == [("zilch", 1)]


def test_games_that_a_disk_brings_with_it_are_kept(bench: Bench) -> None:
    take_disk(bench)
    box = bench.box()
    start(box)
    throw(box)
    bench.keep_games(bench.other / "state")
    bench.disk.unlink()
    bench.other.rename(bench.disk)
    box.wait(RESAVE)
    throw(box)
    assert box.view.note is None
    assert bench.games() == [("kcd", 1), ("kcd", 1), ("zilch", 3)]
    assert bench.box().view == box.view


def test_a_folder_that_comes_while_nobody_plays_is_taken_up(bench: Bench) -> None:
    take_disk(bench)
    box = bench.box()
    box.wait(1)
    assert box.view.note == NOT_SAVED
    bench.disk.unlink()
    bench.keep_games(bench.folder)
    box.wait(RESAVE)
    assert box.view.note is None
    assert (box.screen, box.box.ledger.game) == ("choose", 2)
    assert bench.games() == [("kcd", 1), ("kcd", 1)]


def test_a_folder_that_comes_while_a_game_is_set_up_has_its_game_among_the_others(
    bench: Bench,
) -> None:
    take_disk(bench)
    box = bench.box()
    box.press("roll")
    bench.disk.unlink()
    bench.keep_games(bench.folder)
    box.wait(RESAVE)
    assert box.screen == "new_game"
    assert [other.id for other in box.box.flow.others] == [2]


def test_a_game_that_can_only_be_read_at_the_start_goes_on_and_is_saved_when_it_can_be(
    bench: Bench,
) -> None:
    box = bench.box()
    start(box)
    throw(box)
    box.press("keep", "right")
    bench.close()
    lock = lock_of(database_in(bench.folder))
    lock.unlink()
    lock.mkdir()  # the folder is of no use, and all in it can be read
    back = bench.box()
    assert back.view == box.view._replace(note=NOT_SAVED)
    lock.rmdir()
    back.wait(RESAVE)
    assert back.view.note is None
    assert back.box.ledger.game == box.box.ledger.game
    assert bench.games() == [("zilch", 1)]


def delete_all(bench: Bench) -> None:
    for file in bench.folder.iterdir():
        file.unlink()


def empty(bench: Bench) -> None:
    shutil.rmtree(bench.folder)
    bench.folder.mkdir()


def swap(bench: Bench) -> None:
    bench.keep_games(bench.other)
    bench.folder.rename(bench.disk / "away")
    bench.other.rename(bench.folder)


def copy_back(bench: Bench) -> None:
    """The same files with other numbers, as of a disk that was unplugged."""
    shutil.copytree(bench.folder, bench.other)
    shutil.rmtree(bench.folder)
    bench.other.rename(bench.folder)


# What happens to the folder of a running box, and the games that are in it before ours.
LOSSES: dict[str, tuple[Deed, list[tuple[str, int]]]] = {
    "the file is deleted": (lambda b: database_in(b.folder).unlink(), []),
    "its log is deleted": (lambda b: (b.folder / "games.sqlite3-wal").unlink(), []),
    "all files are deleted": (delete_all, []),
    "the folder is removed, and comes back empty": (empty, []),
    "another disk's folder is in its place": (swap, [("kcd", 1), ("kcd", 1)]),
    "the disk is unplugged, and comes back": (copy_back, []),
}


@pytest.mark.parametrize("pressing", [False, True], ids=["idle", "pressed at once"])
@pytest.mark.parametrize(("lose", "others"), LOSSES.values(), ids=LOSSES.keys())
def test_no_game_is_written_where_nobody_finds_it(
    bench: Bench, lose: Deed, others: list[tuple[str, int]], pressing: bool
) -> None:
    box = bench.box()
    start(box)
    throw(box)
    box.press("right")
    lose(bench)
    if pressing:
        throw(box)
    else:
        box.wait(RESAVE + 1)
    assert box.view.note is None
    assert bench.games() == [*others, ("zilch", 3 if pressing else 1)]
    assert bench.box().view == box.view


def test_what_becomes_of_the_file_is_told_once(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    box = bench.box()
    start(box)
    empty(bench)
    box.wait(4 * RESAVE)
    told = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert [level for level, _ in told] == ["ERROR", "WARNING"]
    assert told[0][1] == f"{database_in(bench.folder)} was taken away. The game goes on unsaved."


def test_a_removed_folder_is_waited_for_and_what_was_played_meanwhile_is_saved(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    box = bench.box()
    start(box)
    throw(box)
    away = bench.folder.rename(bench.disk / "away")
    throw(box)
    box.wait(10 * RESAVE)
    assert box.view.note == NOT_SAVED
    assert not bench.folder.exists()
    away.rename(bench.folder)
    box.wait(RESAVE)
    assert box.view.note is None
    assert bench.box().view == box.view
    assert bench.games() == [("zilch", 3)]
    assert len([record for record in caplog.records if "unsaved" in record.message]) == 2


def test_a_folder_that_another_box_has_is_taken_when_that_one_ends(bench: Bench) -> None:
    box = bench.box()
    start(box)
    bench.folder.rename(bench.disk / "away")
    with Store.open(database_in(bench.folder)):
        box.wait(RESAVE)
        assert box.view.note == NOT_SAVED
    box.wait(RESAVE)
    assert box.view.note is None


@pytest.mark.parametrize(
    ("command_line", "says_so"),
    [
        ("quiet overlayroot=tmpfs", True),
        ("boot=overlay quiet", True),
        ("overlayroot=tmpfs:recurse=0", True),  # the folder is on the root's own disk
        ("overlayroot=device:dev=/dev/sda1", False),
        ("quiet", False),
    ],
)
def test_games_that_go_with_the_power_are_not_called_saved(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, command_line: str, says_so: bool
) -> None:
    file = bench.folder.parent.parent / "cmdline"
    file.write_text(command_line)
    monkeypatch.setattr(opening, "COMMAND_LINE", file)
    monkeypatch.setattr(opening, "ROOT", bench.folder.parent)
    box = bench.box()
    start(box)
    throw(box)
    assert (box.view.note == NOT_SAVED) == says_so
    assert bench.games() == [("zilch", 1)]  # for as long as there is power


def play(ledger: Ledger, *rolls: int) -> None:
    """Games of so many rolls each."""
    for count in rolls:
        ledger.write(Begin(OURS))
        for token in range(count):
            ledger.write(Record(({"do": "roll", "dice": [1, 2, 3, 4, 5, 6]},), "box", token))


def test_all_games_that_were_played_meanwhile_are_saved(bench: Bench) -> None:
    bench.opened = store = open_store(bench.folder)
    ledger = Ledger(store)
    play(ledger, 2)
    away = bench.folder.rename(bench.disk / "away")
    ledger.write(Abandon((0, 0)))
    play(ledger, 3, 4)
    shutil.copytree(away, bench.folder)
    assert ledger.try_again()
    ledger.write(Record(({"do": "bank"},)))
    assert bench.games() == [("zilch", 2), ("zilch", 3), ("zilch", 5)]


def test_a_box_without_a_disk_holds_back_so_many_games_and_no_more(bench: Bench) -> None:
    take_disk(bench)
    bench.opened = store = open_store(bench.folder)
    ledger = Ledger(store)
    play(ledger, *range(MOST_GAMES + 10))
    bench.disk.unlink()
    assert ledger.try_again()
    assert bench.games() == [("zilch", count) for count in range(10, MOST_GAMES + 10)]


@pytest.mark.parametrize(
    ("stored", "ours"),
    [
        (({**OURS, "players": ["A", "B"]}, 1, None), 1),
        ((OURS, 2, None), 1),
        ((OURS, 1, Ending("given_up", (0, 0))), 1),
    ],
    ids=["of others", "that went on otherwise", "that ended"],
)
def test_a_game_goes_on_in_the_file_only_where_it_began_there(
    bench: Bench, stored: tuple[dict[str, object], int, Ending | None], ours: int
) -> None:
    take_disk(bench)
    bench.opened = store = open_store(bench.folder)
    ledger = Ledger(store)
    play(ledger, ours)
    bench.disk.unlink()
    header, rolls, ending = stored
    dice = {"do": "roll", "dice": [1, 2, 3, 4, 5, 6]}
    with Store.open(database_in(bench.folder)) as other:
        other.begin(header, [Entry(n + 1, dice, "box", n) for n in range(rolls)], ending)
    assert ledger.try_again()
    assert bench.games() == [("zilch", rolls), ("zilch", ours)]


def test_a_damaged_game_that_cannot_be_set_aside_at_the_start_is_later(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: object) -> Path:
        raise StoreError("read-only")

    def damaged(_: object) -> None:
        raise StoreDamagedError("damaged")

    bench.keep_games(bench.folder)
    with monkeypatch.context() as trouble:
        trouble.setattr(Store, "present", damaged)
        trouble.setattr(module, "set_aside", refused)
        box = bench.box()
        start(box)
        assert box.view.note == NOT_SAVED
    box.wait(RESAVE)
    assert box.view.note is None
    assert bench.games() == [("kcd", 0)]
    assert (bench.folder / "games.damaged-1.sqlite3").exists()


@pytest.mark.parametrize("where", ["all of it", "a throw"])
def test_games_that_were_set_aside_are_told_of_where_nobody_plays(bench: Bench, where: str) -> None:
    bench.keep_games(bench.folder)
    file = database_in(bench.folder)
    if where == "all of it":
        file.write_bytes(b"no database " * 1000)
    else:
        with Store.open(file) as store:
            store._db.execute("UPDATE actions SET token = 99")
    box = bench.box()
    assert (box.view.note, box.screen) == (Say("note.damaged"), "attract")
    start(box)
    assert box.view.note is None
    assert not bench.box().box.flow.notes
