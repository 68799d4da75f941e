"""A panel on the bus that can be pulled out, and can be deaf."""

import errno
import random
import threading
import time

from hw.fakes.chip import Ssd1306
from hw.panel.bus import DATA

NOBODY = OSError(errno.ENXIO, "no acknowledge")


class PluggedPanel:
    """The chip's model with a plug; what it shows is told with how long it has stood still."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._chip = Ssd1306()
        self._random = random.Random(1)
        self._plugged = True
        self._runs_left: int | None = None  # of pixels, until the plug is pulled
        self._deaf = 0.0  # share of the messages that are not acknowledged
        self._refused = 0
        self._told = False  # whether the chip was told anything since it was looked at
        self._picture, self._since = self._chip.picture().tobytes(), time.monotonic()

    def write(self, payload: bytes) -> None:
        with self._lock:
            if payload.startswith(DATA):
                self._pull_when_due()
            self._acknowledge()
            self._chip.write(payload)
            self._told |= len(payload) > 1  # else it was only asked how it is

    def read(self, size: int) -> bytes:
        with self._lock:
            self._acknowledge()
            return bytes([self._chip.status]) * size

    def look(self) -> dict[str, object]:
        """What a viewer sees, for how long, and what else can be told of the panel."""
        with self._lock:
            self._note()
            return {
                "picture": self._picture.hex(),
                "still": time.monotonic() - self._since,
                "lit": self._plugged and self._chip.lit,
                "refused": self._refused,
                "unknown": self._chip.unknown,
            }

    def unplug(self) -> None:
        with self._lock:
            self._plugged = False

    def unplug_behind(self, runs: int) -> None:
        """Pull the plug when so many runs of pixels have come, and one more is on its way."""
        with self._lock:
            self._runs_left = runs

    def plug(self) -> None:
        """Put it back: the chip has lost all."""
        with self._lock:
            self._chip.power_up()
            self._plugged, self._runs_left, self._told = True, None, True

    def go_deaf(self, share: float) -> None:
        """Refuse this share of the messages, from 0 to 1, at random."""
        with self._lock:
            self._deaf = share

    def _acknowledge(self) -> None:
        if not self._plugged or self._random.random() < self._deaf:
            self._refused += 1
            raise NOBODY

    def _pull_when_due(self) -> None:
        if self._runs_left == 0:
            self._plugged = False
        elif self._runs_left is not None:
            self._runs_left -= 1

    def _note(self) -> None:
        if not self._told:
            return
        picture, self._told = self._chip.picture().tobytes(), False
        if picture != self._picture:
            self._picture, self._since = picture, time.monotonic()
