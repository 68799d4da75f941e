"""What the store knows of the sensor: what it is asked for, and what it answered."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.flow.effects import Begin, Record
from firmware_host.ledger import Ledger
from firmware_host.store import readings, schema
from firmware_host.store.errors import StoreDamagedError
from firmware_host.store.readings import Expected
from firmware_host.store.rows import Entry
from firmware_host.store.store import Store
from hw.events import Reading

HEADER = {"record": 1, "rules": "zilch", "players": ["Äiti", "Bruno"]}
ROLL = Entry(1, {"do": "roll", "dice": [1, 3, 3, 5, 6, 2]}, "sensor", token=7)
KEEP = Entry(2, {"do": "keep", "dice": [1, 5]})
READ = Reading(
    boot="7C3E",
    id=1,
    token=7,
    kind="roll",
    cause=None,
    dice=(1, 3, 3, 5, 6, 2),
    sure=(98, 98, 71, 98, 98, 98),
    spots=((1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12)),
    moved=True,
)
BAD = READ._replace(id=2, kind=None, cause="cocked", dice=(1, None), sure=(9, 0), spots=())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with Store.open(file) as store:
        yield store


def expected(store: Store) -> Expected:
    found = store.expected()
    assert found is not None
    return found


def fail(store: Store, failing: bool) -> None:
    store._db.execute(f"PRAGMA query_only = {failing}")


# -- readings -------------------------------------------------------------------------------------


def test_a_reading_is_new_once(store: Store) -> None:
    assert store.remember(READ) is None
    assert store.remember(READ) == READ


@pytest.mark.parametrize("reading", [READ, BAD])
def test_a_reading_comes_back_as_it_was(file: Path, reading: Reading) -> None:
    with Store.open(file) as store:
        store.remember(reading)
    with Store.open(file) as store:
        assert store.remember(reading._replace(dice=(6,), sure=(1,))) == reading
        assert store.newest_reading() == reading


def test_the_newest_reading_is_the_one_that_was_stored_last(store: Store) -> None:
    assert store.newest_reading() is None
    for reading in (BAD, READ, BAD):
        store.remember(reading)
    assert store.newest_reading() == READ


def test_readings_of_an_earlier_power_up_of_the_sensor_are_forgotten(store: Store) -> None:
    store.remember(READ)
    store.remember(READ._replace(boot="0001"))
    assert store.remember(READ) is None


def test_no_more_readings_are_kept_than_a_sensor_may_repeat(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readings, "KEPT", 3)
    for number in range(1, 6):
        store.remember(READ._replace(id=number))
    assert [store.remember(READ._replace(id=number)) is None for number in (3, 4, 5)] == [False] * 3
    assert store.remember(READ._replace(id=2)) is None


def test_a_reading_that_was_tampered_with_is_damage(store: Store) -> None:
    store.remember(READ)
    for text in ("{}", "[", '{"boot": 1}'):
        store._db.execute("UPDATE readings SET reading = ?", (text,))
        with pytest.raises(StoreDamagedError, match="no reading"):
            store.remember(READ)


# -- what is expected -----------------------------------------------------------------------------


def test_nothing_is_expected_before_the_first_time(store: Store) -> None:
    assert store.expected() is None
    store.spend()
    assert store.expected() is None


def test_what_is_expected_is_known_after_a_restart(file: Path) -> None:
    with Store.open(file) as store:
        game = store.begin(HEADER)
        store.expect(7, 6, game)
    with Store.open(file) as store:
        assert store.expected() == Expected(7, 6, game, spent=False, readings=(), before=None)


def test_all_readings_of_the_throw_are_with_it(store: Store) -> None:
    store.expect(7, 6, None)
    for reading in (BAD, READ, READ._replace(id=3, token=0)):
        store.remember(reading)
    assert expected(store).readings == (BAD, READ)


def test_those_before_a_reboot_of_the_sensor_stay_with_it(store: Store) -> None:
    store.expect(7, 6, None)
    again = READ._replace(boot="0001", kind="place")
    store.remember(READ)
    store.remember(again)
    assert expected(store).readings == (READ, again)


def test_a_reading_of_an_earlier_throw_with_the_same_number_is_not(store: Store) -> None:
    store.remember(READ)
    store.expect(7, 6, None)
    assert expected(store).readings == ()
    assert expected(store).before == READ


def test_to_expect_the_same_again_loses_nothing(store: Store) -> None:
    store.expect(7, 6, None)
    store.remember(READ)
    store.expect(7, 6, None)
    assert expected(store).readings == (READ,)
    store.expect(8, 6, None)
    assert expected(store) == Expected(8, 6, None, spent=False, readings=(), before=READ)


def test_what_came_is_expected_no_longer_and_may_be_expected_anew(store: Store) -> None:
    store.expect(7, 6, None)
    store.spend()
    assert expected(store).spent
    store.expect(7, 6, None)
    assert not expected(store).spent


def test_a_throw_that_is_stored_is_spent_with_it_and_a_keep_spends_nothing(store: Store) -> None:
    game = store.begin(HEADER)
    store.expect(7, 6, game)
    store.append(game, [ROLL])
    assert expected(store).spent
    store.expect(8, 4, game)
    store.append(game, [KEEP])
    assert not expected(store).spent


def test_a_throw_that_could_not_be_stored_is_still_expected(store: Store) -> None:
    game = store.begin(HEADER)
    store.expect(7, 6, game)
    with pytest.raises(ValueError, match="no row"):
        store.append(game, [ROLL, KEEP._replace(seq=5)])
    assert not expected(store).spent


# -- older files ----------------------------------------------------------------------------------


def first_version(file: Path) -> None:
    """A file as it was before there were sensors, with a game in it."""
    db = sqlite3.connect(file, isolation_level=None)
    steps = schema.MIGRATIONS
    schema.MIGRATIONS = steps[:1]
    try:
        schema.migrate(db)
    finally:
        schema.MIGRATIONS = steps
    db.close()


def test_a_file_from_before_there_were_sensors_is_taken_up(file: Path) -> None:
    first_version(file)
    with Store.open(file) as store:
        assert store.notice is None
        game = store.begin(HEADER)
        store.append(game, [ROLL, KEEP])
        assert store.expected() is None
        store.expect(7, 6, game)
        assert store.remember(READ) is None
        assert store.check() is None
    db = sqlite3.connect(file)
    assert schema.version(db) == len(schema.MIGRATIONS)
    db.close()


# -- through the ledger ---------------------------------------------------------------------------

BEGIN = Begin(HEADER)
ROLLED = Record(({"do": "roll", "dice": [1, 3, 3, 5, 6, 2]},), "sensor", 7)


def begun(store: Store) -> Ledger:
    ledger = Ledger(store)
    ledger.write(BEGIN)
    return ledger


def test_the_game_is_stored_before_a_throw_of_it_is_expected(store: Store) -> None:
    fail(store, True)
    ledger = begun(store)
    fail(store, False)
    ledger.expect(7, 6)
    assert expected(store).game == ledger.game is not None


def test_what_was_expected_while_the_disk_failed_is_stored_when_it_is_well(store: Store) -> None:
    ledger = begun(store)
    fail(store, True)
    ledger.expect(7, 6)
    assert ledger.remember(READ) is None
    assert ledger.remember(READ) == READ
    assert ledger.saved is False
    fail(store, False)
    assert ledger.try_again()
    assert expected(store) == Expected(
        7, 6, ledger.game, spent=False, readings=(READ,), before=None
    )


def test_a_throw_that_came_while_the_disk_failed_is_spent_when_it_is_well(store: Store) -> None:
    ledger = begun(store)
    fail(store, True)
    ledger.expect(7, 6)
    ledger.remember(READ)
    ledger.write(ROLLED)
    fail(store, False)
    ledger.try_again()
    found = store.expected()
    assert found is None or found.spent
    assert store.remember(READ) == READ


def test_what_is_expected_follows_the_games_to_a_new_file(file: Path, store: Store) -> None:
    ledger = begun(store)
    ledger.expect(7, 6)
    ledger.remember(READ)
    for found in file.parent.glob(file.name + "*"):
        found.unlink()
    assert ledger.try_again()
    assert expected(store) == Expected(
        7, 6, ledger.game, spent=False, readings=(READ,), before=None
    )


def test_a_reading_is_known_though_no_disk_ever_had_it() -> None:
    ledger = Ledger(Store.memory())
    assert ledger.remember(READ) is None
    assert ledger.remember(READ._replace(dice=(6,) * 6)) == READ


def test_a_restarted_box_knows_what_was_read_before(file: Path) -> None:
    with Store.open(file) as store:
        Ledger(store).remember(READ)
    with Store.open(file) as store:
        assert Ledger(store).remember(READ) == READ
