"""A dice sensor that needs no microcontroller: its real program, on a scripted tray."""

import contextlib
import os
import random
import select
import threading
import tty
from pathlib import Path
from typing import Self

from hw.clock import Clock, SystemClock
from hw.fakes.line import Delay, Faults, FaultyLine, Lane
from hw.fakes.tray import ScriptedTray
from hw.sensor.device.device import Device

__all__ = ["Delay", "FakeSensor", "Faults", "FaultyLine", "Lane", "PtySensor", "ScriptedTray"]

NAME = "fake"
SERIAL = "FAKE0001"
TICK = 0.005  # s
READ = 4096  # octets
CHATTER = b"ets Jun  8 2016 00:22:57\r\nrst:0x1 (POWERON)\r\n"


class FakeSensor:
    """The sensor in memory: is handed octets, and gives octets. Times are seconds."""

    def __init__(self, tray: ScriptedTray, seed: int | None = None) -> None:
        self.tray = tray
        self._chance = random.Random(seed)  # of the numbers that it draws at each power-up
        self._out = bytearray()
        self.reboot()

    def reboot(self, chatter: bytes = b"") -> None:
        """Lose power for a moment: it forgets everything, and says `chatter` before it greets."""
        self._out += chatter
        boot = self._chance.randrange(0x10000)
        self._device = Device(self.tray, self._out.extend, NAME, SERIAL, boot)

    def received(self, data: bytes, now: float) -> None:
        """Take what came over the line."""
        self._device.received(data, int(now * 1000))

    def outgoing(self, now: float) -> bytes:
        """What it sends by now; to be called every few hundredths of a second."""
        self._device.poll(int(now * 1000))
        out = bytes(self._out)
        self._out.clear()
        return out


class PtySensor:
    """The sensor on a pseudo-terminal, in a thread of its own until it is closed.

    `path` is a link that stays the same when the cable is pulled and put back, as a name in
    /dev/serial/by-id does; the terminal behind it is another one then.
    """

    def __init__(self, sensor: FakeSensor, path: Path, clock: Clock | None = None) -> None:
        self.tray = sensor.tray
        self.path = path
        self._clock = clock or SystemClock()
        self._sensor = sensor
        self._lock = threading.Lock()  # over the sensor and its terminal
        self._ends: tuple[int, int] | None = None  # ours, and the host's, held so that it stays
        self._closed = threading.Event()
        self.replug(rebooted=False)
        self._thread = threading.Thread(target=self._run, name="fake sensor", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def unplug(self, last_words: bytes = b"") -> None:
        """Pull the cable, in the middle of `last_words`."""
        with self._lock:
            if self._ends:
                self._send(last_words)
                self.path.unlink()
                for end in self._ends:
                    os.close(end)
            self._ends = None

    def replug(self, rebooted: bool = True) -> None:
        """Put the cable back, through which the sensor has its power unless not `rebooted`."""
        with self._lock:
            if self._ends:
                return
            if rebooted:
                self._sensor.reboot()
            self._ends = os.openpty()
            os.set_blocking(self._ends[0], False)
            tty.setraw(self._ends[1])
            self.path.symlink_to(os.ttyname(self._ends[1]))

    def reboot(self, chatter: bytes = CHATTER) -> None:
        """Let the sensor start anew, with the words of a boot loader before its own."""
        with self._lock:
            self._sensor.reboot(chatter)

    def close(self) -> None:
        """Stop the thread and pull the cable."""
        self._closed.set()
        self._thread.join()
        self.unplug()

    def _run(self) -> None:
        while not self._closed.wait(TICK):
            with self._lock:
                self._turn()

    def _turn(self) -> None:
        now = self._clock.now()
        end = self._ends[0] if self._ends else None
        if end is not None and select.select([end], [], [], 0)[0]:
            self._sensor.received(os.read(end, READ), now)
        self._send(self._sensor.outgoing(now))

    def _send(self, octets: bytes) -> None:
        """What nobody reads is lost, as it is over USB."""
        if self._ends:
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], octets)
