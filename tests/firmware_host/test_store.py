"""What the store keeps, what it refuses, and that no question grows with the number of games."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stored_games import last_over, unfinished

from firmware_host.store import reading, writing
from firmware_host.store.connection import connect_memory
from firmware_host.store.rows import Ending, Entry, GameId
from firmware_host.store.store import Store

HEADER = {"record": 1, "rules": "zilch", "players": ["Äiti", "Bruno"]}
ROLL = Entry(1, {"do": "roll", "dice": [1, 3, 3, 5, 6, 2]}, "box", token=7, at=1_700_000_000.5)
KEEP = Entry(2, {"do": "keep", "dice": [1, 5]})
BANK = Entry(3, {"do": "bank"})
OVER = Ending("over", (15050, 14000), at=1_700_000_009)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state" / "games.sqlite3"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with Store.open(file) as store:
        yield store


def finish(store: Store, *scores: int) -> GameId:
    game = store.begin(HEADER)
    store.end(game, "over", scores)
    return game


def test_a_new_store_has_nothing_to_tell(store: Store) -> None:
    assert unfinished(store) is None
    assert store.newest_header() is None
    assert store.best() is None
    assert store.history(10) == ()
    assert store.notice is None
    assert store.check() is None


def test_a_game_is_taken_up_as_it_was_left(file: Path) -> None:
    with Store.open(file) as store:
        game = store.begin(HEADER, at=1_700_000_000)
        store.append(game, [ROLL])
        store.append(game, [KEEP, BANK])
    with Store.open(file) as store:
        found = unfinished(store)
        assert found is not None
        assert (found.id, found.header, found.at) == (game, HEADER, 1_700_000_000)
        assert found.entries == (ROLL, KEEP, BANK)
        assert found.ending is None
        assert store.newest_header() == HEADER


def test_the_winning_bank_and_the_ending_are_stored_together(store: Store) -> None:
    game = store.begin(HEADER)
    store.append(game, [ROLL, KEEP, BANK], ending=OVER)
    assert unfinished(store) is None
    assert store.load(game).ending == OVER
    assert store.load(game).entries == (ROLL, KEEP, BANK)


def present(store: Store) -> GameId | None:
    found = store.present()
    return found.id if found else None


def test_of_several_unfinished_games_the_one_begun_last_is_the_present_one(store: Store) -> None:
    first, second = store.begin(HEADER), store.begin(HEADER)
    assert (found := unfinished(store)) is not None
    assert found.id == second
    assert store.others(9) == ((first, store.last_hash(first)),)
    store.end(second, "given_up", (0, 0))
    assert (unfinished(store), present(store)) == (None, second)


def test_another_game_is_the_present_one_once_it_is_played(file: Path) -> None:
    with Store.open(file) as store:
        first, second = store.begin(HEADER), store.begin(HEADER)
        store.play(first)
    with Store.open(file) as store:
        assert (found := unfinished(store)) is not None
        assert found.id == first
        assert [game for game, _ in store.others(9)] == [second]
        store.append(first, [ROLL, KEEP, BANK], ending=OVER)
        assert (found := last_over(store)) is not None
        assert found.id == first


def test_a_game_that_was_put_away_is_one_of_the_others(file: Path) -> None:
    with Store.open(file) as store:
        games = [store.begin(HEADER) for _ in range(3)]
        store.play(None)
    with Store.open(file) as store:
        assert (unfinished(store), present(store)) == (None, None)
        assert [game for game, _ in store.others(9)] == games[::-1]
        assert [game for game, _ in store.others(2)] == games[:0:-1]
        store.delete(games[1])
        assert [game for game, _ in store.others(9)] == [games[2], games[0]]


def test_a_game_that_was_put_away_goes_on_with_its_chain(store: Store) -> None:
    first = store.begin(HEADER, [ROLL])
    store.begin(HEADER, [ROLL])
    store.play(first)
    store.append(first, [KEEP, BANK])
    assert store.load(first).entries == (ROLL, KEEP, BANK)
    assert store.check() is None


def test_an_action_after_the_ending_takes_the_game_up_again(store: Store) -> None:
    game = store.begin(HEADER)
    store.append(game, [ROLL, KEEP, BANK], ending=OVER)
    store.append(game, [Entry(4, {"do": "undo"})])
    assert (found := unfinished(store)) is not None
    assert (found.id, found.ending) == (game, None)
    assert (store.best(), store.history(10)) == (None, ())
    again = Ending("over", (15100, 14000))
    store.append(game, [Entry(5, {"do": "bank"})], ending=again)
    assert store.best() == ("Äiti", 15100)
    assert [line.ending for line in store.history(10)] == [again]
    assert store.check() is None


def test_rows_that_are_there_already_are_passed_over(store: Store) -> None:
    game = store.begin(HEADER)
    store.append(game, [ROLL, KEEP])
    store.append(game, [ROLL, KEEP, BANK], ending=OVER)
    store.append(game, [ROLL, KEEP, BANK], ending=OVER)
    assert store.load(game).entries == (ROLL, KEEP, BANK)
    assert len(store.history(10)) == 1


@pytest.mark.parametrize(
    "entries",
    [
        [Entry(1, {"do": "roll", "dice": [1, 1, 1, 1, 1, 1]}, "box", token=7)],
        [KEEP, Entry(4, {"do": "bank"})],
        [Entry(0, {"do": "bank"})],
    ],
    ids=["another action is there", "a gap", "before the first"],
)
def test_rows_that_do_not_fit_are_refused_and_change_nothing(
    store: Store, entries: list[Entry]
) -> None:
    game = store.begin(HEADER)
    store.append(game, [ROLL])
    with pytest.raises(ValueError, match=f"Game {game}"):
        store.append(game, entries)
    assert store.load(game).entries == (ROLL,)


def test_a_game_ends_in_one_way_only(store: Store) -> None:
    game = finish(store, 100, 200)
    with pytest.raises(ValueError, match="another way"):
        store.end(game, "given_up", (100, 200))
    assert store.load(game).ending == Ending("over", (100, 200))


def test_an_ending_needs_a_score_for_each_player(store: Store) -> None:
    game = store.begin(HEADER)
    with pytest.raises(ValueError, match="2 players"):
        store.append(game, [ROLL], ending=Ending("over", (1, 2, 3)))
    assert store.load(game).entries == ()


@pytest.mark.parametrize(
    "call",
    [
        lambda store: store.load(GameId(9)),
        lambda store: store.append(GameId(9), [ROLL]),
        lambda store: store.end(GameId(9), "over", (1, 2)),
    ],
    ids=["load", "append", "end"],
)
def test_a_game_that_never_began_is_refused(store: Store, call: Callable[[Store], None]) -> None:
    with pytest.raises(ValueError, match="ame 9"):
        call(store)


def test_the_best_is_of_games_played_to_their_end(store: Store) -> None:
    finish(store, 9000, 12000)
    finish(store, 12000, 3000)
    store.end(store.begin(HEADER), "given_up", (20000, 0))
    assert store.best() == ("Bruno", 12000)
    assert store.best_since_power_up() == ("Bruno", 12000)


def test_the_best_since_power_up_forgets_what_was_before(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_host.store.store.boot_id", lambda: "before")
    with Store.open(file) as store:
        finish(store, 9000, 12000)
    monkeypatch.setattr("firmware_host.store.store.boot_id", lambda: "now")
    with Store.open(file) as store:
        assert store.best_since_power_up() is None
        finish(store, 500, 300)
        assert store.best_since_power_up() == ("Äiti", 500)
        assert store.best() == ("Bruno", 12000)


def test_the_history_is_read_in_pages_from_the_newest_on(store: Store) -> None:
    games = [finish(store, score, 0) for score in (1, 2, 3, 4, 5)]
    store.begin(HEADER)
    page = store.history(2)
    assert [line.id for line in page] == [games[4], games[3]]
    assert [line.ending.scores[0] for line in page] == [5, 4]
    assert [line.id for line in store.history(9, before=page[-1].id)] == games[2::-1]


def test_games_in_memory_are_kept_but_not_saved() -> None:
    with Store.memory() as store:
        game = store.begin(HEADER)
        store.append(game, [ROLL])
        assert (found := unfinished(store)) is not None
        assert found.entries == (ROLL,)
        assert (store.saved, store.path) == (False, None)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
actions = st.dictionaries(st.text(max_size=4), json_values, max_size=3)
throws = st.tuples(
    actions,
    st.sampled_from(["box", "seed", "script", None]),
    st.none() | st.integers(0, 2**62),
    st.none() | st.integers(0, 2**33) | st.floats(0, 2**33),
)


@given(
    calls=st.lists(st.tuples(st.lists(throws, max_size=4), st.integers(0, 6)), max_size=8),
    reopened=st.integers(0, 8),
)
@settings(max_examples=25, deadline=None)
def test_any_series_of_calls_is_read_back_in_order(
    calls: list[tuple[list[tuple[dict[str, object], str | None, int | None, float | None]], int]],
    reopened: int,
) -> None:
    rows: list[Entry] = []
    with TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "games.sqlite3")
        game = store.begin(HEADER)
        for number, (new, repeated) in enumerate(calls):
            if number == reopened:
                store.close()
                store = Store.open(Path(folder) / "games.sqlite3")
            first = max(0, len(rows) - repeated)
            rows += [Entry(len(rows) + n, *throw) for n, throw in enumerate(new, 1)]  # type: ignore[arg-type]
            store.append(game, rows[first:])
        assert store.load(game).entries == tuple(rows)
        assert store.check() is None
        store.close()


def steps(db: sqlite3.Connection, ask: Callable[[sqlite3.Connection], object]) -> int:
    """How many instructions of its virtual machine SQLite takes for an answer."""
    taken = 0

    def step() -> int:
        nonlocal taken
        taken += 1
        return 0

    db.set_progress_handler(step, 1)
    ask(db)
    db.set_progress_handler(None, 1)
    return taken


def play(db: sqlite3.Connection, score: int = 0, boot: str = "now") -> None:
    game = writing.begin(db, HEADER, None, boot)
    writing.add(db, game, ROLL, boot)
    writing.end(db, game, Ending("over", (score, 0)), boot)


@pytest.mark.parametrize(
    "ask",
    [
        reading.present,
        lambda db: reading.others(db, 5),
        reading.newest_header,
        reading.best,
        lambda db: reading.best_of_boot(db, "now"),
        lambda db: reading.history(db, 5, None),
        lambda db: reading.history(db, 5, GameId(8)),
        play,
    ],
    ids=["unfinished", "others", "header", "best", "power-up", "history", "older", "a whole game"],
)
def test_no_question_takes_longer_with_more_games(
    ask: Callable[[sqlite3.Connection], object],
) -> None:
    db = connect_memory()
    taken = []
    for count in (10, 500):
        for score in range(count):
            play(db, score, "before")
        play(db)
        taken.append(steps(db, ask))
    db.close()
    assert taken[1] <= 1.5 * taken[0]
