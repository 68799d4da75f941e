"""An I2C adapter on USB, in Python: the kernel's own driver makes a bus of it, as /dev/i2c-N.

It speaks USB/IP to the kernel's virtual host controller (Documentation/usb/usbip_protocol.rst), and
is an i2c-tiny-usb (drivers/i2c/busses/i2c-tiny-usb.c) to the driver.
"""

import errno
import socket
import struct
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

CONTROLLER = Path("/sys/devices/platform/vhci_hcd.0")
FULL_SPEED = 2
DEVICE_ID = 0x10002

SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4
HEADER = struct.Struct(">5I28s")
URB = struct.Struct(">5I8s")
SETUP = struct.Struct("<BBHHH")
REPLY = struct.Struct(">5IiIIII8x")

DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x110, 0, 0, 0, 8, 0x0403, 0xC631, 0x205, 0, 0, 0, 1)
CONFIGURATION = struct.pack(
    "<BBHBBBBB BBBBBBBBB", 9, 2, 18, 1, 1, 0, 0x80, 50, 9, 4, 0, 0, 0, 0, 0, 0, 0
)
DESCRIPTORS = {1: DEVICE, 2: CONFIGURATION}
KIND, STANDARD = 0x60, 0x00
GET_STATUS, GET_DESCRIPTOR, GET_CONFIGURATION = 0, 6, 8

ECHO, FUNCTIONS, SET_DELAY, LAST_STATUS, TRANSFER = 0, 1, 2, 3, 4
CAN_DO = 0x0EFF0009  # plain messages, and SMBus made of them
ACKNOWLEDGED, NOT_ACKNOWLEDGED = 1, 2
READ = 1


class Part(Protocol):
    """What hangs on the bus; OSError where it does not acknowledge."""

    def write(self, payload: bytes) -> None: ...

    def read(self, size: int) -> bytes: ...


class Adapter:
    """Plugged in when it is made, into a port of the controller."""

    def __init__(self, port: int, parts: Mapping[int, Part]) -> None:
        self._parts = parts
        self._last = ACKNOWLEDGED
        kernels, self._wire = socket.socketpair()
        plug = f"{port} {kernels.fileno()} {DEVICE_ID} {FULL_SPEED}"
        threading.Thread(target=self._serve, name=f"adapter {port}", daemon=True).start()
        with kernels:
            (CONTROLLER / "attach").write_text(plug)

    def _serve(self) -> None:
        while header := self._take(HEADER.size):
            command, number, _, inward, _, rest = HEADER.unpack(header)
            if command == SUBMIT:
                self._submitted(number, bool(inward), rest)
            elif command == UNLINK:
                self._wire.sendall(REPLY.pack(UNLINKED, number, 0, 0, 0, 0, 0, 0, 0, 0))

    def _submitted(self, number: int, inward: bool, rest: bytes) -> None:
        _, length, *_, setup = URB.unpack(rest)
        out = b"" if inward else self._take(length)
        answer = self._control(setup, out)
        status = 0 if answer is not None else -errno.EPIPE
        answer = (answer or b"")[:length]
        size = len(answer) if inward else len(out)
        reply = REPLY.pack(SUBMITTED, number, 0, 0, 0, status, size, 0, 0xFFFFFFFF, 0)
        self._wire.sendall(reply + (answer if inward else b""))

    def _control(self, setup: bytes, out: bytes) -> bytes | None:
        """The answer to a request; None where it is refused."""
        kind, request, value, index, length = SETUP.unpack(setup)
        if kind & KIND == STANDARD:
            return self._standard(request, value)
        if request & TRANSFER:
            return self._transfer(index, bool(value & READ), out, length)
        answers = {
            ECHO: struct.pack("<H", value),
            FUNCTIONS: struct.pack("<I", CAN_DO),
            SET_DELAY: b"",
            LAST_STATUS: bytes([self._last]),
        }
        return answers.get(request)

    def _standard(self, request: int, value: int) -> bytes | None:
        if request == GET_DESCRIPTOR:
            return DESCRIPTORS.get(value >> 8)
        return {GET_STATUS: b"\0\0", GET_CONFIGURATION: b"\1"}.get(request, b"")

    def _transfer(self, address: int, reading: bool, out: bytes, length: int) -> bytes:
        answer = bytes(length)
        try:
            part = self._parts[address]
            if reading:
                answer = part.read(length)
            else:
                part.write(out)
            self._last = ACKNOWLEDGED
        except (LookupError, OSError):
            self._last = NOT_ACKNOWLEDGED
        return answer

    def _take(self, size: int) -> bytes:
        """So many bytes; none where the wire was cut."""
        taken = bytearray()
        while len(taken) < size:
            piece = self._wire.recv(size - len(taken))
            if not piece:
                return b""
            taken += piece
        return bytes(taken)
