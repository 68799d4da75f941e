"""A panel on the bus that can be pulled out, and can be deaf."""

import errno
import random
import threading
import time

from hw.fakes.chip import Ssd1306

NOBODY = OSError(errno.ENXIO, "no acknowledge")


class PluggedPanel:
    """The chip's model with a plug; what it shows is told with how long it has stood still."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._chip = Ssd1306()
        self._random = random.Random(1)
        self._plugged = True
        self._messages_left: int | None = None  # until the plug is pulled
        self._deaf = 0.0  # share of the messages that are not acknowledged
        self._refused = 0
        self._told = False  # whether the chip was told anything since it was looked at
        self._picture, self._since = self._chip.picture().tobytes(), time.monotonic()

    def write(self, payload: bytes) -> None:
        with self._lock:
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
                "plugged": self._plugged,
                "refused": self._refused,
                "unknown": self._chip.unknown,
            }

    def unplug(self, after: int = 0) -> None:
        """Pull the plug, behind so many more messages."""
        with self._lock:
            self._messages_left = after
            self._pull_when_due()

    def plug(self) -> None:
        """Put it back: the chip has lost all."""
        with self._lock:
            self._chip.power_up()
            self._plugged, self._messages_left, self._told = True, None, True

    def go_deaf(self, share: float) -> None:
        """Refuse this share of the messages, from 0 to 1, at random."""
        with self._lock:
            self._deaf = share

    def _acknowledge(self) -> None:
        self._pull_when_due()
        if not self._plugged or self._random.random() < self._deaf:
            self._refused += 1
            raise NOBODY
        if self._messages_left is not None:
            self._messages_left -= 1

    def _pull_when_due(self) -> None:
        if self._messages_left == 0:
            self._plugged = False

    def _note(self) -> None:
        if not self._told:
            return
        picture, self._told = self._chip.picture().tobytes(), False
        if picture != self._picture:
            self._picture, self._since = picture, time.monotonic()
