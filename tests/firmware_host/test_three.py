"""The box with three buttons: NEXT, OK and BANK."""

from boxes import TUMBLED, hand_box, scripted_box
from profile_boxes import choosing, kept, started
from screen_examples import USUAL

from firmware_host.fakebox import FakeBox
from firmware_host.profiles import Three
from firmware_host.sounds import sound_of
from firmware_host.view import Check, Choose, Labels, NewGame, Offer, Over, Say, View
from hw.events import Key

THROW = (1, 5, 2, 2, 3, 4)
GIVE_UP: tuple[Key, ...] = ("next", "next", "next", "ok")  # in the menu


def test_the_best_keep_is_thrown_on_at_once() -> None:
    box = choosing("three", THROW, (1, 2, 3, 4))
    assert box.view.labels == ("next", "roll", None)
    box.press("ok")
    assert box.screen == "throw"


def test_next_goes_over_every_die_and_the_menu_back_to_roll() -> None:
    box = choosing("three", THROW)
    stops = []
    for _ in range(9):
        assert isinstance(box.view.body, Choose)
        stops.append((box.view.body.cursor, box.view.labels[1]))
        box.press("next")
    assert stops == [
        (6, "roll"),
        (0, "drop"),
        (1, "drop"),
        *[(place, None) for place in (2, 3, 4, 5)],
        (-1, "menu"),
        (6, "roll"),
    ]


def test_the_first_die_comes_first_whichever_is_kept() -> None:
    box = choosing("three", THROW[::-1])
    box.press("next")
    assert isinstance(box.view.body, Choose)
    assert (kept(box), box.view.body.cursor) == ([4, 5], 0)


def test_a_die_is_dropped_and_the_others_are_thrown() -> None:
    box = choosing("three", THROW, (1, 2, 3, 4, 6))
    box.press("next", "next", "ok")
    assert kept(box) == [0]
    for _ in range(6):
        box.press("next")
    assert box.view.labels[1] == "roll"
    box.press("ok")
    assert box.screen == "throw"


def test_with_nothing_kept_there_is_no_stop_on_roll() -> None:
    box = choosing("three", (5, 1, 2, 2, 3, 4))
    box.press("next", "ok", "next", "ok")
    assert kept(box) == []
    for _ in range(5):
        box.press("next")
    assert isinstance(box.view.body, Choose)
    assert (box.view.body.cursor, box.view.labels) == (-1, ("next", "menu", None))
    box.press("next")
    assert (box.view.body.cursor, box.view.labels) == (0, ("next", "keep", None))


def test_the_menu_opens_beside_the_dice_and_leads_back_to_roll() -> None:
    box = choosing("three", THROW)
    for _ in range(7):
        box.press("next")
    box.press("ok")
    assert box.screen == "menu"
    box.press("bank")
    assert box.view.labels == ("next", "roll", None)


def test_the_menu_leads_to_the_scores() -> None:
    box = started("three", THROW)
    assert box.view.labels == ("menu", "roll", None)
    box.press("next", "next", "ok")
    assert box.screen == "scores"


def test_a_game_is_given_up_or_not() -> None:
    box = started("three", THROW)
    box.press("next", *GIVE_UP)
    assert (box.screen, box.view.labels) == ("ask", (None, "yes", "no"))
    box.press("bank")
    assert box.screen == "ready"
    box.press("next", *GIVE_UP, "ok")
    assert box.screen == "attract"


def test_another_game_and_more_players_are_chosen() -> None:
    box = scripted_box(profile="three")
    box.press("ok", "next", "next", "ok", "next")
    setup = box.box.flow.setup
    assert (setup.game, setup.row, setup.players) == (1, 1, 3)
    box.press("ok", "next")
    assert box.screen == "house_rules"
    box.press("ok", "bank")
    assert box.view.labels == ("choose", "start", "back")
    box.press("ok")
    assert box.screen == "in_force"
    box.press("ok")
    assert box.screen == "ready"


def test_no_row_of_a_new_game_is_marked_before_one_is_to_be_changed() -> None:
    box = scripted_box(profile="three")
    rows = []
    for key in ("ok", "next", "ok", "ok", "ok", "ok"):
        box.press(key)
        assert isinstance(box.view.body, NewGame)
        rows.append(box.view.body.row)
    assert rows == [-1, 0, 1, 2, 3, -1]


def test_a_lost_turn_is_taken_over_or_not_or_the_menu_opened() -> None:
    three = Three()
    view = View(Offer("Anna", 500, 3), Labels("menu", "scores", keep="take", roll="fresh"))
    taking = three.shown(view)
    assert taking.labels == ("next", "take", None)
    assert three.meaning("ok", view) == ("keep",)
    assert three.meaning("next", view) == ()
    fresh = three.shown(view)
    assert fresh.labels == ("menu", "fresh", None)
    assert sound_of(taking, fresh) == "tick"
    assert three.meaning("ok", view) == ("roll",)
    assert three.meaning("next", view) == ("left",)


def test_after_a_game_there_is_another_or_the_scores_or_the_menu_or_the_end() -> None:
    three = Three()
    labels = Labels("menu", keep="scores", roll="again", bank="back")
    view = View(Over(("Anna",), (), True), labels)
    assert three.shown(view).labels == ("next", "again", "back")
    assert [three.meaning(key, view) for key in ("ok", "bank", "next")] == [
        ("roll",),
        ("bank",),
        (),
    ]
    assert three.shown(view).labels == ("menu", "scores", "back")
    assert [three.meaning(key, view) for key in ("ok", "next")] == [("keep",), ("left",)]


def test_real_dice_are_entered_with_next_and_ok() -> None:
    box = hand_box(profile="three")
    box.press("next", "ok", "ok", "ok", "next", "ok", "ok", "next", "ok")
    box.wait(TUMBLED)
    assert box.box.flow.playing.throw == (2, 2, 2, 3, 3, 4)
    assert box.view.labels[1] == "roll"


def test_a_throw_that_was_misread_is_put_right_from_the_first_stop_after_roll() -> None:
    box = entered(1, 2, 2, 3, 4, 6)
    box.press("next")
    assert box.view.labels[1] == "pencil"
    box.press("ok")
    assert box.view.labels == ("next", "right", "back")
    box.press("next", "next", "ok", "ok")
    box.wait(TUMBLED)
    assert box.box.flow.playing.throw == (2, 2, 2, 3, 4, 6)


def test_a_lone_die_is_turned_at_once_and_ok_says_that_it_is_right() -> None:
    box = entered(1, 1, 1, 5, 5, 4)
    box.press("ok", "ok")
    assert box.screen == "throw"
    box.wait(TUMBLED)
    box.press("next", "ok")
    assert box.screen == "check"
    assert box.view.labels == ("next", "right", "back")
    box.press("next")
    assert isinstance(box.view.body, Check)
    assert box.view.body.dice == (2,)
    box.press("ok")
    box.wait(TUMBLED)
    assert box.screen == "blank"


def test_a_sensor_that_is_lost_while_the_cursor_is_on_read_leaves_the_way_by_hand() -> None:
    three = Three()
    armed, asleep = USUAL["waiting"], USUAL["waiting-wakes"]
    assert three.meaning("next", armed) == ()
    assert three.meaning("ok", armed) == ("roll",)
    assert three.shown(asleep).labels == ("menu", "by_hand", None)
    assert three.meaning("ok", asleep) == ("keep",)


def entered(*dice: int) -> FakeBox:
    """A box with three buttons and these dice, in rising order or not, entered by hand."""
    box = hand_box(profile="three")
    flow = box.box.flow
    for face in dice:
        while flow.entering.face != face:
            box.press("next")
        box.press("ok")
    box.wait(TUMBLED)
    return box


def test_a_refusal_names_ok_where_that_throws_on() -> None:
    box = choosing("three", (2, 3, 4, 6, 2, 1), (2, 3, 4, 6, 2))
    box.press("ok")
    box.wait(TUMBLED)
    box.press("bank")
    assert (box.screen, box.view.refusal) == ("blank", Say("refusal.press_ok"))


def test_a_refusal_never_tells_to_give_the_game_up() -> None:
    box = started("three", THROW)
    box.press("next", *GIVE_UP, "next")
    assert (box.screen, box.view.refusal) == ("ask", Say("refusal.not_now"))
