"""Plays the world around the box, told so by lines of JSON on a serial port.

Each line is a list: what to do, and with what. Each answer is `{"done": …}` or `{"failed": "…"}`.
"""

import json
import os
import sqlite3
import subprocess
import time
import tty
from collections.abc import Callable
from contextlib import closing
from io import FileIO
from pathlib import Path
from typing import Any

from machine.inside.header import Header
from machine.inside.panel import PluggedPanel
from machine.inside.usb_i2c import Adapter

WIRE = "/dev/ttyS1"
ADDRESS = 0x3C
GLANCE = 0.03  # s
COMMAND = 100.0  # s


class World:
    """The box's header, its panel on bus 1 as on every Pi, and a shell."""

    def __init__(self) -> None:
        self.header = Header()
        self.panel = PluggedPanel()
        for port, parts in enumerate(({}, {ADDRESS: self.panel})):
            Adapter(port, parts)
            _wait_until(Path(f"/dev/i2c-{port}").exists, 20.0)

    def run(self, *words: str) -> dict[str, object]:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=COMMAND, check=False, cwd="/"
        )
        return {"status": done.returncode, "out": done.stdout, "complaint": done.stderr}

    def start(self, *words: str) -> None:
        """Run a command, and do not wait for it."""
        subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def write(self, path: str, text: str) -> None:
        file = Path(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def query(self, database: str, sql: str) -> list[tuple[object, ...]]:
        """Rows of the running box's database; none as long as it has none."""
        if not Path(database).exists():
            return []
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
            return db.execute(sql).fetchall()

    def press(self, bounces: bool, *pins: int) -> None:
        for pin in pins:
            self.header.press(pin, bounces)

    def settled(self, quiet: float, limit: float) -> dict[str, object]:
        """What the panel shows when it has stood still for `quiet` seconds from now."""
        began = time.monotonic()
        _wait_until(lambda: self._is_still(began, quiet), limit)
        return self.panel.look()

    def _is_still(self, began: float, quiet: float) -> bool:
        still = self.panel.look()["still"]
        assert isinstance(still, float)
        return min(still, time.monotonic() - began) >= quiet

    def actions(self) -> dict[str, Callable[..., Any]]:
        return {
            "run": self.run,
            "start": self.start,
            "write": self.write,
            "query": self.query,
            "press": self.press,
            "settled": self.settled,
            "look": self.panel.look,
            "unplug": self.panel.unplug,
            "unplug behind": self.panel.unplug_behind,
            "plug": self.panel.plug,
            "go deaf": self.panel.go_deaf,
        }


def serve(world: World, wire: FileIO) -> None:
    actions = world.actions()
    for line in wire:
        what, *details = json.loads(line)
        try:
            answer = {"done": actions[what](*details)}
        except Exception as error:  # told to who asked
            answer = {"failed": f"{what}: {error!r}"}
        wire.write(json.dumps(answer).encode() + b"\n")


def notify(state: str) -> None:
    subprocess.run(["systemd-notify", state], check=True)


def _wait_until(is_so: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError(f"not so within {seconds:g} s")
        time.sleep(GLANCE)


def main() -> None:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))  # a finger waits for nobody
    world = World()
    with open(WIRE, "r+b", buffering=0) as port:  # noqa: PTH123
        tty.setraw(port.fileno())
        notify("--ready")
        port.write(b'{"done": "ready"}\n')
        serve(world, port)


if __name__ == "__main__":
    main()
