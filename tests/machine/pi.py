"""A simulated Pi in the scenarios' hands: its shell, its buttons, its panel."""

import json
import shutil
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from container import rig
from container.machine import MachineError, wait_for
from container.rig import QUIET, UNIT
from PIL import Image

from firmware_host.settings import default_settings
from machine.qemu import Qemu, connected

SETTINGS, DROP_IN, STATE = map(str, (rig.SETTINGS, rig.DROP_IN, rig.STATE))
SERIAL_NUMBER = "0001"  # of the adapter, whichever port it is plugged into
ACTIONS = "SELECT action FROM actions ORDER BY game, seq"
THROWS = "SELECT action FROM actions WHERE source IS NOT NULL ORDER BY game, seq"
ANSWERED = 130.0  # s; for the slowest command on a busy machine, and for a start
STARTED = 60.0  # s
SETTLED = 40.0  # s
BUTTONS_READ = "the buttons are read by lgpio"
WELL = "all is well"
SEEN = 20.0  # s in which the box notices

PINS = default_settings({}).buttons.pins


class Done(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    complaint: str


class Pi:
    """Talks to the world in a running QEMU; closed, its power is cut."""

    def __init__(self, qemu: Qemu, place: Path) -> None:
        self.qemu = qemu
        self._place = place
        self._wire = connected(place / "world.socket")
        self._wire.settimeout(ANSWERED)
        self._lines = self._wire.makefile("r")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._wire.close()
        self.qemu.close()

    def must_be_well(self) -> None:
        """MachineError unless it answers, and its kernel has no complaint."""
        self.run("true")
        self.qemu.must_be_well()

    def comes_up(self) -> None:
        """Wait for the world, which is there before the box."""
        self._answer()

    def ask(self, what: str, *details: object) -> Any:
        """What the world answers; MachineError where it fails."""
        self._wire.sendall(json.dumps([what, *details]).encode() + b"\n")
        return self._answer()

    def try_out(self, *words: str) -> Done:
        """Run a command as root, and see how it ends."""
        return Done(**self.ask("run", *words))

    def run(self, *words: str) -> str:
        """What a command prints; MachineError when it fails."""
        done = self.try_out(*words)
        if done.status:
            raise MachineError(f"{' '.join(words)} ended with {done}")
        return done.out.strip()

    def show(self, key: str, unit: str = UNIT) -> str:
        """A property of a unit; of "", of systemd itself."""
        units = [unit] if unit else []
        return self.run("systemctl", "show", *units, f"--property={key}", "--value")

    def says(self, words: str) -> bool:
        """Whether they are in what the box says of itself."""
        return words in self.show("StatusText")

    def log(self) -> str:
        """All that the box has said since the start."""
        return self.run("journalctl", f"--unit={UNIT}", "--output=cat", "--boot")

    def runs(self) -> int:
        """The number of the box's process, once it has said that it is ready."""
        wait_for(f"the start of {UNIT}", lambda: self.show("ActiveState") == "active", STARTED)
        return int(self.show("MainPID"))

    def plays(self) -> int:
        """The same, once it has a picture on its panel and its hands on the buttons."""
        # The panel first: it is asked at no cost, while systemctl would hold up the start.
        wait_for("a picture", lambda: self.ask("look")["lit"], STARTED)
        process = self.runs()
        said = ("journalctl", f"_PID={process}", "--output=cat", "--boot")
        wait_for("the buttons", lambda: BUTTONS_READ in self.run(*said), STARTED)
        return process

    def restarts(self) -> int:
        """How often systemd has started the box again."""
        return int(self.show("NRestarts"))

    def press(self, *buttons: str) -> None:
        """Press and let go, one after the other; contacts bounce where time is exact."""
        pins = (PINS[button] for button in buttons)  # type: ignore[index]
        self.ask("press", self.qemu.is_exact, *pins)

    def shown(self) -> bytes:
        """What the panel shows just now."""
        return bytes.fromhex(self.ask("look")["picture"])

    def picture(self, quiet: float = QUIET) -> bytes:
        """What the panel shows once it stands still."""
        return bytes.fromhex(self.ask("settled", quiet, SETTLED)["picture"])

    def keep(self, name: str, picture: Image.Image) -> None:
        """For a look at it when the scenario is over."""
        picture.save(self._place / f"{name}.png")

    def pressed(self, *buttons: str) -> bytes:
        """What the panel shows after these presses."""
        self.press(*buttons)
        return self.picture()

    def stored(self, state: str = STATE) -> list[dict[str, Any]]:
        """All actions that are stored, in their order."""
        rows = self.ask("query", f"{state}/games.sqlite3", ACTIONS)
        return [json.loads(action) for (action,) in rows]

    def thrown(self, state: str = STATE) -> list[list[int]]:
        """The dice of each throw among them."""
        rows = self.ask("query", f"{state}/games.sqlite3", THROWS)
        return [json.loads(action)["dice"] for (action,) in rows]

    def plug_disk(self, image: Path) -> None:
        """A copy of it into a USB port."""
        disk = str(shutil.copy(image, self._place / "stick.ext4"))
        file = {"driver": "file", "filename": disk}
        self.qemu.ask("blockdev-add", {"driver": "raw", "node-name": "stick", "file": file})
        self.qemu.ask("device_add", {"driver": "usb-storage", "drive": "stick", "id": "stick-plug"})

    def connect_serial(self, terminal: str) -> None:
        """What is at the other end of the third serial port from now on."""
        self.qemu.ask("chardev-change", {"id": "sensor", "backend": _terminal(terminal)})

    def plug_serial(self, terminal: str | None = None) -> None:
        """An adapter into a USB port, with a terminal behind it; without one, the same again."""
        if terminal:
            self.qemu.ask("chardev-add", {"id": "usb-wire", "backend": _terminal(terminal)})
        wired = {"chardev": "usb-wire", "always-plugged": True}
        adapter = {"driver": "usb-serial", "id": "usb-plug", "serial": SERIAL_NUMBER}
        self.qemu.ask("device_add", adapter | wired)

    def unplug_serial(self) -> None:
        self.qemu.ask("device_del", {"id": "usb-plug"})

    def _answer(self) -> Any:
        try:
            line = self._lines.readline()
        except TimeoutError:
            raise MachineError("the guest is silent") from None
        if not line:
            raise MachineError("QEMU has ended; its log says why")
        answer = json.loads(line)
        if "failed" in answer:
            raise MachineError(f"in the guest: {answer['failed']}")
        return answer["done"]


def _terminal(path: str) -> dict[str, object]:
    return {"type": "serial", "data": {"device": path}}
