"""The cable pulled, the sensor rebooted, and the box's plug pulled, on every screen."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sensor_boxes import BAD, BLANK, SCORING, SensorBox

from firmware_host.rest import OFF_AFTER
from firmware_host.store.store import Store
from firmware_host.view import Labels, Say
from hw.events import PartReport
from hw.tower.session import Session
from rules import load, with_options

REST = (1, 2, 3, 4)
STRAIGHT = (1, 2, 3, 4, 5, 6)

Reach = Callable[[SensorBox], object]


class Way(NamedTuple):
    """How to come to a screen, and which throws count when the next, of `dice`, has been made."""

    reach: Reach
    dice: tuple[int, ...] = SCORING
    before: tuple[tuple[int, ...], ...] = ()


def rolling(box: SensorBox) -> None:
    box.begin()
    box.cast(*SCORING, ms=4000)
    box.until_screen("throw")


def leaning(box: SensorBox) -> None:
    box.begin()
    box.cast(*SCORING)
    box.tray.lean(2)
    box.settle()


def doubtful(box: SensorBox) -> None:
    box.begin()
    box.cast(*SCORING)
    box.tray.doubt(2, 70)
    box.settle()


def doubtful_and_bumped(box: SensorBox) -> None:
    doubtful(box)
    box.tray.nudge(0, 6)
    box.wait(3.0)
    assert box.screen == "check"


def half_mended(box: SensorBox) -> None:
    doubtful(box)
    box.press("right", "keep")


def placed(box: SensorBox) -> None:
    box.begin()
    box.tray.place(*SCORING)
    box.lies = True
    box.until_screen("check")


def half_entered(box: SensorBox) -> None:
    box.begin()
    box.press("keep", "keep", "right")


def keeping(box: SensorBox) -> None:
    box.choose(*SCORING)
    box.press("roll")
    box.until_armed()
    box.tray.take()
    box.lies = False


def cornered(box: SensorBox) -> None:
    box.begin()
    box.roll(*STRAIGHT)
    box.press("roll")
    assert box.screen == "corner"
    box.press("roll")
    box.until_armed()
    box.tray.take()
    box.lies = False


def next_turn(box: SensorBox) -> None:
    box.begin()
    box.roll(*BLANK)
    box.press("roll")
    box.until_armed()
    box.tray.take()
    box.lies = False


def pressing(reach: Reach, *keys: Any) -> Reach:
    def then(box: SensorBox) -> None:
        reach(box)
        box.press(*keys)

    return then


TO_COME = {
    "waiting": Way(SensorBox.begin),
    "rolling": Way(rolling),
    "leaning": Way(leaning),
    "doubtful": Way(doubtful),
    "doubtful and bumped": Way(doubtful_and_bumped),
    "half mended": Way(half_mended),
    "placed": Way(placed),
    "half entered": Way(half_entered, tuple(sorted(SCORING))),
    "keeping": Way(keeping, REST, (SCORING,)),
    "cornered": Way(cornered, SCORING, (STRAIGHT,)),
    "next turn": Way(next_turn, SCORING, (BLANK,)),
    "menu over waiting": Way(pressing(SensorBox.begin, "left")),
    "scores over waiting": Way(pressing(SensorBox.begin, "left", "right", "keep")),
    "asking whether to give up": Way(pressing(SensorBox.begin, "left", "left", "keep")),
    "menu over a leaning die": Way(pressing(leaning, "left")),
    "menu over dice to be checked": Way(pressing(doubtful, "left", "left", "keep")),
    "menu over dice to be entered": Way(
        pressing(half_entered, "left", "left", "keep"), tuple(sorted(SCORING))
    ),
}
"""Screens with a throw still to come; the rest are in `THROWN`."""


def mending(box: SensorBox) -> None:
    box.choose(*SCORING)
    box.press("keep")
    assert box.screen == "check"


def banked(box: SensorBox) -> None:
    box.begin()
    box.roll(5, 5, 5, 2, 3, 4)
    box.press("bank")
    assert box.screen == "banked"


def landed(box: SensorBox) -> None:
    box.begin()
    box.cast(*SCORING)
    box.until(lambda: bool(box.scored))
    assert box.screen == "throw"


def rolled(*faces: int) -> Reach:
    def then(box: SensorBox) -> None:
        box.begin()
        box.roll(*faces)

    return then


THROWN = {
    "landed": Way(landed, before=(SCORING,)),
    "choose": Way(rolled(*SCORING), before=(SCORING,)),
    "menu over choose": Way(pressing(rolled(*SCORING), "left", "keep"), before=(SCORING,)),
    "mending": Way(mending, before=(SCORING,)),
    "blank": Way(rolled(*BLANK), before=(BLANK,)),
    "mending a blank": Way(pressing(rolled(*BLANK), "keep"), before=(BLANK,)),
    "banked": Way(banked, before=((5, 5, 5, 2, 3, 4),)),
}


def pull_cable(box: SensorBox, *, reboot: bool, seconds: float = 4.0) -> None:
    box.wire.unplug(box.clock.now())
    box.wait(seconds)
    if reboot:
        box.sensor.reboot()
    box.wire.plug()
    box.wait(15.0)


def pull_plug(box: SensorBox, *, reboot: bool) -> None:
    """The sensor has its power from the box, or another."""
    box.stop()
    if reboot:
        box.sensor.reboot()
    box.start()
    box.wait(5.0)


def forget_the_place(box: SensorBox, *, reboot: bool) -> None:
    box.stop()
    box.forget_the_place()
    if reboot:
        box.sensor.reboot()
    box.start()
    box.wait(5.0)


DISASTERS = [pull_cable, pull_plug, forget_the_place]


@pytest.mark.parametrize("reboot", [False, True])
@pytest.mark.parametrize("disaster", DISASTERS)
@pytest.mark.parametrize("name", TO_COME)
def test_a_throw_that_is_to_come_counts_once_in_the_end(
    tmp_path: Path, name: str, disaster: Callable[..., None], reboot: bool
) -> None:
    box, way = SensorBox(tmp_path, faults=BAD, seed=len(name)), TO_COME[name]
    way.reach(box)
    disaster(box, reboot=reboot)
    box.finish(*way.dice)
    box.wait(10.0)
    assert [sorted(dice) for dice in box.scored] == [sorted(d) for d in (*way.before, way.dice)]


@pytest.mark.parametrize("reboot", [False, True])
@pytest.mark.parametrize("disaster", DISASTERS)
@pytest.mark.parametrize("name", THROWN)
def test_a_throw_that_has_counted_does_so_once(
    tmp_path: Path, name: str, disaster: Callable[..., None], reboot: bool
) -> None:
    box, way = SensorBox(tmp_path, faults=BAD, seed=len(name)), THROWN[name]
    way.reach(box)
    disaster(box, reboot=reboot)
    box.wait(10.0)
    assert box.scored == [*way.before]
    assert box.record.games[-1].scores == box.flow.playing.scores


INSTEAD = {
    "rolling": "choose",  # meanwhile
    "menu over a leaning die": "tray",
    "menu over dice to be checked": "check",
}


@pytest.mark.parametrize("name", [*TO_COME, *THROWN])
def test_every_screen_comes_back_after_the_plug_was_pulled(tmp_path: Path, name: str) -> None:
    box = SensorBox(tmp_path)
    (TO_COME | THROWN)[name].reach(box)
    box.wait(3.0)  # refusals are over, and dice at rest
    screen = box.screen
    box.restart()
    box.wait(5.0)
    assert box.screen == INSTEAD.get(name, screen)


def test_a_throw_after_a_reboot_of_the_sensor_is_still_asked_about_after_a_cut(
    tmp_path: Path,
) -> None:
    box = SensorBox(tmp_path)
    box.choose(*SCORING)
    box.press("roll")
    box.until_armed()
    box.sensor.reboot()
    box.until(lambda: box.body.state == "wait")
    box.until_armed()
    box.cast(*REST)
    box.tray.doubt(0, 70)
    box.settle()
    assert box.screen == "check"
    box.restart()
    box.wait(3.0)
    assert box.screen == "check"
    box.press("roll")
    assert box.scored == [SCORING, REST]


def test_the_box_throws_nothing_unasked_after_a_cut_when_its_dice_were_chosen_in_the_turn(
    tmp_path: Path,
) -> None:
    box = SensorBox(tmp_path)
    box.choose(*SCORING)
    box.press("roll", "left", "right", "right", "right", "keep")
    while box.flow.setup.dice != "box":
        box.press("keep")
    box.press("bank")
    assert box.screen == "trouble"
    box.restart()
    box.wait(3.0)
    assert box.screen == "trouble"
    assert box.scored == [SCORING]
    box.press("roll")
    box.wait(3.0)
    assert [source for _, source in box.rolls] == ["sensor", "seed"]


def test_a_cable_that_is_pulled_while_the_menu_lies_over_an_unreadable_tray_is_told(
    tmp_path: Path,
) -> None:
    box = SensorBox(tmp_path)
    leaning(box)
    box.press("left")
    box.wire.unplug(box.clock.now())
    box.wait(4.0)
    box.press("bank")
    assert (box.body.says, box.body.state) == (Say("waiting.lost"), "trouble")
    box.wire.plug()
    box.wait(15.0)
    assert box.screen == "tray"


def test_a_picture_that_came_twice_is_still_asked_about_after_a_cut(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    box.roll(*BLANK)
    box.press("roll")
    box.until_armed()
    box.tray.take()
    box.wait(3.0)
    read = box.flow.newest_reading._replace(kind="roll", moved=False, cause=None)
    read = read._replace(dice=BLANK, sure=(99,) * 6)
    box.tell(read._replace(id=899, token=0))
    box.tell(read._replace(id=900, token=box.flow.token))
    assert box.screen == "check"
    box.restart()
    box.wait(5.0)
    assert box.screen == "check"
    assert box.scored == [BLANK]


@pytest.mark.parametrize("reboot", [False, True])
@pytest.mark.parametrize("game", ["offer", "challenge"])
def test_a_pulled_cable_is_no_trouble_where_no_throw_is_awaited(
    tmp_path: Path, game: str, reboot: bool
) -> None:
    rules = {"ours": with_options(load("zilch"), {"take_over": True, "challenge": True})}
    box = SensorBox(tmp_path, games=rules)
    box.begin()
    if game == "offer":
        box.roll(*SCORING)
        box.again(2, 3, 4, 6)
        assert box.screen == "blank"
        box.press("roll")
    else:
        box.press("bank")
    assert box.screen == game
    pull_cable(box, reboot=reboot)
    assert box.screen == game
    box.press("keep")
    box.lies = False
    box.tray.take()
    box.finish(*([2, 3, 4, 1] if game == "offer" else SCORING))


# -- the moment between two steps -----------------------------------------------------------------


class Cut(BaseException):
    """The plug is pulled in the middle of something."""


def cut(*_: object) -> Any:
    raise Cut


def test_a_reading_that_was_stored_counts_after_a_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    box.cast(*SCORING)
    with monkeypatch.context() as patched:
        patched.setattr(Store, "append", cut)
        with pytest.raises(Cut):
            box.wait(5.0)
    assert box.scored == []
    assert box.store.expected().readings  # type: ignore[union-attr]
    box.restart()
    assert box.scored == [SCORING]
    box.wait(10.0)
    assert box.screen == "choose"
    assert box.scored == [SCORING]


def test_a_reading_that_was_not_stored_is_repeated_and_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    box.cast(*SCORING)
    with monkeypatch.context() as patched:
        patched.setattr(Store, "remember", cut)
        with pytest.raises(Cut):
            box.wait(5.0)
    box.restart()
    assert box.scored == []
    box.wait(5.0)
    assert box.scored == [SCORING]


def test_a_throw_that_counted_and_was_not_acknowledged_does_not_count_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    box.cast(*SCORING)
    with monkeypatch.context() as patched:
        patched.setattr(Session, "answer", cut)
        with pytest.raises(Cut):
            box.wait(5.0)
    box.restart()
    assert box.scored == [SCORING]
    box.wait(10.0)
    box.again(*REST)
    assert box.scored == [SCORING, REST]


@pytest.mark.parametrize("step", ["expect", "begin", "append", "spend"])
def test_a_cut_while_a_throw_is_asked_for_asks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    box = SensorBox(tmp_path)
    box.choose(*SCORING)
    with monkeypatch.context() as patched, suppress(Cut):
        patched.setattr(Store, step, cut)
        box.press("roll")
    box.restart()
    if box.screen == "choose":
        box.press("roll")
    box.roll(*REST)
    assert box.scored == [SCORING, REST]


def test_a_throw_that_people_waited_for_at_a_corner_counts_after_a_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bookmark still tells of the screen before."""
    box = SensorBox(tmp_path)
    box.begin()
    box.roll(*STRAIGHT)
    box.press("roll")
    place = box.place
    box.press("roll")
    box.until_armed()
    box.cast(*SCORING)
    box.stop()
    box.put_place(place)
    box.start()
    box.wait(5.0)
    assert box.scored == [STRAIGHT, SCORING]


def test_a_new_token_is_of_none_that_the_sensor_may_still_hold(tmp_path: Path) -> None:
    """Without a disk nobody knows how far the box had come."""
    tokens = set()
    for _ in range(20):
        box = SensorBox(tmp_path)
        box.begin()
        tokens.add(box.flow.token)
        box.stop()
        (tmp_path / "games.sqlite3").unlink()
    assert len(tokens) > 15


def test_the_tokens_of_a_box_begin_anew_after_the_last(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.flow.token = 65534
    box.begin()
    assert box.flow.awaited.token == 65535
    box.roll(*BLANK)
    box.press("roll")
    assert box.flow.awaited.token == 1


def test_the_record_names_the_token_that_the_sensor_was_asked_with(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    token = box.flow.awaited.token
    box.restart()
    box.roll(*SCORING)
    assert box.entries[-1].token == token


# -- a failing disk -------------------------------------------------------------------------------


def fail(box: SensorBox, failing: bool) -> None:
    box.store._db.execute(f"PRAGMA query_only = {failing}")


def test_throws_count_once_while_the_disk_fails_and_are_saved_when_it_is_well(
    tmp_path: Path,
) -> None:
    box = SensorBox(tmp_path, faults=BAD, seed=3)
    box.begin()
    fail(box, True)
    box.roll(*SCORING)
    box.again(*REST)
    assert box.scored == []
    assert box.flow.saved is False
    fail(box, False)
    box.wait(10.0)
    assert box.scored == [SCORING, REST]


def test_what_was_asked_for_while_the_disk_failed_is_known_after_a_restart(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.choose(*SCORING)
    fail(box, True)
    box.press("roll")
    box.until_armed()
    token = box.flow.awaited.token
    fail(box, False)
    box.wait(10.0)
    box.cast(*REST)
    box.restart()
    assert box.flow.awaited.token == token
    box.wait(5.0)
    assert box.scored == [SCORING, REST]


def test_dice_to_be_checked_are_known_after_a_restart_though_the_disk_failed(
    tmp_path: Path,
) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    fail(box, True)
    box.cast(*SCORING)
    box.tray.doubt(0, 70)
    box.settle()
    box.press("bank" if box.screen != "check" else "left")
    fail(box, False)
    box.wait(10.0)
    box.restart()
    assert box.screen in ("check", "waiting")
    box.finish(*SCORING)
    assert box.scored == [SCORING]


def test_a_sensor_that_is_told_lost_again_and_again_is_told_once_on_the_screen(
    tmp_path: Path,
) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    for _ in range(3):
        box.tell(PartReport("sensor", False, "it is gone", "silent"))
        assert box.body.state == "trouble"
    box.tell(PartReport("sensor", True, ""))
    assert box.body.state == "wait"


@pytest.mark.parametrize(
    ("cause", "told"),
    [
        ("version", "version"),
        ("busy", "busy"),
        ("silent", "silent"),
        ("absent", "lost"),
        ("", "lost"),
    ],
)
def test_each_trouble_of_the_sensor_is_told_with_a_way_on(
    tmp_path: Path, cause: str, told: str
) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    box.tell(PartReport("sensor", False, "what to do", cause))
    assert box.body.says == Say(f"waiting.{told}")
    labels = Labels(*box.view.labels)
    assert (labels.keep, labels.roll) == ("by_hand", "box")
    box.press("roll")
    box.wait(2.0)
    assert [source for _, source in box.rolls] == ["seed"]


# -- a dark panel ---------------------------------------------------------------------------------


def test_dice_that_roll_for_the_game_wake_the_panel(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.begin()
    box.wait(OFF_AFTER)
    assert not box.box.bus.chip.lit
    box.roll(*SCORING)
    assert box.box.bus.chip.lit
    assert box.screen == "choose"


def test_dice_that_nobody_waits_for_do_not(tmp_path: Path) -> None:
    box = SensorBox(tmp_path)
    box.choose(*SCORING)
    box.wait(OFF_AFTER)
    box.tray.throw(*REST)
    box.wait(5.0)
    assert not box.box.bus.chip.lit
    assert box.scored == [SCORING]
