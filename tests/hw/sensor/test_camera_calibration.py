"""Two pictures tell the camera all that it must know, or what is wrong with them."""

from random import Random

import pytest
from dice_pictures import Camera
from drawn_dice import DrawnDie, Kind, Scene

from hw.sensor.device.readers.sight.background import Background, background
from hw.sensor.device.readers.sight.calibrate import calibrate
from hw.sensor.device.readers.sight.calibration import Calibration
from hw.sensor.device.readers.sight.picture import Picture

FIVE = DrawnDie(5, 0, 0, 0.3)


def calibrated(*dice: DrawnDie, camera: Camera | None = None, tall: float = 19) -> Calibration:
    camera = camera or Camera()
    empty, one = camera.picture((), Random(1)), camera.picture(dice, Random(2))
    return calibrate(empty, one, tall)


@pytest.mark.parametrize("edge", [15, 21, 28])
@pytest.mark.parametrize("yaw", [0, 0.3, 0.8])
def test_the_die_is_measured(edge: float, yaw: float) -> None:
    found = calibrated(DrawnDie(5, 0, 0, yaw), camera=Camera(Scene(edge=edge)))
    assert found.edge == pytest.approx(edge, abs=0.7)
    assert found.pitch == pytest.approx(0.25 * edge, rel=0.03)
    assert found.pip == pytest.approx(0.095 * edge, rel=0.15)
    assert found.ratio == pytest.approx(190 / 40, rel=0.06)
    assert found.tall == 19


def test_uneven_light_is_measured_where_it_is() -> None:
    found = calibrated(FIVE, camera=Camera(light=lambda x, y: 1 - 0.5 * x))
    assert found.body_level(20, 60, 1) == pytest.approx(190 * 0.94, rel=0.08)
    assert found.body_level(140, 60, 1) == pytest.approx(190 * 0.56, rel=0.08)


@pytest.mark.parametrize(
    ("dice", "camera", "told"),
    [
        ([FIVE], Camera(Scene(tray=110)), "the empty tray has a level of 110"),
        ([FIVE], Camera(Scene(tray=3)), "the empty tray has a level of 3"),
        ([DrawnDie(5, 0, 0, kind=Kind(body=230))], Camera(), "the die has a level of 22"),
        ([DrawnDie(5, 0, 0, kind=Kind(body=80))], Camera(), "the die has a level of 79, 2.0 times"),
        ([], Camera(), "0 bright things are in the tray"),
        ([FIVE, DrawnDie(5, 2, 0)], Camera(), "2 bright things are in the tray"),
        ([DrawnDie(5, 2.5, 0)], Camera(), "the die is too far aside"),
        ([FIVE], Camera(Scene(edge=12)), "the die is 12 pixels wide"),
        ([DrawnDie(6, 0, 0, 0.3)], Camera(), "the die shows 6 pips"),
        ([DrawnDie(5, 0, 0, kind=Kind(ink=140))], Camera(), "turn its five up, focus the camera"),
        ([FIVE], Camera(blur=1.8), "turn its five up, focus the camera"),
    ],
)
def test_what_is_wrong_is_told(dice: list[DrawnDie], camera: Camera, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        calibrated(*dice, camera=camera)


def test_it_can_be_kept_as_text() -> None:
    found = calibrated(FIVE)
    kept = eval(repr(found), {"Calibration": Calibration, "Background": Background})
    assert kept.background.levels == found.background.levels
    assert repr(kept) == repr(found)
    assert kept.disc == found.disc


def test_a_picture_that_is_no_whole_number_of_blocks_has_a_background() -> None:
    found = background(Picture(20, 13, bytes(range(20)) * 13))
    assert list(found.levels) == [3, 11, 17] * 2
    assert found.level(19, 12) == 17
    assert found.limits(12, 2.0) == [6, 22, 34]
