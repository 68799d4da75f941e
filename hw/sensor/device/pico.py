"""Runs the sensor on a microcontroller whose USB port is its standard input and output."""

import os
import select
import sys
import time

import micropython  # type: ignore[import-not-found]

from .device import Device
from .reader import Reader

WAIT = 5  # ms for the next octet


def serve(reader: Reader, name: str, serial: str) -> None:
    """Be a sensor until the line ends, which USB's never does."""
    boot = int.from_bytes(os.urandom(2), "big")
    device = Device(reader, sys.stdout.buffer.write, name, serial, boot)
    waiting = select.poll()
    waiting.register(sys.stdin, select.POLLIN)
    while True:
        if waiting.poll(WAIT):
            octet = sys.stdin.buffer.read(1)  # one at a time: for more it would wait
            if not octet:
                return
            device.received(octet, time.ticks_ms())  # type: ignore[attr-defined]
        device.poll(time.ticks_ms())  # type: ignore[attr-defined]
        if device.talk.checked:
            micropython.kbd_intr(-1)  # a program talks: its octet 3 is not the interrupt key
