"""What the camera reads from drawn dice: each condition, against the table in its README."""

import re
from math import hypot, radians
from random import Random

import pytest
from confusion import PICTURES, tally, written
from dice_conditions import CONDITIONS, PLAIN, shots
from dice_pictures import Camera, calibrated
from drawn_dice import DrawnDie, Kind, Scene
from hypothesis import given, settings
from hypothesis import strategies as st

from hw.sensor.device.readers.sight.picture import Picture
from hw.sensor.device.readers.sight.sight import SeenDie, Sight, see

SAMPLE = 5  # pictures, of those that the table was made with
ROOM = 0.35  # by which a sample's share may be another
CALIBRATION = calibrated(PLAIN, Kind())

Row = list[int]


def table() -> dict[str, Row]:
    """The rows of the README's table of conditions."""
    rows = re.findall(r"^\| ([^|]+?) \| (\d+ \| .*) \|$", written(), re.MULTILINE)
    return {name: [int(cell or 0) for cell in re.split(r" \| ?", cells)] for name, cells in rows}


TABLE = {name: row for name, row in table().items() if not name.isdigit()}


def test_the_table_has_every_condition() -> None:
    assert [name for name in TABLE if not name.endswith(": these")] == list(CONDITIONS)
    assert TABLE["clear"][0] == 6 * PICTURES


def test_no_die_of_the_table_was_accepted_with_another_face() -> None:
    assert {row[4] for row in TABLE.values()} == {0}


@pytest.mark.parametrize("name", CONDITIONS)
def test_dice_are_read_as_the_table_says(name: str) -> None:
    flat, crooked = tally(shots(name, SAMPLE))
    for drawn, row in ((flat, TABLE[name]), (crooked, TABLE.get(f"{name}: these", [0] * 6))):
        sample = [drawn.accepted, drawn.asked, drawn.by_hand, drawn.wrong, drawn.other_number]
        assert all(some <= whole for some, whole in zip(sample, row[1:], strict=True))
        if drawn.dice:
            assert drawn.accepted / drawn.dice == pytest.approx(row[1] / row[0], abs=ROOM)


def seen(*dice: DrawnDie, camera: Camera = PLAIN) -> Sight:
    return see(camera.picture(dice, Random(7)), CALIBRATION)


def only(sight: Sight) -> SeenDie:
    (die,) = sight.dice
    return die


@settings(max_examples=40)
@given(
    face=st.integers(1, 6),
    x=st.floats(-2.3, 2.3),
    y=st.floats(-1.5, 1.5),
    yaw=st.floats(0, 6.3),
)
def test_a_die_is_read_however_it_lies(face: int, x: float, y: float, yaw: float) -> None:
    drawn = DrawnDie(face, x, y, yaw)
    die = only(seen(drawn))
    assert (die.face, die.cause) == (face, "")
    assert die.sure >= 90
    left, top = PLAIN.scene.spot(drawn)
    assert hypot(die.x - left, die.y - top) < 1.5


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_that_leans_is_cocked_or_unread(face: int) -> None:
    die = only(seen(DrawnDie(face, 0.5, 0.3, 0.4, lean=radians(20), axis=0.4)))
    assert (die.face, die.sure) == (None, 0)
    assert die.cause in ("cocked", "unread")


def test_the_cause_of_a_leaning_die_is_told() -> None:
    assert only(seen(DrawnDie(5, 0.5, 0.3, 0.4, lean=radians(20), axis=0.4))).cause == "cocked"


def test_dice_that_touch_are_read_each() -> None:
    dice = seen(DrawnDie(4, -1, 0), DrawnDie(4, 0, 0), DrawnDie(6, 1, 0.3), DrawnDie(1, 0, 1)).dice
    assert sorted((die.face, die.sure) for die in dice) == [(1, 99), (4, 99), (4, 99), (6, 99)]


def test_a_die_cut_off_by_the_border_is_unread() -> None:
    die = only(seen(DrawnDie(3, 3.4, 0)))
    assert (die.face, die.cause) == (None, "unread")


def test_a_heap_is_as_many_unread_dice_as_it_is_large() -> None:
    heap = [DrawnDie(face, face % 3 - 1, face // 3 * 0.9 - 1, face) for face in range(1, 7)]
    dice = seen(*heap).dice
    assert {(die.face, die.sure) for die in dice} == {(None, 0)}
    assert 4 <= len(dice) <= 7


def test_an_empty_tray_has_no_dice() -> None:
    assert seen().dice == []


@pytest.mark.parametrize("light", [0.0, 0.2, 1.3])
def test_too_little_light_and_too_much_is_told(light: float) -> None:
    camera = Camera(Scene(tray=int(40 * light)), noise=1)
    sight = seen(DrawnDie(1, 0, 0, kind=Kind(body=min(255, int(190 * light)))), camera=camera)
    assert (sight.cause, sight.dice) == ("light", [])


def test_noise_all_over_is_light_that_is_no_good() -> None:
    assert seen(DrawnDie(2, 0, 0), camera=Camera(noise=60)).cause == "light"


def test_how_bright_it_is_and_how_blurred_is_told() -> None:
    sharp = seen(DrawnDie(3, 0, 0))
    assert sharp.white == pytest.approx(190, abs=8)
    assert sharp.blur() < 5
    soft = seen(DrawnDie(3, 0, 0), camera=Camera(blur=1.1, light=lambda x, y: 0.6))
    assert soft.white == pytest.approx(114, abs=8)
    assert 20 < soft.blur() < 45


def test_a_picture_of_another_size_wants_calibrating() -> None:
    assert see(Picture(80, 60, bytes(4800)), CALIBRATION).cause == "cal"


def test_a_picture_without_an_octet_for_each_pixel_is_refused() -> None:
    with pytest.raises(ValueError, match="160 × 120 has 19200 octets, not 38400"):
        Picture(160, 120, bytes(38400))
