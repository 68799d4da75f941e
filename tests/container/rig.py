"""What the scenarios have in their hands: the machine, the package, and the box's wires."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from container.machine import Machine, MachineError, wait_for

UNIT = "dicetower.service"
STATE = Path("/var/lib/dicetower")
SETTINGS = Path("/etc/dicetower/dicetower.toml")
DROP_IN = Path("/run/systemd/system/dicetower.service.d/test.conf")
TOOLS = Path("/usr/local/lib/dicetower-test")  # the sandbox hides the homes
WIRES = Path("/run/wires")

APT = ("apt-get", "--quiet", "--yes", "--no-install-recommends", "--option=Dpkg::Use-Pty=0")
STARTED = 30.0  # s
SETTLED = 20.0  # s
NOT_SAVED = "games are not saved"
QUIET = 2.2  # s without a change, after which no tumbling and no refusal is left

WIRED = f"""
[Service]
ExecStart=
ExecStart=/usr/bin/python3 {TOOLS}/running_box.py {SETTINGS}
Environment=PYTHONPATH=/usr/share/dicetower
StandardInput=file:{WIRES}/presses
StandardOutput=append:{WIRES}/pictures
StandardError=journal
"""
"""The same service, but its pins are fake, and the pictures of its panel go into a file."""


class Rig(NamedTuple):
    machine: Machine
    package: Path  # in the machine
    newer: Path  # the same with a higher version

    def games(self) -> list[dict[str, Any]]:
        """All games that are kept, with every row, as the command shows them."""
        listed = json.loads(self.machine.run("dicetower", "games", "list", "--json"))
        return [self._game(game["game"]) for game in listed]

    def runs(self) -> int:
        """The number of the service's process, once it has said that it is ready."""
        wait_for(f"the start of {UNIT}", lambda: self.is_in("active"), STARTED)
        return int(self.machine.show(UNIT, "MainPID"))

    def is_in(self, state: str) -> bool:
        return self.machine.show(UNIT, "ActiveState") == state

    def restarts(self) -> int:
        """How often systemd has started the service again."""
        return int(self.machine.show(UNIT, "NRestarts"))

    @contextmanager
    def settings(self, text: str) -> Iterator[None]:
        """Others for a while, for a service that is started meanwhile."""
        file = self.machine.path(SETTINGS)
        before = file.read_text("utf-8")
        file.write_text(text, "utf-8")
        try:
            yield
        finally:
            file.write_text(before, "utf-8")

    @contextmanager
    def unit_with(self, text: str) -> Iterator[None]:
        """The service with a part of its unit replaced; it has to be started anew."""
        file = self.machine.path(DROP_IN)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.machine.run("systemctl", "daemon-reload")
        try:
            yield
        finally:
            self.machine.run("systemctl", "stop", UNIT)
            file.unlink()
            self.machine.run("systemctl", "daemon-reload")

    def _game(self, number: int) -> dict[str, Any]:
        shown: dict[str, Any] = json.loads(
            self.machine.run("dicetower", "games", "show", str(number), "--json")
        )
        return shown


class Wires:
    """The buttons and the panel of a service that is wired: presses go in, pictures come out."""

    def __init__(self, rig: Rig) -> None:
        folder = rig.machine.path(WIRES)
        folder.mkdir(exist_ok=True)
        if not (folder / "presses").exists():
            os.mkfifo(folder / "presses")
        self._presses = os.open(folder / "presses", os.O_RDWR)  # both ends: nobody waits
        self._pictures = folder / "pictures"
        self._pictures.touch()

    def close(self) -> None:
        os.close(self._presses)

    def press(self, *buttons: str) -> str:
        """Press and let go, one after the other; return what the panel shows in the end."""
        for button in buttons:
            os.write(self._presses, f"{button}\n".encode())
        return self.picture()

    def picture(self) -> str:
        """What the panel shows when nothing moves any more, in hexadecimal digits."""
        self._seen, self._since = self._size(), time.monotonic()
        wait_for("a picture that stands still", self._is_still, SETTLED)
        return self._pictures.read_text().splitlines()[-1]

    def _is_still(self) -> bool:
        if (size := self._size()) != self._seen:
            self._seen, self._since = size, time.monotonic()
        return time.monotonic() > self._since + QUIET

    def _size(self) -> int:
        return self._pictures.stat().st_size


@contextmanager
def wired(rig: Rig, more: str = "") -> Iterator[Wires]:
    """The service is running on wires."""
    wires = Wires(rig)
    try:
        with rig.unit_with(WIRED + more):
            rig.machine.run("systemctl", "restart", UNIT)
            yield wires
    finally:
        wires.close()


def expect(true: bool, what: str) -> None:
    """MachineError unless it is so."""
    if not true:
        raise MachineError(f"not so: {what}")


def equal(seen: object, wanted: object, what: str) -> None:
    """MachineError unless they are the same."""
    if seen != wanted:
        raise MachineError(f"{what}: {seen!r} instead of {wanted!r}")
