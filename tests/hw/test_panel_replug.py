"""Panels pulled off and put back while a real thread sends, over objects that hold descriptors."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hw_pictures import same
from PIL import Image

from hw.events import Event, PartReport, Post
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306
from hw.fakes.spi import FakeSpi
from hw.panel import I2c, Panel, PanelThread, thread
from hw.panel.spi import Spi

SOON = 5.0  # s; a test that waits so long has failed
TIMES = 100


class I2cBus(FakeBus):
    """Holds a descriptor while it is open, as smbus2 does."""

    def open(self, number: int) -> FakeBus:
        self._descriptor = os.open(os.devnull, os.O_WRONLY)
        return super().open(number)

    def close(self) -> None:
        os.close(self._descriptor)
        super().close()


class SpiBus(FakeSpi):
    """Holds a descriptor while it is open, as spidev does."""

    def open(self, port: int, device: int) -> None:
        self._descriptor = os.open(os.devnull, os.O_WRONLY)
        super().open(port, device)

    def close(self) -> None:
        os.close(self._descriptor)
        super().close()


def held() -> tuple[int, int]:
    """Descriptors and threads of this process."""
    return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()


def noise(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), Random(seed).randbytes(1024))


class Viewer:
    """Waits for what the bus and its chip come to."""

    def __init__(self, bus: FakeBus | FakeSpi) -> None:
        self._bus = bus
        self._changed = threading.Condition()
        bus.on_change = self._notify

    def sees(self, picture: Image.Image) -> bool:
        return self._wait(lambda: same(self._bus.chip.picture(), picture))

    def sees_it_fall_off(self) -> bool:
        return self._wait(lambda: not self._bus.is_plugged)

    def _wait(self, until: Callable[[], bool]) -> bool:
        with self._changed:
            return self._changed.wait_for(until, SOON)

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()


@pytest.fixture
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost panel is tried, and an idle one asked, a hundred times a second."""
    monkeypatch.setattr(thread, "RETRY", 0.01)
    monkeypatch.setattr(I2c, "check_every", 0.01)
    monkeypatch.setattr(Spi, "check_every", 0.01)


@pytest.mark.usefixtures("_hurried")
def test_an_i2c_panel_pulled_off_in_a_frame_100_times_leaks_nothing() -> None:
    before = held()
    bus, posted = I2cBus(Ssd1306()), list[Event]()
    opened = pull_off(bus, Panel(bus=I2c(open_bus=bus.open)), posted.append)
    assert opened == (before[0] + 1, before[1] + 1)
    assert held() == before
    assert (bus.opened, bus.closed) == (1, 1)
    reports = [event.ok for event in posted if isinstance(event, PartReport)]
    assert reports == [False, True] * TIMES


@pytest.mark.usefixtures("_hurried")
def test_an_spi_panel_pulled_off_in_a_frame_100_times_leaks_nothing() -> None:
    before = held()
    bus, posted = SpiBus(Ssd1306()), list[Event]()
    panel = Panel(bus=Spi(bus.open_pins, new_device=bus.new_device))
    opened = pull_off(bus, panel, posted.append)
    assert opened == (before[0] + 1, before[1] + 1)
    assert held() == before
    assert (bus.opened, bus.closed) == (1, 1)
    assert posted == []


def pull_off(bus: FakeBus | FakeSpi, panel: Panel, post: Post) -> tuple[int, int]:
    """Each picture is cut off at another byte; what is held afterwards, still open."""
    viewer, panels_thread = Viewer(bus), PanelThread(panel, post)
    panels_thread.start()
    try:
        panels_thread.show(noise(-1))
        assert viewer.sees(noise(-1))
        for turn in range(TIMES):
            bus.unplug(after=1 + turn * 10)
            panels_thread.show(noise(turn))
            assert viewer.sees_it_fall_off()
            bus.replug()
            assert viewer.sees(noise(turn))
        return held()
    finally:
        panels_thread.close()
