"""A machine on which all is well, made of fakes and files, and what can be broken in it."""

import errno
import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from gpiozero import GPIOZeroError, InputDevice
from gpiozero.pins.mock import MockFactory, MockPin

from firmware_host import panels
from firmware_host.doctor import Finding, Machine, examine
from firmware_host.store.opening import open_store
from firmware_host.store.rows import Entry
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306
from hw.fakes.clock import FakeClock
from hw.fakes.spi import FakeSpi
from hw.panel import I2c
from hw.panel import spi as hw_spi
from hw.pins import PinLibrary
from hw.raw import RandomSource

HEADER = {"record": 1, "rules": "zilch", "players": ["Aino", "Bruno"]}
ROWS = [Entry(n, {"do": "roll", "dice": [1, 2, 3, 4, 5, 6]}, "box", n) for n in range(1, 100)]
RULES = "[counters]\nkinds = { 1 = { 1 = 100, 5 = 50 } }\n"
MOUNTS = "22 1 8:2 / / rw,relatime shared:1 - ext4 /dev/mmcblk0p2 rw\n"


class Bench:
    """What the doctor is shown: settings, wires, files and the kernel's word, each to be broken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "dicetower.toml"
        self.state = folder / "state"
        self.rules = folder / "rules"
        self.device = folder / "hwrng"
        self._pipe = -1
        self.mounts = folder / "mountinfo"
        self.fstab = folder / "fstab"
        self.bus = FakeBus(Ssd1306())
        self.spi = FakeSpi(Ssd1306())
        self.factory = MockFactory()
        self.clock = FakeClock()
        self.open_bus: Callable[[int], Any] = self.bus.open
        self.keys = {
            "": f'state_directory = "{self.state}"\nrules_directory = "{self.rules}"\n',
            "dice": f'device = "{self.device}"\n',
        }
        self.differences: dict[str, Any] = {}
        self._make_well()

    @property
    def database(self) -> Path:
        return self.state / "games.sqlite3"

    def _make_well(self) -> None:
        self.rules.mkdir()
        (self.rules / "ours.toml").write_text(RULES)
        self.mounts.write_text(MOUNTS)
        self.give(random.Random(1).randbytes(2000))
        with open_store(self.state) as store:
            store.append(store.begin(HEADER), ROWS)

    def give(self, raw: bytes) -> None:
        """Let the random device give these bytes: a pipe in its place."""
        self.close()
        self.device.unlink(missing_ok=True)
        os.mkfifo(self.device)
        self._pipe = os.open(self.device, os.O_RDWR | os.O_NONBLOCK)
        os.write(self._pipe, raw)

    def set(self, section: str, line: str) -> None:
        """Add a line to a section of the settings."""
        self.keys[section] = f"{self.keys.get(section, '')}{line}\n"

    def open_pins(self, _: Path) -> PinLibrary:
        return PinLibrary(self.factory, "mock pins", (GPIOZeroError,), lambda: True)

    def take_pin(self, number: int) -> None:
        """Another program has this pin."""
        self._other = InputDevice(number, pin_factory=self.factory)

    def hold(self, number: int, high: bool = False) -> None:
        """Somebody holds the button on this pin, to ground or to the supply."""
        self.factory.pin(number, pin_class=_High if high else _Low)

    def write_settings(self) -> None:
        sections = sorted(self.keys.items())  # what has no section comes first
        self.file.write_text(
            "".join(f"[{name}]\n{keys}" if name else keys for name, keys in sections)
        )

    def machine(self) -> Machine:
        """What the doctor looks at."""
        well: dict[str, Any] = {
            "open_pins": self.open_pins,
            "clock": self.clock,
            "clock_error": lambda: 0.02,
            "free_space": lambda _: 1 << 30,
            "mounts": self.mounts,
            "fstab": self.fstab,
        }
        return Machine(**(well | self.differences))

    def examine(self) -> dict[str, Finding]:
        """What the doctor finds, by part."""
        self.write_settings()
        return {finding.part: finding for finding in examine(self.file, self.machine())}

    def close(self) -> None:
        """Close the random device's pipe."""
        if self._pipe >= 0:
            os.close(self._pipe)
        self._pipe = -1


def refused(number: int) -> Callable[..., Any]:
    """In place of what asks the kernel, which refuses."""

    def refuse(*_: object) -> Any:
        raise OSError(number, os.strerror(number))

    return refuse


class _Low(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that something pulls down, whatever its own pull-up does."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._change_state(False)


class _High(MockPin):  # type: ignore[misc]
    """The same, pulled up."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._change_state(True)


class Slow:
    """A random device that gives two good bytes a second, as its clock has it."""

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self._random = random.Random(1)

    def read(self, size: int) -> bytes:
        self._clock.advance(0.5)
        return self._random.randbytes(1)

    def close(self) -> None: ...


class NoHardware:
    """A random device whose driver has nothing behind it: opening works, reading does not."""

    def read(self, size: int) -> bytes:
        raise OSError(errno.ENODEV, "No such device")

    def close(self) -> None: ...


def no_hardware(_: Path) -> RandomSource:
    return NoHardware()


def bench_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A well machine whose wires the doctor reaches."""
    bench = Bench(folder)
    monkeypatch.setattr(panels, "I2c", partial(I2c, open_bus=lambda n: bench.open_bus(n)))
    monkeypatch.setattr(hw_spi, "Spi", partial(hw_spi.Spi, new_device=bench.spi.new_device))
    yield bench
    bench.close()


def overwrite(file: Path, at: int, raw: bytes) -> None:
    with file.open("r+b") as damaged:
        damaged.seek(at)
        damaged.write(raw)


def change(file: Path, statement: str) -> None:
    db = sqlite3.connect(file)
    with db:
        db.execute(statement)
    db.close()


def move_panel(bench: Bench) -> None:
    bench.bus.address = 0x3D


def on_spi(bench: Bench) -> None:
    bench.set("panel", 'interface = "spi"')
    bench.factory = bench.spi.factory
