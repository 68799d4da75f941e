"""The readers' page says what the camera's program does."""

import re
import sys
import types
from random import Random
from typing import Any

import pytest
from confusion import README
from dice_pictures import Camera as Lens
from drawn_dice import DrawnDie

from hw.sensor.device.readers import camera, motion
from hw.sensor.device.readers.sight import background, calibrate, calibration, picture, sight

PAGE = README.read_text()
READERS = README.parent


def stand_in(monkeypatch: pytest.MonkeyPatch, **modules: types.SimpleNamespace) -> None:
    """The board's modules, and the device's folder as it lies there."""
    for module in (camera, background, calibrate, calibration, picture):
        monkeypatch.setitem(sys.modules, module.__name__.removeprefix("hw.sensor."), module)
    for name, stand in modules.items():
        monkeypatch.setitem(sys.modules, name.replace("_", "."), stand)


class Board(types.SimpleNamespace):
    """An OpenMV above dice."""

    GRAYSCALE, VGA = 2, 10
    dice: tuple[DrawnDie, ...] = ()

    def __getattr__(self, name: str) -> Any:
        return lambda *what, **how: None

    def snapshot(self) -> types.SimpleNamespace:
        grey = bytearray(Lens().picture(self.dice, Random(5)).grey)
        return types.SimpleNamespace(width=lambda: 160, height=lambda: 120, bytearray=lambda: grey)


def test_the_programs_on_the_page_calibrate_the_camera_and_read_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Board()
    served: list[Any] = []
    printed: list[calibration.Calibration] = []
    pico = types.SimpleNamespace(serve=lambda *what: served.append(what))
    stand_in(monkeypatch, sensor=board, device_pico=pico)
    monkeypatch.setattr("time.ticks_ms", lambda: 0, raising=False)

    def asked(text: str) -> None:
        board.dice = (DrawnDie(5, 0, 0),) if "five" in text else ()

    program, measuring = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {"input": asked, "print": printed.append}
    exec(program, names)
    assert served[0][0].look(0).cause == "cal"
    exec(measuring, names)
    (found,) = printed
    exec(program.replace("CALIBRATION = None", f"CALIBRATION = {found!r}"), names)
    board.dice = (DrawnDie(2, -1, 0), DrawnDie(6, 1, 0))
    look = served[1][0].look(0)
    assert (look.faces, look.sure) == ((2, 6), (99, 99))


def test_every_module_is_in_the_tables() -> None:
    told = set(re.findall(r"`(\w+\.py)`", "\n".join(re.findall(r"^\|.*", PAGE, re.MULTILINE))))
    modules = {path.name for path in READERS.rglob("*.py")} - {"__init__.py"}
    assert told == modules


@pytest.mark.parametrize(
    ("programs", "figure", "told"),
    [
        (background.BLOCK, 8, "blocks of 8 × 8 pixels"),
        (calibrate.EDGES, (14, 60), "between 14 and 60 pixels"),
        (calibrate.GLARING, 205, "a level of 150 to 205 of 255"),
        (sight.DARKEST, 0.35, "0.35 of what it was"),
        (motion.STUCK, 50, "fifty pictures in a row"),
        (motion.STEP, 4, "one pixel in sixteen"),
    ],
)
def test_every_figure_is_the_programs(programs: object, figure: object, told: str) -> None:
    assert programs == figure
    assert told in " ".join(PAGE.split())
