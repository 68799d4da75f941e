"""A microcontroller that runs the sensor: MicroPython in a process of its own, on a terminal."""

import json
import os
import subprocess
import time
import tty
from pathlib import Path
from typing import Self

import serial
from device_rig import body, line
from micropython_unix import command

SENSOR = Path(__file__).parents[3] / "hw/sensor"
PROGRAM = Path(__file__).with_name("board_program.py")
PATIENCE = 10.0  # s


class Board:
    """Its dice are what `show` says; `heap` is in kB."""

    def __init__(self, folder: Path, heap: int = 128) -> None:
        self.folder = folder
        self._looks = folder / "looks"
        self._figures = folder / "figures"
        os.mkfifo(self._looks)
        self._pipe = os.open(self._looks, os.O_RDWR)
        self._ends = os.openpty()
        tty.setraw(self._ends[1])
        self.path = os.ttyname(self._ends[1])
        self._heap = heap
        self._process = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.power_off()
        for end in (self._pipe, *self._ends):
            os.close(end)

    def reboot(self) -> None:
        """Take its power away for a moment."""
        self.power_off()
        self.power_on()

    def power_off(self) -> None:
        self._process.kill()
        self._process.wait()

    def power_on(self) -> None:
        self._process = self._start()

    def chatter(self, octets: bytes) -> None:
        """Send what is none of its frames."""
        os.write(self._ends[0], octets)

    def show(self, **look: object) -> None:
        """What its reader sees from now on."""
        os.write(self._pipe, json.dumps(look).encode() + b"\n")

    def heap(self) -> int:
        """The most octets that the sensor held so far, without what was garbage."""
        self._figures.unlink(missing_ok=True)
        self.show()
        end = time.monotonic() + PATIENCE
        while not (self._figures.exists() and (text := self._figures.read_text())):
            assert time.monotonic() < end, "the board does not write its figures"
            time.sleep(0.01)
        return int(text)

    def _start(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [*command(), "-X", f"heapsize={self._heap}k", PROGRAM, self._looks, self._figures],
            stdin=self._ends[0],
            stdout=self._ends[0],
            env={"MICROPYPATH": f"{SENSOR}:.frozen"},
        )


class Typist:
    """A host that says what a test says, and reads frames."""

    def __init__(self, path: str) -> None:
        self.port = serial.Serial(path, 115200, timeout=PATIENCE, exclusive=True)
        self._seq = 0

    def next(self, *verbs: str) -> str:
        """The body of the next frame of these verbs, or any."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            said = body(bytes(self.port.read_until(b"\n")))
            if not verbs or said.split(" ")[0] in verbs:
                return said
        raise AssertionError(f"the board sends none of {verbs}")

    def greet(self) -> str:
        """Its answer to a greeting."""
        self.port.write(line("HELLO 0 proto=1 app=test ver=0"))
        while "re=0" not in (answer := self.next("HELLO")):
            pass
        return answer

    def ask(self, command: str) -> str:
        """The answer to a command, without its own number; sent again where there is none."""
        self._seq += 1
        verb, _, rest = command.partition(" ")
        self.port.write(line(f"{verb} {self._seq} {rest}".rstrip()))
        while f"re={self._seq}" not in (answer := self.next("ACK", "NAK", "PONG")):
            pass
        return answer.split(" ")[0]

    def say(self, body: str) -> None:
        self.port.write(line(body))
