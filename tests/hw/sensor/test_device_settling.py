"""When dice lie still, and what becomes of those that never do."""

import pytest
from device_rig import Rig, listening_rig, only, params, said, state

from hw.sensor.device.reader import Look, Reader
from hw.sensor.device.settling import unchanged


@pytest.fixture
def rig() -> Rig:
    return listening_rig()


def test_the_states_are_gone_through_in_their_order() -> None:
    rig = Rig(reader=(slow := SlowReader()))
    rig.greet()
    states = [state(rig)]
    slow.awake = True
    states.append(state(rig))
    rig.arm(1, 2)
    states.append(state(rig))
    rig.device.poll(rig.ticks)
    slow.tray = Look((3, 4), moving=True)
    states.append(state(rig))
    slow.tray = Look((3, 4))
    rig.results(1000)
    states.append(state(rig))
    slow.tray = Look()
    states.append(state(rig))
    assert states == ["boot", "idle", "armed", "rolling", "settled", "idle"]


class SlowReader(Reader):
    """Has nothing to tell before it is awake."""

    def __init__(self) -> None:
        self.awake = False
        self.tray = Look()

    def look(self, now: int) -> Look | None:
        return self.tray if self.awake else None


@pytest.mark.parametrize("settle", [200, 400, 3000])
def test_dice_must_lie_still_for_five_looks_over_the_settling_time(rig: Rig, settle: int) -> None:
    rig.say(f"SET settle={settle}")
    rig.arm(41, 2)
    rig.tray.throw(1, 5, ms=1000)
    assert not rig.results(1000 + settle - 20)
    assert rig.results(100)


class SlowCamera(Reader):
    """Has five new pictures a second: of motion, twice of something, then of the same for ever."""

    def __init__(self) -> None:
        self.pictures = [Look((1, 1), moving=True), *[Look((1, 6))] * 2, Look((1, 2))]
        self.last = 0

    def look(self, now: int) -> Look | None:
        if now - self.last < 200:
            return None
        self.last = now
        return self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0]


def test_a_slow_camera_needs_five_equal_pictures_too() -> None:
    rig = Rig(reader=SlowCamera())
    rig.greet()
    rig.say("SET settle=200")
    rig.arm(41, 2)
    assert not rig.results(7 * 200)
    assert only(rig.results(220))["v"] == "1,2"


class Gusts(Reader):
    """Still for a little less than the settling time, again and again."""

    def look(self, now: int) -> Look:
        return Look((1, 2), moving=now % 400 < 40)


class Flicker(Reader):
    """Reads another face each time, as of a die that spins on the spot."""

    caps = "pos"

    def look(self, now: int) -> Look:
        return Look((1, 2 + now // 40 % 4), spots=((100, 100), (500, 500)))


def test_dice_that_never_lie_still_are_given_up_after_eight_seconds() -> None:
    rig = Rig(reader=Gusts())
    rig.greet()
    rig.arm(44, 6)
    rig.run(7800)
    told = only(rig.results(600))
    assert said(told, "e tok n v c ms want") == [
        "motion", "44", "6", "?,?,?,?,?,?", "0,0,0,0,0,0", "8000", "-",
    ]  # fmt: skip
    assert rig.results(20_000) == []


def test_a_hand_that_stays_in_the_tray_is_told_of_once_and_the_throw_after_it_counts(
    rig: Rig,
) -> None:
    rig.arm(44, 2)
    rig.tray.spin(1, 1)
    assert said(only(rig.results(20_000)), "e tok") == ["motion", "44"]
    rig.tray.throw(3, 6)
    assert said(only(rig.results()), "k tok v") == ["roll", "44", "3,6"]


def test_a_die_that_reads_otherwise_each_time_is_never_read() -> None:
    rig = Rig(reader=Flicker())
    rig.greet()
    rig.arm(44, 2)
    assert rig.results(20_000) == []
    rig.say("READ tok=44")
    assert said(only(rig.results(20_000)), "e tok n") == ["motion", "44", "2"]


def test_a_reading_that_was_given_up_does_not_come_after_all(rig: Rig) -> None:
    rig.tray.place(1, 2)
    rig.results()
    rig.tray.place(3)
    rig.run(200)
    rig.say("READ tok=44")
    rig.tray.spin(3, 3)
    assert only(rig.results(10_000))["e"] == "motion"
    rig.tray.throw(3, 5)
    assert said(only(rig.results()), "k tok") == ["nudge", "0"]


def test_a_throw_is_told_alike_when_the_counter_of_milliseconds_begins_anew() -> None:
    rig = Rig(begin=0x40000000 - 2500)
    rig.greet()
    rig.run(1000)
    rig.arm(41, 2)
    rig.tray.throw(1, 5, ms=2000)
    assert said(only(rig.results()), "k v ms") == ["roll", "1,5", "2000"]
    assert rig.ticks < 10_000
    assert params(rig.frames()[-1]).get("up", "5") <= "5"


@pytest.mark.parametrize(("shift", "lies_there"), [(20, 1), (21, 0), (-20, 1), (-21, 0)])
def test_a_die_that_seems_to_move_a_little_lies_still(shift: int, lies_there: int) -> None:
    old = Look((3,), spots=((500, 500),))
    assert unchanged(Look((3,), spots=((500 + shift, 500),)), old) == lies_there
    assert unchanged(Look((3,), spots=((500, 500 + shift),)), old) == lies_there
    assert unchanged(Look((4,), spots=((500, 500),)), old) == 0


def test_each_die_is_found_once_among_those_that_lay_there() -> None:
    assert unchanged(Look((3, 3, 3)), Look((3, 3))) == 2
    assert unchanged(Look((3, 5)), Look((5, 3, 1))) == 2
