"""QEMU: a PC by software alone, with the parts of a Pi that a PC can have."""

import json
import signal
import socket
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from container.commands import BOUND
from container.kept import kept
from container.machine import MachineError, wait_for

from machine import loader
from machine.fetching import Archive, unpack
from machine.kernel import Kernel

PACKAGES = ("qemu-system-x86", "seabios", "ipxe-qemu")
FIRMWARE = ("usr/share/qemu", "usr/share/seabios")
MEMORY = "512"  # MiB
EXACT = ("-accel", "tcg", "-icount", "shift=0")
"""An instruction takes a nanosecond of the guest's time, as on a Pi, whatever else is done here."""

FREE = ("-accel", "tcg,thread=multi", "-smp", "2")
"""Twice as fast. The simulated pins merge changes that come close together then."""

COMMAND_LINE = (
    "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off nokaslr cryptomgr.notests"
    " systemd.show_status=0 systemd.journald.forward_to_console=1"
)
SERVER = "server=on,wait=off"
ANSWERED = 20.0  # s
MOVED = 60.0  # s; for all memory
ENDED = 10.0  # s
DEAD = ("Kernel panic", "Oops", "BUG:", "soft lockup")


class Hardware(NamedTuple):
    """What every simulated Pi is made of."""

    program: list[str]
    kernel: Kernel
    first_disk: Path


class Disk(NamedTuple):
    image: Path
    kept: bool = False  # else what is written is forgotten


class Qemu:
    """Runs from when it is made until it is closed, which is a power cut; its files are in `place`.

    It ends with the thread that made it, too.

    Serial ports: the console goes into console.log, the world is at world.socket, and the third has
    nobody at its other end.
    """

    def __init__(
        self,
        hardware: Hardware,
        place: Path,
        disks: Iterable[Disk],
        more: str = "",
        memory: Path | None = None,
        is_exact: bool = False,
    ) -> None:
        self.console = place / "console.log"
        self.is_exact = is_exact
        self._told: set[str] = set()
        speed = EXACT if is_exact else FREE
        arguments = [*speed, *_arguments(hardware, place, more), *_disks(disks)]
        if memory:
            arguments += ["-incoming", f"file:{memory}"]
        with (place / "qemu.log").open("wb") as log:
            self._process = subprocess.Popen(
                [*BOUND, *hardware.program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        try:
            self._wire = connected(place / "qemu.socket")
            self._lines = self._wire.makefile("r")
            self._lines.readline()
            self.ask("qmp_capabilities")
        except BaseException:
            self.close()
            raise

    def ask(self, command: str, arguments: Mapping[str, object] | None = None) -> Any:
        """QEMU's answer to one of its own commands; MachineError where it refuses."""
        asked = {"execute": command, "arguments": arguments or {}}
        self._wire.sendall(json.dumps(asked).encode())
        for line in self._lines:
            answer = json.loads(line)
            if "event" in answer:
                self._told.add(answer["event"])
            if "error" in answer:
                raise MachineError(f"QEMU refuses {command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
        raise MachineError("QEMU has ended")

    def save(self, memory: Path) -> None:
        """Stop, and keep its memory and the state of all parts."""
        self.ask("stop")
        self.ask("migrate", {"uri": f"file:{memory}"})
        wait_for("the memory in its file", self._is_saved, MOVED)

    def status(self) -> str:
        """Such as running, or inmigrate as long as its memory is loaded."""
        return str(self.ask("query-status")["status"])

    def has_told(self, event: str) -> bool:
        """Whether QEMU has told of such an event so far."""
        self.status()  # events come before the answer
        return event in self._told

    def must_be_well(self) -> None:
        """MachineError where the kernel has said that it is not."""
        said = self.console.read_text("utf-8", "replace")
        if found := [words for words in DEAD if words in said]:
            raise MachineError(f"the kernel says: {', '.join(found)}")

    def close(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(ENDED)

    def _is_saved(self) -> bool:
        status = self.ask("query-migrate").get("status")
        if status == "failed":
            raise MachineError("QEMU cannot save its memory")
        return bool(status == "completed")


def connected(path: Path) -> socket.socket:
    """A connection to the socket that QEMU makes."""

    def attempt() -> socket.socket | None:
        wire = socket.socket(socket.AF_UNIX)
        try:
            wire.connect(str(path))
        except OSError:
            wire.close()
            return None
        wire.settimeout(ANSWERED)
        return wire

    return wait_for(f"QEMU's {path.name}", attempt, ANSWERED)


def qemu_program(folder: Path, archive: Archive) -> list[str]:
    """The words that run Debian 13's QEMU, which is fetched once."""
    place = kept(
        folder / "qemu",
        "Debian's QEMU, fetched in some twenty seconds",
        lambda new: unpack(archive.download_whole(*PACKAGES), new),
    )
    words = loader.command(place, "bin/qemu-system-x86_64")
    for firmware in FIRMWARE:
        words += ["-L", str(place / firmware)]
    return words


def _arguments(hardware: Hardware, place: Path, more: str) -> list[str]:
    kernel = ["-kernel", str(hardware.kernel.image), "-initrd", str(hardware.first_disk)]
    return [
        *("-machine", "q35", "-cpu", "qemu64"),
        *("-m", MEMORY, "-nodefaults", "-display", "none"),
        *(*kernel, "-append", f"{COMMAND_LINE} {more}"),
        *("-serial", f"file:{place}/console.log"),
        *("-serial", f"unix:{place}/world.socket,{SERVER}"),
        *("-chardev", "null,id=sensor", "-serial", "chardev:sensor"),
        *("-qmp", f"unix:{place}/qemu.socket,{SERVER}"),
        *("-object", "rng-random,id=noise,filename=/dev/urandom"),
        *("-device", "virtio-rng-pci,rng=noise"),
        *("-device", "i6300esb", "-action", "watchdog=reset"),
        *("-device", "qemu-xhci,id=usb"),
    ]


def _disks(disks: Iterable[Disk]) -> list[str]:
    words = []
    for number, disk in enumerate(disks):
        how = "cache=unsafe" if disk.kept else "snapshot=on"
        words += ["-drive", f"file={disk.image},format=raw,if=none,id=disk{number},{how}"]
        words += ["-device", f"virtio-blk-pci,drive=disk{number}"]
    return words
