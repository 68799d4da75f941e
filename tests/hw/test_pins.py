import importlib.util
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from gpiozero import GPIOZeroError
from gpiozero.pins.mock import MockFactory

from hw import pins as module
from hw.errors import PartError
from hw.events import BUTTONS, KEYS, Edge, Event, Profile
from hw.fakes.clock import FakeClock
from hw.fakes.pins import WIRING, FakePins, wiring
from hw.pad import Pad
from hw.pins import (
    LATE,
    MOST,
    NO_HEADER,
    PinLibrary,
    Pins,
    _back_again,
    _find_header,
    header_chip,
)

HERE = Path(__file__).parents[2]
NOBODY = 65534

has_lgpio = pytest.mark.skipif(
    importlib.util.find_spec("lgpio") is None, reason="lgpio is not installed"
)


@pytest.fixture
def posted() -> list[Event]:
    return []


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(50.0)


@pytest.fixture
def pins(posted: list[Event], clock: FakeClock) -> FakePins:
    return FakePins(posted.append, clock)


def test_edges_bear_the_time_of_the_clock(
    pins: FakePins, posted: list[Event], clock: FakeClock
) -> None:
    pins.press("keep")
    clock.advance(0.25)
    pins.release("keep")
    assert posted == [Edge(50.0, "keep", True), Edge(50.25, "keep", False)]


def test_every_button_has_its_pin(pins: FakePins, posted: list[Event]) -> None:
    for button in BUTTONS:
        pins.press(button)
        assert posted[-1] == Edge(50.0, button, True)
        assert pins.levels()[button]
    assert all(pins.levels().values())


def test_an_error_in_posting_is_logged_and_the_next_edge_still_comes(
    clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    posted: list[Event] = []

    def post(event: Event) -> None:
        if not posted:
            posted.append(event)
            raise RuntimeError("the queue is broken")
        posted.append(event)

    pins = FakePins(post, clock)
    pins.press("roll")
    pins.release("roll")
    assert posted == [Edge(50.0, "roll", True), Edge(50.0, "roll", False)]
    assert [(record.levelno, "roll" in record.getMessage()) for record in caplog.records] == [
        (logging.ERROR, True)
    ]


def test_a_lost_edge_is_found_in_the_levels(pins: FakePins, posted: list[Event]) -> None:
    pins.press("bank", lost=True)
    assert posted == []
    assert [button for button, down in pins.levels().items() if down] == ["bank"]
    pins.release("bank")
    assert not any(pins.levels().values())


def test_a_button_held_at_the_start_gives_no_press(posted: list[Event], clock: FakeClock) -> None:
    pins, pad = FakePins(posted.append, clock, held=("left", "bank")), Pad()
    pad.levels(clock.now(), pins.levels())
    clock.advance(3.0)
    pins.release("bank")
    for edge in posted:
        assert isinstance(edge, Edge)
        pad.edge(edge)
    assert posted
    assert pad.poll(99.0) == []


def tremble(pins: FakePins, times: int) -> None:
    """A loose wire of "keep", which makes two edges each time and ends up."""
    for _ in range(times):
        pins.press("keep")
        pins.release("keep")


def test_of_a_storm_of_edges_a_bounded_number_is_posted_and_the_last_is_up(
    pins: FakePins, posted: list[Event]
) -> None:
    tremble(pins, 10_000)
    assert len(posted) == MOST
    assert posted[-1] == Edge(50.0, "keep", False)


def test_where_the_bound_falls_on_a_down_the_up_is_still_posted(
    pins: FakePins, posted: list[Event]
) -> None:
    pins.press("keep", lost=True)
    pins.release("keep")
    tremble(pins, MOST)
    assert len(posted) == MOST + 1
    assert posted[-1] == Edge(50.0, "keep", False)


def test_a_storm_at_one_button_leaves_the_others_alone(pins: FakePins, posted: list[Event]) -> None:
    tremble(pins, MOST)
    pins.press("roll")
    assert posted[-1] == Edge(50.0, "roll", True)


def test_after_a_storm_the_levels_tell_and_edges_are_posted_again(
    pins: FakePins, posted: list[Event]
) -> None:
    tremble(pins, MOST)
    pins.press("keep")
    assert not posted[-1].down  # type: ignore[union-attr]
    assert pins.levels()["keep"]
    pins.release("keep")
    pins.press("keep")
    assert posted[-1] == Edge(50.0, "keep", True)


def stamped(pins: FakePins, stamp: float) -> None:
    """An edge of "roll" that the pin library stamps with `stamp`."""
    pins._factory.pin(WIRING["roll"]).when_changed(stamp, 0)


def test_an_edge_handed_over_late_bears_the_time_at_which_it_happened(
    pins: FakePins, posted: list[Event]
) -> None:
    stamped(pins, 50.0 - 0.5)
    assert posted == [Edge(49.5, "roll", True)]


@pytest.mark.parametrize("stamp", [1.7e9, 50.0 - LATE, -1.7e9])
def test_a_stamp_of_another_clock_is_not_believed(
    pins: FakePins, posted: list[Event], stamp: float
) -> None:
    stamped(pins, stamp)
    assert posted == [Edge(50.0, "roll", True)]


def mock_library() -> PinLibrary:
    return PinLibrary(MockFactory(), "mock", (GPIOZeroError,), lambda: True)


def test_buttons_to_the_supply_are_down_when_high(posted: list[Event], clock: FakeClock) -> None:
    library = mock_library()
    pins = Pins(library, {"roll": 24}, posted.append, clock, pull_up=False)
    library.factory.pin(24).drive_high()
    assert pins.levels() == {"roll": True}
    library.factory.pin(24).drive_low()
    assert [event.down for event in posted if isinstance(event, Edge)] == [True, False]


def test_a_pin_in_use_is_named_and_the_others_are_given_back(clock: FakeClock) -> None:
    library = mock_library()
    other = Pins(library, {"roll": WIRING["roll"]}, lambda event: None, clock)
    with pytest.raises(PartError, match=r"GPIO \d+ \(roll\) .* in use .*: free it") as refused:
        Pins(library, WIRING, lambda event: None, clock)
    other.close()
    assert refused.tb  # and with it all that the attempt had in hand
    Pins(library, WIRING, lambda event: None, clock)


def test_a_pin_that_does_not_exist_is_named(clock: FakeClock) -> None:
    with pytest.raises(PartError, match=r"GPIO 99 \(roll\)"):
        Pins(mock_library(), {"roll": 99}, lambda event: None, clock)


def test_pins_that_cannot_be_read_are_a_missing_part(clock: FakeClock) -> None:
    pins = Pins(mock_library(), {"roll": 24}, lambda event: None, clock)
    pins._lines["roll"]._device.close()
    with pytest.raises(PartError, match="the buttons cannot be read"):
        pins.levels()


def test_closed_pins_post_nothing(pins: FakePins, posted: list[Event]) -> None:
    pins.close()
    pins.press("roll")
    assert posted == []
    assert pins.levels() == {}


def test_pins_can_be_closed_and_opened_again(
    pins: FakePins, posted: list[Event], clock: FakeClock
) -> None:
    pins.close()
    again = Pins(pins.library, WIRING, posted.append, clock)
    pins.press("roll")
    assert posted == [Edge(50.0, "roll", True)]
    again.close()


def test_the_pins_tell_whether_edges_still_come_and_from_what(pins: FakePins) -> None:
    assert pins.alive
    pins.thread_alive = False
    assert not pins.alive
    assert pins.words == "fake pins"


def test_pins_whose_thread_has_ended_are_a_missing_part(pins: FakePins) -> None:
    pins.thread_alive = False
    with pytest.raises(PartError, match="the buttons' thread has ended: restart the program"):
        pins.levels()


@pytest.mark.parametrize("profile", KEYS)
def test_each_profile_has_its_buttons(
    profile: Profile, posted: list[Event], clock: FakeClock
) -> None:
    pins = FakePins(posted.append, clock, wiring(profile))
    for button in KEYS[profile]:
        pins.press(button)
    assert posted == [Edge(50.0, button, True) for button in KEYS[profile]]
    assert [*pins.levels()] == [*KEYS[profile]]


@pytest.mark.parametrize(
    ("labels", "chip"),
    [
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 0),
    ],
    ids=["Pi 4", "Pi 5 at first", "Pi 5 renumbered"],
)
def test_the_headers_chip_is_known_by_its_label(labels: dict[int, str], chip: int) -> None:
    assert header_chip(labels) == chip


def test_a_chip_of_another_machine_is_not_the_headers() -> None:
    assert header_chip({0: "gpio_ich"}) is None


@contextmanager
def unprivileged() -> Iterator[None]:
    """Root is nobody meanwhile."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


class Chips:
    """As much of lgpio as tells of gpiochips: by number a label, or what opening it raises."""

    def __init__(self, chips: dict[int, str | Exception]) -> None:
        self.chips = chips
        self.open = 0

    def gpiochip_open(self, number: int) -> int:
        self.open += 1
        return number

    def gpio_get_chip_info(self, handle: int) -> tuple[int, int, str, str]:
        found = self.chips[handle]
        if isinstance(found, Exception):
            raise found
        return (0, 54, f"gpiochip{handle}", found)

    def gpiochip_close(self, handle: int) -> None:
        self.open -= 1


def find_header(monkeypatch: pytest.MonkeyPatch, chips: dict[int, str | Exception]) -> int:
    lgpio = Chips(chips)
    monkeypatch.setattr(module, "_chips", lambda: [*chips])
    try:
        return _find_header(lgpio, (OSError,))
    finally:
        assert lgpio.open == 0


def test_a_chip_that_cannot_be_opened_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    chips: dict[int, str | Exception] = {0: OSError("no"), 4: "pinctrl-rp1", 10: OSError("no")}
    assert find_header(monkeypatch, chips) == 4


def test_where_no_chip_is_the_headers_the_one_that_is_closed_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = r"cannot be opened \(/dev/gpiochip0: no\): add the user to the group gpio"
    with pytest.raises(PartError, match=told):
        find_header(monkeypatch, {0: OSError("no"), 1: "gpio_ich"})
    with pytest.raises(PartError, match=NO_HEADER):
        find_header(monkeypatch, {1: "gpio_ich"})


def test_a_chip_that_this_user_may_open_is_no_matter_of_groups(tmp_path: Path) -> None:
    assert "group gpio" in module._not_opened(tmp_path / "none", OSError("no"))
    assert "dmesg" in module._not_opened(tmp_path, OSError("no"))


def test_from_a_working_directory_that_may_not_be_entered_the_way_back_is_the_root(
    tmp_path: Path,
) -> None:
    private, before = tmp_path / "private", Path.cwd()
    private.mkdir()
    os.chdir(private)
    private.chmod(0)
    try:
        with unprivileged():
            with _back_again():
                os.chdir("/dev")
            assert Path.cwd() == Path("/")
    finally:
        private.chmod(0o700)
        os.chdir(before)


def open_lgpio(folder: Path, *path: Path) -> str:
    """What a fresh interpreter, with `path` first to import from, says of lgpio in `folder`."""
    program = (
        "import os, sys; from pathlib import Path; from hw.pins import PartError, lgpio_library\n"
        "before = os.getcwd()\n"
        "try: print(lgpio_library(Path(sys.argv[1])).words)\n"
        "except PartError as error: print(error)\n"
        "assert os.getcwd() == before"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, [*path, HERE]))},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return run.stdout


@has_lgpio
@pytest.mark.skipif(any(Path("/dev").glob("gpiochip*")), reason="this machine has a gpiochip")
def test_lgpio_without_a_gpiochip_leaves_its_pipe_in_the_folder_and_says_what_is_missing(
    tmp_path: Path,
) -> None:
    said = open_lgpio(tmp_path)
    assert said.startswith("no buttons: no /dev/gpiochip is a Raspberry Pi's header")
    assert (tmp_path / ".lgd-nfy0").is_fifo()


@has_lgpio
def test_lgpio_that_cannot_make_its_pipe_says_where(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert f"cannot make its pipe in {missing}" in open_lgpio(missing)


@pytest.mark.parametrize(
    "content", ["", "raise ImportError('no library')", "raise RuntimeError('not this Pi')"]
)
def test_the_empty_lgpio_of_pypi_none_at_all_and_a_broken_one_say_what_to_install(
    tmp_path: Path, content: str
) -> None:
    (tmp_path / "lgpio.py").write_text(content)
    assert "install lgpio 0.2.2 or newer" in open_lgpio(tmp_path, tmp_path)


@has_lgpio
@pytest.mark.skipif(not any(Path("/dev").glob("gpiochip*")), reason="this machine has no gpiochip")
def test_lgpio_opens_the_headers_chip(tmp_path: Path) -> None:
    assert open_lgpio(tmp_path).startswith("lgpio on gpiochip")


def dispatched(folder: Path, mode: str) -> Any:
    """What comes of three edges fed to the pipe of lgpio's own thread; the first handler raises."""
    run = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("lgpio_dispatch.py")), str(folder), mode],
        env=os.environ | {"PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(run.stdout)


@has_lgpio
def test_an_error_in_posting_leaves_lgpios_thread_alive(tmp_path: Path) -> None:
    came = dispatched(tmp_path, "guarded")
    assert came == {"came": [["roll", False], ["roll", True]], "said": ""}


@has_lgpio
def test_a_handler_without_a_guard_ends_lgpios_thread_and_that_is_noticed(tmp_path: Path) -> None:
    came = dispatched(tmp_path, "unguarded")
    assert came == {"came": [], "said": "the buttons' thread has ended: restart the program"}
