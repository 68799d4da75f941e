"""The first process of a Linux that is about to lose its power: a Pi with its panel, and its box.

Serial lines lead out of here: on the first the box tells what it does, and is told which pins are
pressed; what the panel's bus carries goes to the second, complaints to the third.
"""

import ctypes
import os
import subprocess
import sys
import threading
import time
import tty
from io import FileIO
from pathlib import Path

from machine.inside.header import Header
from machine.inside.usb_i2c import Adapter

BOX = "machine.cuts.inside.told_box"
STATE = Path("/var/lib/dicetower")
SETTINGS = Path("/run/dicetower.toml")
CPUINFO = Path("/proc/cpuinfo")
PI_4 = "Revision\t: c03114\n"

MOUNTS = (
    ("proc", "/proc", "proc"),
    ("sysfs", "/sys", "sysfs"),
    ("devtmpfs", "/dev", "devtmpfs"),
    ("tmpfs", "/run", "tmpfs"),
    ("tmpfs", "/tmp", "tmpfs"),
    ("configfs", "/sys/kernel/config", "configfs"),
    ("/dev/ubda", str(STATE), "ext4"),
)
BIND = 4096

BUS, ADDRESS = "/dev/i2c-0", 0x3C
BUS_COMES = 10.0  # s
GLANCE = 0.005  # s
HELD, APART = 0.04, 0.03  # s; an edge is seen within 10 ms

libc = ctypes.CDLL(None, use_errno=True)


class FarPanel:
    """The panel is at the other end of a line: a write is acknowledged when it was sent."""

    def __init__(self, port: FileIO) -> None:
        self._port = port

    def write(self, payload: bytes) -> None:
        self._port.write(payload.hex().encode() + b"\n")

    def read(self, size: int) -> bytes:
        self._port.write(b"?\n")
        return bytes.fromhex(self._port.readline().decode()) * size


def mount(what: str, where: str, kind: str, flags: int = 0) -> None:
    if libc.mount(what.encode(), where.encode(), kind.encode(), flags, None):
        number = ctypes.get_errno()
        raise OSError(number, f"{what} cannot be mounted: {os.strerror(number)}")


def be_a_pi() -> None:
    file = Path("/run/cpuinfo")
    file.write_text(CPUINFO.read_text() + PI_4)
    mount(str(file), str(CPUINFO), "", BIND)


def serial_line(number: int) -> FileIO:
    port = open(f"/dev/ttyS{number}", "r+b", buffering=0)  # noqa: PTH123, SIM115
    tty.setraw(port.fileno())
    return port


def plug_in(panel: FarPanel) -> None:
    Adapter(0, {ADDRESS: panel})
    until = time.monotonic() + BUS_COMES
    while not Path(BUS).exists():
        if time.monotonic() > until:
            raise TimeoutError(f"{BUS} did not come within {BUS_COMES:g} s")
        time.sleep(GLANCE)


def press(header: Header, pins: FileIO) -> None:
    """Each line is a pin that is pressed and let go."""
    for line in pins:
        header.hold(int(line), True)
        time.sleep(HELD)
        header.hold(int(line), False)
        time.sleep(APART)


def main(how: list[str]) -> int:
    for what in MOUNTS:
        mount(*what)
    told, bus, complaints = map(serial_line, range(3))
    os.dup2(complaints.fileno(), 2)
    be_a_pi()
    header = Header()
    plug_in(FarPanel(bus))
    SETTINGS.write_text(f'state_directory = "{STATE}"\n[panel]\nbus = 0\n')
    threading.Thread(target=press, args=(header, told), daemon=True).start()
    box = [sys.executable, "-m", BOX, str(SETTINGS), *how]
    return subprocess.run(box, stdin=subprocess.DEVNULL, stdout=told, check=False).returncode


if __name__ == "__main__":
    print(f"the box ended with status {main(sys.argv[1:])}", file=sys.stderr)
    time.sleep(BUS_COMES)  # a Linux whose first process ends is done, too
