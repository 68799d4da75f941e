"""Which sound goes with what happens on the box."""

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from boxes import TUMBLED, hand_box, scripted_box, start, throw
from gpiozero.tones import Tone
from screen_examples import EVERY
from sensor_boxes import BLANK, SensorBox

from firmware_host.fakebox import FakeBox
from firmware_host.sounds import PATTERNS, Sound, sound_of
from firmware_host.view import Attract, Choose, Over, Say, Throw, View
from hw.fakes.clock import FakeClock
from hw.fakes.outputs import FakeOutputs
from hw.sound import Buzzer, Pattern

GOOD = (1, 1, 1, 5, 2, 3)  # the best keep, four dice, may be banked
SOME = (1, 2, 3, 4, 6, 6)  # one die counts
STRAIGHT = (1, 2, 3, 4, 5, 6)
NOTHING = (2, 3, 4, 6, 2, 3)


class Ear:
    """Hears what the box would play."""

    def __init__(self, box: FakeBox) -> None:
        self.heard: list[Sound] = []
        box.box.feel_with(self.listen)

    def listen(self, before: View | None, after: View) -> None:
        if sound := sound_of(before, after):
            self.heard.append(sound)

    def take(self) -> list[Sound]:
        heard, self.heard = self.heard, []
        return heard


def test_a_game_can_be_followed_by_ear() -> None:
    box = scripted_box(GOOD, SOME, NOTHING[:5], STRAIGHT, GOOD)
    ear = Ear(box)
    box.wait(5)
    assert ear.take() == []  # attract
    start(box)
    assert ear.take() == ["tick"]  # to the number of players
    throw(box)
    assert ear.take() == []
    box.press("right", "left")
    assert ear.take() == ["tick", "tick"]
    box.press("bank")
    assert ear.take() == ["banked"]
    box.press("roll", "bank")
    assert ear.take() == ["refused"]  # nothing to bank yet
    throw(box)
    throw(box)
    assert ear.take() == ["kept", "blank"]
    box.press("roll")
    throw(box)
    box.press("roll")
    assert ear.take() == ["corner"]
    box.press("bank")
    assert ear.take() == ["refused"]  # all six must be thrown again
    throw(box)
    box.press("bank")
    assert ear.take() == ["banked"]


def test_a_die_is_kept_with_a_rising_pair_and_put_back_with_a_tick() -> None:
    box = scripted_box(GOOD)
    start(box)
    throw(box)
    ear = Ear(box)
    box.press("right", "right", "right", "keep")  # the five is put back
    assert ear.take() == ["tick", "tick", "tick", "tick"]
    box.press("keep")
    assert ear.take() == ["kept"]


def test_a_die_that_does_not_count_is_refused_each_time() -> None:
    box = scripted_box(SOME)
    start(box)
    throw(box)
    ear = Ear(box)
    box.press("right")
    for _ in range(3):
        box.press("keep")
        box.wait(0.2)
    assert ear.take() == ["tick", "refused", "refused", "refused"]


def test_a_refusal_that_goes_is_not_heard() -> None:
    box = scripted_box(SOME)
    start(box)
    box.press("bank")
    ear = Ear(box)
    box.wait(5)
    assert ear.take() == []


def test_menus_and_pages_tick_and_the_way_back_is_silent() -> None:
    box = scripted_box(STRAIGHT)
    start(box, players=6)
    throw(box)
    box.press("roll")
    ear = Ear(box)
    box.press("left", "right", "bank")  # over the corner: it does not sound again
    assert ear.take() == ["tick"]
    box.press("right", "right", "bank")
    assert ear.take() == ["tick"]
    assert box.screen == "corner"


def test_a_throw_is_blank_only_when_it_has_come_to_rest() -> None:
    box = scripted_box(NOTHING)
    start(box)
    ear = Ear(box)
    box.press("roll")
    assert ear.take() == []
    box.wait(TUMBLED)
    assert ear.take() == ["blank"]


def test_dice_entered_by_hand_are_heard_one_by_one() -> None:
    box = hand_box()
    ear = Ear(box)
    box.press("right", "keep", "keep", "bank", "roll")
    assert ear.take() == ["tick", "kept", "kept", "tick", "refused"]
    box.press("keep", "keep", "right", "keep", "keep", "keep")
    assert ear.take() == ["kept", "kept", "tick", "kept", "kept", "kept"]
    assert box.screen == "throw"


@pytest.fixture
def sensor_box(tmp_path: Path) -> SensorBox:
    box = SensorBox(tmp_path)
    box.begin()
    return box


def test_a_clean_throw_under_the_sensor_is_silent_until_something_comes_of_it(
    sensor_box: SensorBox,
) -> None:
    ear = Ear(sensor_box.box)
    sensor_box.roll(*GOOD)
    assert ear.take() == []
    sensor_box.again(*BLANK[:2])
    assert ear.take() == ["kept", "blank"]


@pytest.mark.parametrize("trouble", ["doubt", "lean", "miss"])
def test_dice_that_need_a_look_are_heard(sensor_box: SensorBox, trouble: str) -> None:
    ear = Ear(sensor_box.box)
    sensor_box.tray.throw(*GOOD)
    {
        "doubt": lambda: sensor_box.tray.doubt(3, 72),
        "lean": lambda: sensor_box.tray.lean(3),
        "miss": lambda: sensor_box.tray.miss(3),
    }[trouble]()
    sensor_box.settle()
    assert ear.take() == ["refused"]


def test_dice_that_still_cannot_be_read_are_heard_again(sensor_box: SensorBox) -> None:
    sensor_box.tray.throw(*GOOD)
    sensor_box.tray.lean(3)
    sensor_box.settle()
    ear = Ear(sensor_box.box)
    sensor_box.press("roll")
    sensor_box.wait(3.0)
    assert (sensor_box.screen, ear.take()) == ("tray", ["refused"])


def test_dice_that_are_put_right_tick_and_are_kept(sensor_box: SensorBox) -> None:
    sensor_box.roll(*GOOD)
    ear = Ear(sensor_box.box)
    sensor_box.press("keep", "right", "keep", "roll")
    assert ear.take() == ["tick", "tick", "kept"]


def test_a_sensor_that_is_lost_while_a_throw_is_awaited_is_heard_once(
    sensor_box: SensorBox,
) -> None:
    ear = Ear(sensor_box.box)
    sensor_box.wire.unplug(sensor_box.clock.now())
    sensor_box.wait(20.0)
    assert ear.take() == ["refused"]
    sensor_box.wire.plug()
    sensor_box.until_armed()
    assert ear.take() == []


def test_six_alike_win_with_the_sound_of_points() -> None:
    faces = (6,) * 6
    lying = View(Throw(faces, (None,) * 6))
    assert sound_of(lying, View(Over(("Aino",), (), True))) == "banked"


@pytest.mark.parametrize("view", EVERY.values(), ids=EVERY)
def test_attract_and_the_first_view_are_silent(view: View) -> None:
    attract = View(Attract(None, (1, 2, 3, 4, 5, 6), 0))
    assert sound_of(view, attract) is None
    assert sound_of(None, view) is None


@pytest.mark.parametrize("view", EVERY.values(), ids=EVERY)
def test_a_view_that_stays_is_silent_whatever_the_note(view: View) -> None:
    assert sound_of(view, view) is None
    assert sound_of(view, view._replace(note=Say("note.not_saved"))) is None


def test_points_that_change_without_the_cursor_are_silent() -> None:
    choose = Choose((1, 5, 2, 2, 3, 4), (True,) + (False,) * 5, 0, 100, 100, None)
    assert sound_of(View(choose), View(choose._replace(turn=200))) is None


def rhythm(pattern: Pattern) -> tuple[bool, ...]:
    """Which tones are long, as against the shortest."""
    lengths = [note.seconds for note in pattern if note.tone]
    return tuple(length > 2 * min(lengths) for length in lengths)


def direction(pattern: Pattern) -> int:
    """1 for one that rises at each step, -1 for one that falls, 0 for one that stays."""
    tones = [Tone(note.tone) for note in pattern if note.tone]
    steps = {(after > before) - (after < before) for before, after in pairwise(tones)}
    assert len(steps) <= 1
    return steps.pop() if steps else 0


def test_the_patterns_are_what_they_mean() -> None:
    shape = {sound: (rhythm(p), direction(p)) for sound, p in PATTERNS.items()}
    assert shape == {
        "tick": ((False,), 0),
        "kept": ((False, False), 1),
        "banked": ((False, False, False), 1),
        "corner": ((True, False, False), 0),
        "blank": ((False, False, False), -1),
        "refused": ((False, False), 0),
    }
    assert all(one != other for one, other in combinations(shape.values(), 2))
    lowest = min(Tone(note.tone) for note in PATTERNS["refused"] if note.tone)
    assert all(
        Tone(note.tone) > lowest
        for sound, pattern in PATTERNS.items()
        for note in pattern
        if note.tone and sound != "refused"
    )


@pytest.mark.parametrize("sound", PATTERNS)
def test_every_pattern_can_be_played_and_ends_within_a_second(sound: Sound) -> None:
    clock = FakeClock()
    outputs = FakeOutputs(clock)
    buzzer = Buzzer(outputs.library, 12, print, clock)
    buzzer.play(PATTERNS[sound])
    for _ in range(len(PATTERNS[sound]) + 1):
        buzzer.turn()
    tones = [output for output in outputs.of(12) if output.duty]
    assert len(tones) == sum(1 for note in PATTERNS[sound] if note.tone)
    assert clock.now() <= 1.0
    assert outputs.of(12)[-1].duty == 0.0
    buzzer.close()
