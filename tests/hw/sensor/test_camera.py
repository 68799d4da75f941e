"""The camera as a reader: motion, pictures read in pieces, and what the sensor tells of them."""

from collections.abc import Sequence
from functools import cache
from math import hypot, radians
from random import Random

import pytest
from device_rig import Rig, only
from dice_pictures import Camera as Lens
from dice_pictures import calibrated
from drawn_dice import DrawnDie, Kind

from hw.sensor.device.reader import Look
from hw.sensor.device.readers.camera import Camera
from hw.sensor.device.readers.motion import STUCK
from hw.sensor.device.readers.sight.picture import Picture

NOISES = 4
DICE = [DrawnDie(2, -2, 0, 0.3), DrawnDie(5, 0, 0.5, 1.0), DrawnDie(6, 2, -0.5, 2.0)]
SHAKEN = [DrawnDie(1, -1, 0.5, 0.9), DrawnDie(1, 1, -0.5, 2.4), DrawnDie(3, 2.2, 1, 0.1)]


@cache
def taken(dice: tuple[DrawnDie, ...], noise: int) -> Picture:
    """A picture of these dice; each noise is another."""
    return Lens().picture(dice, Random(noise))


class Bench:
    """A camera above dice; its clock goes on by `slow` ms at each question."""

    def __init__(self) -> None:
        self.dice: Sequence[DrawnDie] = ()
        self.slow = 0
        self.frozen = False
        self.camera = Camera(self._grab, self._ticks, calibrated(Lens(), Kind()))
        self._taken = 0
        self._buffer = bytearray(160 * 120)
        self._now = 0

    def look(self) -> Look | None:
        return self.camera.look(self._now)

    def looks(self, count: int) -> list[Look | None]:
        return [self.look() for _ in range(count)]

    def _grab(self) -> tuple[int, int, bytearray]:
        if not self.frozen:
            self._taken += 1
            self._buffer[:] = taken(tuple(self.dice), self._taken % NOISES).grey
        return 160, 120, self._buffer

    def _ticks(self) -> int:
        self._now += self.slow
        return self._now


def faces(look: Look | None) -> tuple[int | None, ...]:
    assert look is not None
    return look.faces


def test_dice_are_told_from_left_to_right_with_their_spots() -> None:
    bench = Bench()
    bench.dice = DICE
    look = bench.look()
    assert faces(look) == (2, 5, 6)
    assert look
    assert (look.sure, look.moving, look.cause) == ((99, 99, 99), False, "")
    assert look.lux == pytest.approx(190, abs=8)
    for (x, y), die in zip(look.spots, DICE, strict=True):
        left, top = Lens().scene.spot(die)
        assert hypot(x - left / 0.16, y - top / 0.12) < 10


def test_dice_that_move_are_motion_and_nothing_else() -> None:
    bench = Bench()
    bench.look()
    for dice in (SHAKEN, DICE):
        bench.dice = dice
        look = bench.look()
        assert look
        assert (look.moving, look.faces) == (True, ())
    assert faces(bench.look()) == (2, 5, 6)


def test_a_die_that_creeps_by_a_tenth_of_its_edge_is_motion() -> None:
    bench = Bench()
    bench.dice = DICE
    bench.look()
    bench.dice = [*DICE[:2], DrawnDie(6, 2.1, -0.5, 2.0)]
    look = bench.look()
    assert look
    assert look.moving


def test_noise_is_no_motion() -> None:
    bench = Bench()
    bench.dice = DICE
    assert [faces(look) for look in bench.looks(20)] == [(2, 5, 6)] * 20


def test_a_slow_board_reads_a_picture_over_several_looks() -> None:
    bench = Bench()
    bench.dice = DICE
    bench.slow = 1
    looks = bench.looks(60)
    first = next(at for at, look in enumerate(looks) if look)
    assert first > 10
    assert looks[:first] == [None] * first
    assert {faces(look) for look in looks[first:]} == {(2, 5, 6)}


def test_motion_ends_the_picture_that_is_being_read() -> None:
    bench = Bench()
    bench.dice = DICE
    bench.slow = 1
    bench.looks(5)
    bench.dice = SHAKEN
    looks = bench.looks(60)
    assert looks[0]
    assert looks[0].moving
    assert {faces(look) for look in looks[1:] if look} == {(1, 1, 3)}


def test_a_camera_that_is_stuck_has_failed() -> None:
    bench = Bench()
    bench.dice = DICE
    bench.look()
    bench.frozen = True
    bench.looks(STUCK - 1)
    for _ in range(3):
        with pytest.raises(OSError, match="the same picture over and over"):
            bench.look()
    bench.frozen = False
    assert faces(bench.look()) == (2, 5, 6)


def test_without_a_calibration_it_wants_one() -> None:
    camera = Camera(lambda: (2, 2, bytes(4)), lambda: 0, None)
    look = camera.look(0)
    assert look
    assert look.cause == "cal"


def test_a_throw_is_read() -> None:
    bench = Bench()
    rig = Rig(reader=bench.camera)
    rig.greet()
    rig.run(1000)
    rig.arm(41, 3)
    for dice in (SHAKEN, DICE):
        bench.dice = dice
        rig.run(100)
    told = only(rig.results(1500))
    assert [told[key] for key in ("verb", "k", "tok", "v", "c")] == [
        *("ROLL", "roll", "41", "2,5,6", "99,99,99")
    ]


def test_a_leaning_die_is_told_to_the_box() -> None:
    bench = Bench()
    rig = Rig(reader=bench.camera)
    rig.greet()
    rig.run(1000)
    rig.arm(42, 3)
    bench.dice = [*DICE[:2], DrawnDie(5, 2, -0.5, 0.4, lean=radians(20), axis=0.4)]
    told = only(rig.results(1500))
    assert [told[key] for key in ("verb", "e", "v")] == ["BAD", "cocked", "2,5,?"]
