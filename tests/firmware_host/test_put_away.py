"""Games that are put away, and gone on with."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from boxes import scripted_box, start, throw
from hypothesis import given, settings
from hypothesis import strategies as st
from menu_presses import choose, enter, items
from profile_boxes import started
from stored_games import unfinished
from tables import Table

from firmware_host.fakebox import FakeBox
from firmware_host.shelf import MOST
from firmware_host.store.errors import StoreDamagedError
from firmware_host.store.rows import Ending, Entry, GameId, StoredGame
from firmware_host.store.store import Store
from firmware_host.view import Choose, Menu, NewGame, Say, Unfinished, View
from hw.events import Key, Profile
from rules import Game, load, with_options

pytestmark = pytest.mark.slow  # `make slow-test`

STRAIGHT = (1, 2, 3, 4, 5, 6)
STRONG = (1, 1, 1, 5, 2, 3)
BLANK = (2, 3, 4, 6, 2, 3)
HEADER = {"record": 1, "rules": "zilch", "players": ["Aino", "Bruno"]}
VARIED = {"ours": with_options(load("zilch"), {"take_over": True, "challenge": True})}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def by_hand(box: FakeBox) -> None:
    """The next game is played with dice that people enter."""
    box.box.flow.setup = box.box.flow.setup.with_dice("hand")


def begin_another(box: FakeBox) -> None:
    """From the screen for a new game to the first turn, with the box's dice."""
    assert isinstance(box.view.body, NewGame)
    box.box.flow.setup = box.box.flow.setup.with_dice("box")
    box.press("roll")
    if box.screen == "in_force":
        box.press("roll")
    assert box.screen == "ready"


def go_on_with(box: FakeBox, game: int | None) -> None:
    """From the list of other games."""
    assert isinstance(box.view.body, Unfinished)
    ids = [other.id for other in box.box.flow.others]
    for _ in range(ids.index(game or 0)):
        box.press("right")
    box.press("keep")


def open_list(box: FakeBox) -> None:
    """From the screen for a new game."""
    assert isinstance(box.view.body, NewGame)
    while box.view.body.row < len(box.view.body.rows) - 1:
        box.press("keep")
    box.press("right")


def listed(box: FakeBox) -> list[int]:
    return [other.id for other in box.box.flow.others]


def seen_from_menu(box: FakeBox) -> View:
    """What is shown once the menu was looked into."""
    items(box)
    box.press("bank")
    return box.view


# -- every screen that the menu opens over --------------------------------------------------------


def choosing(box: FakeBox) -> None:
    start(box)
    throw(box)
    box.press("right", "keep")


def in_the_middle(box: FakeBox) -> None:
    start(box)
    throw(box)
    throw(box)
    assert box.screen == "choose"


def cornered(box: FakeBox) -> None:
    start(box)
    throw(box)
    box.press("roll")
    assert box.screen == "corner"


def second_player(box: FakeBox) -> None:
    start(box)
    throw(box)
    box.press("bank", "roll")
    assert box.screen == "ready"


def entering(box: FakeBox) -> None:
    by_hand(box)
    start(box)
    box.press("roll", "keep", "right")
    assert box.screen == "by_hand"


def offered(box: FakeBox) -> None:
    by_hand(box)
    start(box)
    box.press("roll")
    enter(box, *STRONG)
    box.press("roll")
    enter(box, 2, 3)
    box.press("roll")
    assert box.screen == "offer"


def challenged(box: FakeBox) -> None:
    start(box)
    box.press("bank", "keep")
    assert box.screen == "ready"


REACHES: dict[str, tuple[Callable[[FakeBox], None], tuple[tuple[int, ...], ...]]] = {
    "ready": (start, ()),
    "choosing": (choosing, (STRONG,)),
    "in the middle": (in_the_middle, (STRONG, (5, 4))),
    "cornered": (cornered, (STRAIGHT,)),
    "second player": (second_player, (STRONG,)),
    "entering": (entering, ()),
    "offered": (offered, ()),
    "challenged": (challenged, ()),
}


@pytest.mark.parametrize(("reach", "throws"), REACHES.values(), ids=REACHES.keys())
def test_a_game_goes_on_where_it_was_put_away(
    table: Table, reach: Callable[[FakeBox], None], throws: tuple[tuple[int, ...], ...]
) -> None:
    box = table.box(*throws, STRONG, games=VARIED)
    reach(box)
    first, shown, game = box.box.ledger.game, seen_from_menu(box), box.box.flow.game
    choose(box, "put_away")
    begin_another(box)
    throw(box)
    second, other = box.box.ledger.game, seen_from_menu(box)
    choose(box, "others")
    go_on_with(box, first)
    assert (box.view, box.box.flow.game, box.box.ledger.game) == (shown, game, first)
    box = table.box(games=VARIED)
    assert (box.view, box.box.flow.game, box.box.ledger.game) == (shown, game, first)
    choose(box, "others")
    go_on_with(box, second)
    assert (box.view, box.box.ledger.game) == (other, second)


@pytest.mark.parametrize("place", ["known", "forgotten"])
def test_after_a_restart_it_goes_on_where_it_was_put_away_too(table: Table, place: str) -> None:
    box = table.box(STRAIGHT)
    cornered(box)
    shown = box.view
    choose(box, "put_away")
    if place == "forgotten":
        table.forget_the_place()
    box = table.box()
    if place == "forgotten":
        box.press("roll")
    assert isinstance(box.view.body, NewGame)
    open_list(box)
    go_on_with(box, 1)
    assert box.view == shown


def test_killed_right_after_it_comes_back_to_the_game_that_goes_on(table: Table) -> None:
    box = table.box(STRONG, STRONG)
    in_the_middle_of_first = table.folder / "place.json"
    start(box)
    throw(box)
    choose(box, "put_away")
    begin_another(box)
    old = in_the_middle_of_first.read_text()
    choose(box, "others")
    go_on_with(box, 1)
    in_the_middle_of_first.write_text(old)  # the newer one was not on the disk yet
    box = table.box()
    assert box.box.ledger.game == 1
    assert isinstance(box.view.body, Choose)
    assert box.view.body.dice == STRONG


def test_what_is_played_then_is_written_into_that_game(table: Table) -> None:
    box = table.box(STRONG, BLANK)
    start(box)
    throw(box)
    choose(box, "put_away")
    begin_another(box)
    throw(box)
    choose(box, "others")
    go_on_with(box, 1)
    box.press("bank")
    assert table.store is not None
    does = [[row.action["do"] for row in table.store.load(GameId(n)).entries] for n in (1, 2)]
    assert does == [["roll", "keep", "bank"], ["roll"]]
    assert table.store.check() is None
    choose(box, "undo")
    assert box.screen == "choose"
    assert box.box.flow.playing.scores == (0, 0)


def test_a_game_without_the_hint_is_played_with_the_dice_it_was_played_with(table: Table) -> None:
    box = table.box()
    by_hand(box)
    start(box)
    box.press("roll")
    enter(box, *BLANK)
    choose(box, "put_away")
    begin_another(box)
    choose(box, "put_away")
    table.forget_the_place()
    box = table.box()
    box.press("roll")
    open_list(box)
    go_on_with(box, 1)
    assert box.box.flow.setup.dice == "hand"


# -- what is offered, and when --------------------------------------------------------------------


def test_where_nothing_is_kept_nothing_is_put_away() -> None:
    box = scripted_box(store=Store.memory())
    start(box)
    assert items(box) == ["go_on", "scores", "dice_box", "give_up"]


def test_while_the_disk_fails_nothing_is_offered(table: Table) -> None:
    box = table.box(STRONG, STRONG)
    start(box)
    choose(box, "put_away")
    begin_another(box)
    assert {"put_away", "others"} <= {*items(box)}
    box.press("bank")
    assert table.store is not None
    table.store._db.execute("PRAGMA query_only = 1")
    throw(box)
    assert not {"put_away", "others"} & {*items(box)}
    table.store._db.execute("PRAGMA query_only = 0")
    box.wait(6.0)
    assert {"put_away", "others"} <= {*items(box)}


def test_a_game_that_could_not_be_put_away_is_as_soon_as_the_disk_is_well(table: Table) -> None:
    box = table.box()
    start(box)
    items(box)
    assert table.store is not None
    table.store._db.execute("PRAGMA query_only = 1")
    choose(box, "put_away")
    assert isinstance(box.view.body, NewGame)
    table.store._db.execute("PRAGMA query_only = 0")
    box.wait(6.0)
    assert listed(box) == [1]
    assert unfinished(table.store) is None


def test_games_that_have_ended_are_not_offered(table: Table) -> None:
    box = table.box(STRONG, games={"short": with_options(load("zilch"), {"target": 1000})})
    start(box, players=1)
    choose(box, "give_up")
    box.press("keep", "roll", "roll")
    throw(box)
    box.press("bank", "roll")
    assert box.screen == "over"
    assert items(box) == ["go_on", "undo_bank", "scores"]
    box.press("bank", "roll")
    assert listed(box) == []
    assert len(box.view.body.rows) == 4  # type: ignore[union-attr]


def test_from_the_end_of_a_game_another_one_goes_on(table: Table) -> None:
    box = table.box(STRONG, games={"short": with_options(load("zilch"), {"target": 1000})})
    start(box, players=1)
    choose(box, "put_away")
    begin_another(box)
    throw(box)
    box.press("bank", "roll")
    assert box.screen == "over"
    choose(box, "others")
    go_on_with(box, 1)
    assert (box.screen, box.box.ledger.game) == ("ready", 1)
    assert box.box.flow.best == ("Player 1", 1050)
    choose(box, "put_away")
    assert listed(box) == [1]


def test_the_end_is_there_again_though_another_game_was_put_away(table: Table) -> None:
    games = {"short": with_options(load("zilch"), {"target": 1000})}
    box = table.box(STRONG, games=games)
    start(box, players=1)
    choose(box, "put_away")
    begin_another(box)
    throw(box)
    box.press("bank", "roll")
    assert box.screen == "over"
    assert table.box(games=games).view == box.view


def test_the_list_itself_is_there_again(table: Table) -> None:
    box = table.box()
    start(box)
    choose(box, "put_away")
    begin_another(box)
    choose(box, "put_away")
    for over_a_game in (False, True):
        if over_a_game:
            begin_another(box)
            choose(box, "others")
        else:
            open_list(box)
        box.press("right")
        assert isinstance(box.view.body, Unfinished)
        back = table.box()
        assert back.view == box.view
        back.press("bank")
        assert back.screen == ("ready" if over_a_game else "new_game")
        box = back


def test_it_says_who_plays_what_and_the_best_score(table: Table) -> None:
    box = table.box(STRONG)
    start(box, game=1, players=3)
    throw(box)
    box.press("bank", "roll")
    choose(box, "put_away")
    begin_another(box)
    choose(box, "others")
    (row,) = box.view.body.games  # type: ignore[union-attr]
    assert (row.game.key, row.best) == ("game.zilch-10000", 1050)
    assert row.players == ("Player 1", "Player 2", "Player 3")


def test_only_so_many_are_offered_the_newest_first(table: Table) -> None:
    with Store.open(table.folder / "games.sqlite3") as store:
        games = [store.begin(HEADER) for _ in range(MOST + 5)]
        store.play(None)
    box = table.box()
    start(box)
    items(box)
    assert listed(box) == games[: -MOST - 1 : -1]


def test_a_game_whose_rules_are_gone_is_left_out_and_told_of_once(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    with Store.open(table.folder / "games.sqlite3") as store:
        for rules in ("gone", "zilch"):
            store.begin({**HEADER, "rules": rules})
        store.play(None)
    box = table.box()
    start(box)
    choose(box, "put_away")
    assert listed(box) == [3, 2]
    assert len([line for line in caplog.messages if "game 1" in line]) == 1


def test_a_damaged_game_is_left_out_and_the_others_are_there(table: Table) -> None:
    roll = Entry(1, {"do": "roll", "dice": [*STRONG]}, "box", 1)
    with Store.open(table.folder / "games.sqlite3") as store:
        games = [store.begin(HEADER, [roll]) for _ in range(4)]
        store.append(games[-1], [], Ending("given_up", (0, 0)))
        store._db.execute("UPDATE actions SET token = 9 WHERE game = 2")
    box = table.box(STRONG)
    start(box)
    throw(box)
    items(box)
    assert listed(box) == [3, 1]
    assert not list(table.folder.glob("*damaged*"))


def test_a_file_that_cannot_be_read_is_set_aside_and_the_game_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(table.folder / "games.sqlite3") as store:
        store.append(store.begin(HEADER), [], Ending("given_up", (0, 0)))
        store.begin(HEADER)
        store.play(None)
    box = table.box(STRONG)
    monkeypatch.setattr(Store, "load", unreadable)
    start(box)
    throw(box)
    items(box)
    assert listed(box) == []
    assert list(table.folder.glob("*damaged*"))
    assert (box.view.note, box.box.ledger.saved) == (Say("note.damaged"), True)
    assert box.box.ledger.game is not None
    assert table.box().view == box.view._replace(note=None)


def unreadable(_: Store, game: GameId) -> StoredGame:
    raise StoreDamagedError(f"Game {game} lies on a page that is damaged.")


def test_damage_of_another_game_does_not_hinder_the_one_that_is_played(table: Table) -> None:
    box = table.box(STRONG)
    start(box)
    throw(box)
    choose(box, "put_away")
    begin_another(box)
    items(box)
    assert table.store is not None
    table.store._db.execute("UPDATE actions SET token = 9 WHERE game = 1")
    back = table.box()
    assert (back.screen, back.box.flow.game) == (box.screen, box.box.flow.game)
    assert listed(back) == []
    assert not list(table.folder.glob("*damaged*"))


def test_a_spoilt_hint_is_only_a_hint_lost(table: Table) -> None:
    box = table.box(STRONG)
    start(box)
    throw(box)
    choose(box, "put_away")
    file = table.folder / "place.json"
    place = json.loads(file.read_text())
    spoilt_ones: list[object] = [
        [],
        {"1": 5},
        {"1": {"game": 1, "seq": 1, "screen": {}, "kept": "?", "tray": 7}},
    ]
    for spoilt in spoilt_ones:
        file.write_text(json.dumps({**place, "put_away": spoilt}))
        box = table.box()
        open_list(box)
        go_on_with(box, 1)
        assert box.screen == "choose"
        choose(box, "put_away")


def under_cursor(box: FakeBox) -> str:
    """The menu's item, by its key."""
    assert isinstance(box.view.body, Menu)
    return box.view.body.items[box.view.body.cursor].key


def test_a_game_that_is_not_there_any_more_is_not_gone_on_with(table: Table) -> None:
    box = table.box(STRONG)
    start(box)
    choose(box, "put_away")
    begin_another(box)
    throw(box)
    choose(box, "others")
    for file in table.folder.glob("games.sqlite3*"):
        file.unlink()
    go_on_with(box, 1)
    assert box.view.refusal == Say("refusal.gone")
    (left,) = box.view.body.games  # type: ignore[union-attr]
    go_on_with(box, 1)
    assert (left.best, box.box.flow.newest_throw) == (0, STRONG)
    assert box.view.note is None


@pytest.mark.parametrize("profile", ["three", "hold-six"])
def test_other_buttons_reach_it(tmp_path: Path, profile: Profile) -> None:
    with Store.open(tmp_path / "games.sqlite3") as store:
        box = started(profile, store=store)
        keys: tuple[Key, Key] = ("next", "ok") if profile == "three" else ("hold_2", "hold_3")
        again, take = keys
        for wanted in ("menu.put_away", "menu.others"):
            if box.screen == "new_game":
                box.press("ok" if profile == "three" else "roll")
            box.press("next" if profile == "three" else "hold_1")
            while under_cursor(box) != wanted:
                box.press(again)
            box.press(take)
        assert isinstance(box.view.body, Unfinished)
        box.press(take)
        assert (box.screen, box.box.ledger.game) == ("ready", 1)


# -- whatever is played ---------------------------------------------------------------------------

MOVES = st.tuples(
    st.integers(0, 2), st.tuples(*[st.integers(1, 6)] * 6), st.booleans(), st.booleans()
)


@settings(max_examples=15, deadline=None)
@given(st.lists(MOVES, max_size=12))
def test_of_several_games_each_is_played_as_if_it_were_the_only_one(
    tmp_path_factory: pytest.TempPathFactory,
    moves: list[tuple[int, tuple[int, ...], bool, bool]],
) -> None:
    table = Table(tmp_path_factory.mktemp("table"))
    box = table.box()
    for _ in range(3):
        by_hand(box)
        box.press(*(("roll", "roll") if box.screen == "attract" else ("roll",)))
        settle(box)
        choose(box, "put_away")
    open_list(box)
    go_on_with(box, 1)
    for game, faces, bank, kill in moves:
        if box.box.ledger.game != game + 1:
            choose(box, "others")
            go_on_with(box, game + 1)
        move(box, faces, bank)
        box = table.box() if kill else box
    for game in range(3):
        if box.box.ledger.game != game + 1:
            choose(box, "others")
            go_on_with(box, game + 1)
        alone = played_alone([(faces, bank) for at, faces, bank, _ in moves if at == game])
        assert box.box.flow.playing == alone
    table.close()


def played_alone(moves: list[tuple[tuple[int, ...], bool]]) -> Game:
    box = scripted_box()
    by_hand(box)
    box.press("roll", "roll")
    settle(box)
    for faces, bank in moves:
        move(box, faces, bank)
    return box.box.flow.playing


def move(box: FakeBox, faces: tuple[int, ...], bank: bool) -> None:
    """Enter a throw, or decide on one."""
    if box.screen == "by_hand":
        enter(box, *faces[: box.box.flow.entering.missing])
    elif box.screen == "choose":
        box.press("bank" if bank else "roll")
    settle(box)


def settle(box: FakeBox) -> None:
    """On to where there is something to enter or to decide."""
    while box.screen not in ("by_hand", "choose", "over"):
        box.press("roll")
