"""Lamps in the buttons: off, on, or breathing on a thread of their own."""

import math
import queue
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any, Literal

from gpiozero import PWMOutputDevice

from hw.clock import Clock, SystemClock
from hw.errors import PartError
from hw.events import Button, Post
from hw.guard import RETRY, Guard
from hw.pins import PinLibrary

Glow = Literal["off", "on", "breathing"]

BREATH = 2.4  # s from bright to bright: calm, and far from the 3 Hz that can harm
DIMMEST = 0.05  # of full brightness
STEP = 0.04  # s between changes of a breathing lamp
PULSES = 100.0  # Hz; seen as a steady light
CLOSING = 1.0  # s


def brightness(seconds: float) -> float:
    """Of a lamp that has been breathing for `seconds`, from DIMMEST to 1; it starts bright."""
    swing = (1 + math.cos(2 * math.pi * seconds / BREATH)) / 2
    return DIMMEST + (1 - DIMMEST) * swing


class Lamps:
    """All lamps; posts a `PartReport` when a pin fails and when all work again."""

    def __init__(
        self,
        library: PinLibrary,
        wiring: Mapping[Button, int],  # BCM numbers
        post: Post,
        clock: Clock | None = None,
    ) -> None:
        self._lamps = _open(library, wiring)
        self._guard = Guard("lamps", "the lamps fail", library.errors, post)
        self._clock = clock or SystemClock()
        self._wake: queue.SimpleQueue[bool] = queue.SimpleQueue()  # False ends the thread
        self._wanted: dict[Button, Glow] = dict.fromkeys(wiring, "off")
        self._step_at: float | None = None  # None while all are steady
        self._thread = threading.Thread(target=self._run, name="lamps", daemon=True)

    def start(self) -> None:
        """Start the thread; until then the lamps are off."""
        self._thread.start()

    def show(self, glows: Mapping[Button, Glow]) -> None:
        """Make each lamp there is glow so, off where nothing is said. Never waits."""
        wanted: dict[Button, Glow] = {button: glows.get(button, "off") for button in self._lamps}
        if wanted != self._wanted:
            self._wanted = wanted
            self._wake.put(True)

    def close(self) -> None:
        """Put the lamps out, end the thread and give the pins back."""
        self._wake.put(False)
        if self._thread.is_alive():
            self._thread.join(CLOSING)
        self._guard.run(self._close_all)

    def turn(self) -> bool:
        """Wait for a wish or the next step of a breath, and change the lamps; False once closed.

        Lamps that fail are tried again until all are as wished.
        """
        if self._clock.take(self._wake, self._step_at) is False:
            return False
        wanted, now = self._wanted, self._clock.now()
        if not self._guard.run(lambda: self._glow(wanted, now)):
            self._step_at = now + RETRY
        else:
            self._step_at = now + STEP if "breathing" in wanted.values() else None
        return True

    def _run(self) -> None:
        while self.turn():
            pass

    def _close_all(self) -> None:
        with ExitStack() as each:
            for lamp in self._lamps.values():
                each.callback(lamp.close)

    def _glow(self, wanted: Mapping[Button, Glow], now: float) -> None:
        with ExitStack() as each:  # one that fails keeps no other from its glow
            for button, glow in wanted.items():
                each.callback(self._lamps[button].glow, glow, now)


def _open(library: PinLibrary, wiring: Mapping[Button, int]) -> "dict[Button, _Lamp]":
    """A lamp for each button in `wiring`, or PartError with none left open."""
    lamps: dict[Button, _Lamp] = {}
    with ExitStack() as opened:
        for button, pin in wiring.items():
            try:
                # Without a frequency there are no pulses yet.
                device = PWMOutputDevice(pin, frequency=None, pin_factory=library.factory)
            except library.errors as error:
                raise PartError(
                    f"no lamps: GPIO {pin} ({button}) is already in use ({error}): free it"
                ) from error
            lamps[button] = _Lamp(device)
            opened.callback(device.close)
        opened.pop_all()
    return lamps


class _Lamp:
    """One pin, and what was last made of it."""

    def __init__(self, device: Any) -> None:
        self._device = device
        self._glow: Glow | None = "off"  # None after a failure: it may be anything
        self._breathes_since = 0.0

    def glow(self, glow: Glow, now: float) -> None:
        """Change what has to be changed at `now`."""
        before, self._glow = self._glow, None
        if glow == "breathing":
            self._breathe(now, begins=before != "breathing")
        elif glow != before:
            self._device.frequency = None  # pulses would wake the pin library for each of them
            self._device.value = 1.0 if glow == "on" else 0.0
        self._glow = glow

    def close(self) -> None:
        self._device.close()

    def _breathe(self, now: float, begins: bool) -> None:
        if begins:
            self._breathes_since = now
            self._device.frequency = PULSES
        self._device.value = brightness(now - self._breathes_since)
