"""After any end the box comes back to where it was."""

from pathlib import Path
from typing import Any

import pytest
from boxes import scripted_box, seeded_box, start, throw
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.bookmark import Bookmark
from firmware_host.fakebox import FakeBox
from firmware_host.store.errors import StoreError
from firmware_host.store.store import Store
from firmware_host.view import Say
from hw.events import BUTTONS, Button
from rules import load

THROW = (1, 5, 2, 2, 3, 4)


class Life:
    """One box after another on the same disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store: Store | None = None

    def box(self, *throws: tuple[int, ...], seed: int | None = None, games: Any = None) -> FakeBox:
        if self.store:
            self.store.close()
        self.store = Store.open(self.folder / "games.sqlite3")
        bookmark = Bookmark(self.folder / "place.json")
        more = {"store": self.store, "bookmark": bookmark, "games": games}
        return scripted_box(*throws, **more) if seed is None else seeded_box(seed, **more)

    def won(self) -> FakeBox:
        """A box on the last screen of a game that one player has played alone."""
        box = self.box(*[(1, 2, 3, 4, 5, 6)] * 4)
        start(box, game=3, players=1)
        throw(box)
        for _ in range(3):
            box.press("roll")
            throw(box)
        box.press("bank", "roll")
        return box

    def forget_the_place(self) -> None:
        (self.folder / "place.json").unlink()


@pytest.fixture
def life(tmp_path: Path) -> Life:
    return Life(tmp_path)


def test_the_throw_that_was_shown_is_there_again(life: Life) -> None:
    box = life.box(THROW)
    start(box)
    throw(box)
    assert life.box().view == box.view


def test_the_choice_and_the_cursor_are_there_again(life: Life) -> None:
    box = life.box(THROW)
    start(box)
    throw(box)
    box.press("keep", "right")
    assert life.box().view == box.view


def test_a_throw_still_tumbling_is_shown_when_the_box_is_back(life: Life) -> None:
    box = life.box(THROW)
    start(box)
    box.press("roll")
    assert life.box().view.body.dice == THROW  # type: ignore[union-attr]


@pytest.mark.parametrize("presses", [(), ("left",), ("right",), ("left", "right"), ("keep",)])
def test_messages_and_menus_are_there_again(life: Life, presses: tuple[Button, ...]) -> None:
    box = life.box(THROW, (2, 3, 4, 6))
    start(box)
    throw(box)
    throw(box)
    assert box.screen == "blank"
    box.press(*presses)
    box.wait(3.0)  # a refusal is over
    assert life.box().view == box.view


def test_new_game_is_there_again(life: Life) -> None:
    box = life.box()
    box.press("roll", "right", "keep", "right", "right")
    assert life.box().view == box.view


def test_the_end_of_a_game_is_there_again(life: Life) -> None:
    box = life.won()
    assert box.screen == "over"
    assert life.box().view == box.view
    life.forget_the_place()
    assert life.box().screen == "banked"


def test_the_end_is_shown_where_the_plug_was_pulled_before_anybody_saw_it(life: Life) -> None:
    straight, blank = (1, 2, 3, 4, 5, 6), (2, 3, 4, 6, 2, 3)
    box = life.box(*[straight] * 4, blank)
    start(box, game=3)
    throw(box)
    for _ in range(3):
        box.press("roll")
        throw(box)
    box.press("bank", "roll", "roll")
    assert box.screen == "throw"
    back = life.box()
    assert back.screen == "blank"
    back.press("roll")
    assert back.view.body.winners == ("Player 1",)  # type: ignore[union-attr]


def test_an_end_that_was_seen_is_not_shown_again(life: Life) -> None:
    box = life.won()
    box.press("bank")
    assert box.screen == "attract"
    assert life.box().screen == "attract"


def test_the_choice_is_there_again_behind_the_menu(life: Life) -> None:
    box = life.box(THROW)
    start(box)
    throw(box)
    box.press("keep", "left", "keep")
    assert box.screen == "menu"
    back = life.box()
    for again in (box, back):
        again.press("bank")
    assert back.view == box.view


@pytest.mark.parametrize("where", ["finished", "unfinished"])
def test_a_game_that_was_tampered_with_is_left_out_and_the_box_plays_on(
    life: Life, where: str
) -> None:
    straight = (1, 2, 3, 4, 5, 6)
    box = life.box(*[straight] * 4)
    start(box, game=3, players=1)
    throw(box)
    for _ in range(3 if where == "finished" else 0):
        box.press("roll")
        throw(box)
    if where == "finished":
        box.press("bank", "roll")
    assert life.store is not None
    life.store._db.execute("UPDATE actions SET action = replace(action, '1,2', '6,6')")
    back = life.box(straight)
    assert (back.screen, back.view.note) == ("attract", Say("note.damaged"))
    start(back, game=3, players=1)
    throw(back)
    assert back.view.note is None
    assert not list(life.folder.glob("*damaged*"))
    assert life.box().view == back.view


def test_games_that_cannot_be_read_do_not_end_the_box(
    life: Life, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise StoreError("the disk fails.")

    start(life.box())
    with monkeypatch.context() as trouble:
        trouble.setattr(Store, "present", fails)
        box = life.box()
    assert box.screen == "attract"
    assert caplog.messages == ["the disk fails. No game is taken up."]
    assert life.box().screen == "ready"


def test_without_the_bookmark_the_game_goes_on_all_the_same(life: Life) -> None:
    box = life.box(THROW)
    start(box)
    throw(box)
    life.forget_the_place()
    assert life.box().view == box.view


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"screen": "over"}', '{"screen": 5, "game": "x", "seq": null}', "\x00"],
)
def test_a_spoilt_bookmark_is_only_a_hint_lost(life: Life, text: str) -> None:
    box = life.box(THROW)
    start(box)
    throw(box)
    (life.folder / "place.json").write_text(text)
    assert life.box().view == box.view


def test_a_bookmark_of_another_position_is_not_believed(life: Life) -> None:
    box = life.box(THROW)
    start(box)
    old = (life.folder / "place.json").read_text()
    throw(box)
    (life.folder / "place.json").write_text(old)
    assert life.box().screen == "choose"


def test_a_game_given_up_is_not_taken_up(life: Life) -> None:
    box = life.box()
    start(box)
    box.press("left", "left", "roll", "keep")
    assert life.box().screen == "attract"


def test_the_last_choice_outlives_a_restart(life: Life) -> None:
    box = life.box()
    start(box, game=2, players=5)
    box.press("left", "left", "roll", "keep")
    life.forget_the_place()
    back = life.box()
    back.press("roll", "roll")
    assert len(back.box.flow.playing.players) == 5
    assert back.box.flow.playing.rules.target == 5000


def test_a_game_goes_on_by_the_rules_it_began_with(life: Life) -> None:
    file = life.folder / "ours.toml"
    file.write_text("[counters.kinds]\n1 = { 1 = 100 }\n")
    box = life.box(THROW, games={str(file): load(file)})
    start(box)
    throw(box)
    box.press("bank")
    assert box.box.flow.playing.scores == (100, 0)
    for edited in ("[counters.kinds]\n1 = { 1 = 1000 }\n", "what?"):
        file.write_text(edited)
        assert life.box().view == box.view


EVERY_VARIATION = """
build_on_frozen = true
must_top_previous = true
challenge = true
take_over = true
three_blanks_penalty = 500
last_die_bonus = 500
wipe_out_twos = 4
six_of_a_kind_wins = true
[counters.kinds]
1 = { 1 = 100, 5 = 50 }
3 = { each = 100, 1 = 1000 }
"""


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 999),
    st.lists(st.tuples(st.sampled_from(BUTTONS), st.sampled_from([0.0, 1.2])), max_size=60),
)
def test_with_every_variation_on_the_same_picture_comes_back(
    tmp_path_factory: pytest.TempPathFactory, seed: int, presses: list[tuple[Button, float]]
) -> None:
    life = Life(tmp_path_factory.mktemp("life"))
    file = life.folder / "all.toml"
    file.write_text(EVERY_VARIATION)
    games = {str(file): load(file)}
    box = life.box(seed=seed, games=games)
    start(box, players=3)
    for button, pause in presses:
        box.press(button)
        box.wait(pause)
    box.wait(3.0)  # tumbling and refusals are over
    back = life.box(seed=seed, games=games)
    assert back.screen == box.screen
    assert back.view == box.view or box.screen == "attract"  # whose dice move


@settings(max_examples=25, deadline=None)
@given(
    st.integers(),
    st.lists(st.tuples(st.sampled_from(BUTTONS), st.sampled_from([0.0, 1.2])), max_size=60),
)
def test_wherever_the_plug_is_pulled_the_same_picture_comes_back(
    tmp_path_factory: pytest.TempPathFactory, seed: int, presses: list[tuple[Button, float]]
) -> None:
    life = Life(tmp_path_factory.mktemp("life"))
    box = life.box(seed=seed)
    for button, pause in presses:
        box.press(button)
        box.wait(pause)
    box.wait(3.0)  # tumbling and refusals are over
    back = life.box(seed=seed)
    assert back.screen == box.screen
    assert back.view == box.view or box.screen == "attract"  # whose dice move
