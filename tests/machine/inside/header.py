"""The pins of a Pi's header, simulated by the kernel, and fingers on the buttons."""

import random
import time
from collections.abc import Iterator
from pathlib import Path

CONFIGURED = Path("/sys/kernel/config/gpio-sim/pi")
DEVICES = Path("/sys/devices/platform")
LABEL = "pinctrl-bcm2711"  # a Pi 4's
LINES = 58

HELD = 0.08  # s
APART = 0.08  # s
BOUNCES = 2
BOUNCE = (0.002, 0.004)  # s; what comes faster the kernel's simulation may merge


class Header:
    """Made anew; every button is up."""

    def __init__(self, pins: range = range(28)) -> None:
        bank = CONFIGURED / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(LINES))
        (bank / "label").write_text(LABEL)
        (CONFIGURED / "live").write_text("1")
        device = (CONFIGURED / "dev_name").read_text().strip()
        chip = (bank / "chip_name").read_text().strip()
        self._lines = DEVICES / device / chip
        self._random = random.Random(1)
        for pin in pins:
            self._put(pin, False)

    def press(self, pin: int, bounces: bool) -> None:
        """Press and let go; the contact may bounce both times."""
        change = self._bounce if bounces else self._put
        change(pin, True)
        time.sleep(HELD)
        change(pin, False)
        time.sleep(APART)

    def hold(self, pin: int, down: bool) -> None:
        """Press without letting go, or let go, without a bounce."""
        self._put(pin, down)

    def _bounce(self, pin: int, down: bool) -> None:
        for gap in self._gaps():
            self._put(pin, down)
            time.sleep(gap)
            self._put(pin, not down)
            time.sleep(gap)
        self._put(pin, down)

    def _gaps(self) -> Iterator[float]:
        return (self._random.uniform(*BOUNCE) for _ in range(BOUNCES))

    def _put(self, pin: int, down: bool) -> None:
        """A button connects its pin to ground; else the pin's own resistor pulls it up."""
        pull = "pull-down" if down else "pull-up"
        (self._lines / f"sim_gpio{pin}" / "pull").write_text(pull)
