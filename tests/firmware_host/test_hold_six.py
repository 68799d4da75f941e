"""The box with a button under each die, ROLL and BANK."""

from boxes import TUMBLED, hand_box
from hypothesis import given
from hypothesis import strategies as st
from profile_boxes import choosing, kept, started

from firmware_host.fakebox import FakeBox
from firmware_host.flow.selection import Selection
from firmware_host.profiles import HoldSix
from firmware_host.view import ALL_FREE, Check, Choose, Labels, Offer, Say, View, free_places
from hw.events import HOLDS, KEYS
from rules import Game, Roll, load, preset_names, with_options

THROW = (1, 5, 2, 2, 3, 4)


def choice(selection: Selection) -> View:
    """What the box would show with five buttons, with as many dice as were thrown."""
    dice, kept = selection.throw, selection.kept
    labels = Labels("previous", "next", "keep", roll="roll" if any(kept) else None)
    tray = ALL_FREE[: len(dice)]
    return View(Choose(dice, kept, 0, 0, 0, None, tray, toggles=selection.toggles), labels)


def test_each_button_keeps_and_drops_its_die() -> None:
    box = choosing("hold-six", THROW)
    assert kept(box) == [0, 1]
    box.press("hold_2")
    assert kept(box) == [0]
    box.press("hold_2")
    assert kept(box) == [0, 1]
    box.press("hold_5")
    assert kept(box) == [0, 1]
    assert box.view.refusal == Say("refusal.no_points")


def test_there_is_no_cursor_but_a_mark_at_every_die_that_can_be_moved() -> None:
    body = choosing("hold-six", THROW).view.body
    assert isinstance(body, Choose)
    assert body.cursor is None
    assert body.toggles == (True, True, False, False, False, False)


def test_the_button_of_a_frozen_die_says_so_each_time() -> None:
    box = choosing("hold-six", THROW, (1, 2, 3, 4))
    box.press("roll")
    box.wait(TUMBLED)
    box.press("hold_2")
    assert box.view.refusal == Say("refusal.frozen")
    box.pins.press("hold_2")
    box.wait(0.05)
    assert box.view.refusal is None  # it goes out for a moment
    box.wait(0.1)
    assert box.view.refusal == Say("refusal.frozen")
    box.pins.release("hold_2")
    box.press("hold_3")
    assert kept(box) == [0]


def test_the_same_reason_for_another_die_is_seen_to_be_said_again() -> None:
    box = choosing("hold-six", THROW)
    box.press("hold_5")
    box.pins.press("hold_6")
    box.wait(0.05)
    assert box.view.refusal is None
    box.wait(0.1)
    assert box.view.refusal == Say("refusal.no_points")


def test_a_button_without_a_die_in_a_turn_of_few_dice_says_so() -> None:
    body = Choose((1, 5), (True, True), 0, 150, 150, None, (None, None), toggles=(True, True))
    assert HoldSix().meaning("hold_5", View(body)) == Say("refusal.not_now")
    assert HoldSix().shown(View(body)).labels.index("menu") == 2


def test_the_menu_is_under_a_die_that_does_not_count() -> None:
    box = choosing("hold-six", THROW)
    assert box.view.labels == (None, None, "menu", None, None, None, "roll", None)
    box.press("hold_3")
    assert box.screen == "menu"
    box.press("bank")
    assert kept(box) == [0, 1]


def test_the_menu_is_rather_under_a_frozen_die() -> None:
    box = choosing("hold-six", (2, 2, 1, 3, 3, 4), (2, 2, 5, 3, 4))
    box.press("roll")
    box.wait(TUMBLED)
    assert box.view.labels[:6] == (None, None, "menu", None, None, None)
    box.press("hold_3")
    assert box.screen == "menu"


def test_where_all_dice_count_the_menu_is_on_bank_once_nothing_is_kept() -> None:
    box = choosing("hold-six", (1, 1, 1, 5, 5, 5))
    assert "menu" not in box.view.labels
    for key in HOLDS:
        box.press(key)
    assert kept(box) == []
    assert box.view.labels == (*[None] * 7, "menu")
    box.press("bank")
    assert box.screen == "menu"


def test_each_face_of_real_dice_has_its_button_and_the_menu_is_on_roll() -> None:
    box = hand_box(profile="hold-six")
    assert box.view.labels == (*[None] * 6, "menu", "back")
    box.press("hold_6", "hold_2", "roll", "bank")
    assert box.view.labels == (*[None] * 6, "menu", "undo")
    box.press("hold_2", "hold_2", "hold_3", "hold_3")
    box.wait(TUMBLED)
    assert box.box.flow.playing.throw == (6, 2, 2, 2, 3, 3)


def entered(*dice: int) -> FakeBox:
    """A box with these dice entered by hand."""
    box = hand_box(profile="hold-six")
    box.press(*[HOLDS[face - 1] for face in dice])
    box.wait(TUMBLED)
    return box


def test_each_button_turns_its_die_of_a_throw_that_was_misread() -> None:
    box = entered(2, 3, 1, 6, 4, 4)
    assert box.view.labels == ("pencil", "menu", *[None] * 4, "roll", None)
    box.press("hold_1")
    assert box.view.labels == (*[None] * 6, "right", "back")
    box.press("hold_4", "hold_6", "hold_4", "hold_4")  # 6 is followed by 1
    body = box.view.body
    assert isinstance(body, Check)
    assert body.dice == (2, 3, 1, 3, 4, 5)
    box.press("roll")
    box.wait(TUMBLED)
    assert box.box.flow.playing.throw == (2, 3, 1, 3, 4, 5)


def test_while_dice_are_put_right_a_frozen_one_stays() -> None:
    box = entered(1, 1, 1, 2, 3, 4)
    box.press("roll", "hold_2", "hold_3", "hold_5")
    box.wait(TUMBLED)
    assert box.screen == "choose"
    box.press(HOLDS[box.view.labels.index("pencil")])
    box.press("hold_2")
    assert box.view.refusal == Say("refusal.frozen")


def test_of_one_button_that_is_free_the_pencil_takes_hold() -> None:
    box = entered(1, 1, 2, 5, 5, 1)
    assert box.view.labels == (None, None, "pencil", None, None, None, "roll", "bank")


def test_where_all_dice_count_bank_and_roll_are_pencil_and_menu_once_nothing_is_kept() -> None:
    box = entered(1, 1, 1, 5, 5, 5)
    assert not {"pencil", "menu"} & set(box.view.labels)
    box.press(*HOLDS)
    assert kept(box) == []
    assert box.view.labels == (*[None] * 6, "menu", "pencil")
    box.press("roll")
    assert box.screen == "menu"
    box.press("bank", "bank")
    assert box.screen == "check"


@given(
    st.sampled_from(preset_names()),
    st.sampled_from(["at_least_one", "all"]),
    st.lists(st.integers(1, 6), min_size=6, max_size=6),
)
def test_a_few_presses_from_any_choice_there_is_a_menu(
    preset: str, keep: str, throw: list[int]
) -> None:
    game = Game.new(with_options(load(preset), {"keep": keep}), ["Aino"]).apply(Roll(tuple(throw)))
    if game.phase != "choose" or game.best_keep is None:
        return
    selection = Selection.of(game.throw, tuple(game.keeps), game.best_keep)
    for _ in HOLDS:
        if "menu" in HoldSix().shown(choice(selection)).labels:
            return
        dropped = selection.toggled(selection.kept.index(True))
        assert dropped is not None  # a die that stays would have made room for the menu
        selection = dropped
    assert "menu" in HoldSix().shown(choice(selection)).labels


def test_elsewhere_the_first_two_move_and_the_others_keep() -> None:
    labels = started("hold-six").view.labels
    assert labels == ("menu", "scores", None, None, None, None, "roll", None)
    view = View(Offer("Anna", 500, 3), Labels("menu", "scores", "take", "fresh", "challenge"))
    holds = ("menu", "scores", "take", "take", "take", "take")
    assert HoldSix().shown(view).labels == (*holds, "fresh", "challenge")
    meanings = [HoldSix().meaning(key, view) for key in KEYS["hold-six"]]
    buttons = ("left", "right", "keep", "keep", "keep", "keep", "roll", "bank")
    assert meanings == [(button,) for button in buttons]


def test_what_an_offer_has_no_room_to_name_is_refused() -> None:
    view = View(Offer("Anna", 500, 3), Labels("menu", None, "take", "fresh", "challenge"))
    assert HoldSix().meaning("hold_2", view) == Say("refusal.not_now")


@given(st.data())
def test_a_button_goes_the_way_of_the_box_s_cursor_to_its_die(data: st.DataObject) -> None:
    tray = tuple(data.draw(st.lists(st.sampled_from([None, 1, 5]), min_size=6, max_size=6)))
    free = free_places(tray)
    cursor = data.draw(st.integers(-1, len(free) - 1))
    few = [True] * len(free)
    body = Choose(THROW[: len(free)], tuple(few), cursor, 0, 0, None, tray, toggles=tuple(few))
    for place, key in enumerate(HOLDS):
        meaning = HoldSix().meaning(key, View(body))
        if meaning == Say("refusal.frozen"):
            assert place not in free
            continue
        stop = free.index(place) if place in free else -1  # ☰
        assert set(meaning[:-1]) <= {"right"}
        assert meaning[-1] == "keep"
        assert (cursor + 1 + len(meaning) - 1) % (len(free) + 1) - 1 == stop
