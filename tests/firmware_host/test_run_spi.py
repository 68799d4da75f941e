"""`dicetower run` with a panel on SPI, whose pins come from the same library as the buttons'."""

import queue
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from firmware_host.closed import stopped
from firmware_host.run import run
from firmware_host.screens.drawing import draw
from firmware_host.settings import PanelSettings, Settings
from firmware_host.words import Words
from hw.events import Event, Stop
from hw.fakes.chip import Ssd1309
from hw.fakes.spi import FakeSpi
from hw.panel import spi


@pytest.fixture
def box(tmp_path: Path) -> Settings:
    panel = PanelSettings(interface="spi", chip="ssd1309")
    return Settings(state_directory=tmp_path, panel=panel)


def test_the_screen_comes_up_and_all_is_given_back(
    monkeypatch: pytest.MonkeyPatch, box: Settings
) -> None:
    bus, shown = FakeSpi(Ssd1309()), list[Image.Image]()
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    monkeypatch.setattr("hw.pins.lgpio_library", lambda _: bus.open_pins())
    monkeypatch.setattr(spi, "Spi", partial(spi.Spi, new_device=bus.new_device))

    def look() -> None:
        if bus.chip.lit and not shown:
            shown.append(bus.chip.picture())
            events.put(Stop())

    bus.on_change = look
    run(box, events)
    assert shown[0].getbbox()
    assert (bus.opened, bus.closed) == (1, 1)
    assert bus.chip.lit  # and says that the box has ended
    assert bus.chip.picture().tobytes() == draw(stopped(saved=True), Words("en")).tobytes()
