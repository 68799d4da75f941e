"""Real dice, read by MicroPython on a serial port and on USB, and pulled out in a throw."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from board import Board
from container.machine import wait_for
from container.outcomes import SkippedError
from container.rig import UNIT, equal, expect
from micropython_unix import Unavailable, command

from machine.bench import Bench
from machine.pi import DROP_IN, SEEN, SETTINGS, STATE, WELL, Pi

PORT = "/dev/ttyS2"
DEVICE = "[Service]\nDeviceAllow=char-ttyS rw\n"  # the unit itself allows what USB's sensors are
STABLE = "/dev/serial/by-id"
GAME = ("roll", "keep", "keep", "keep", "right", "roll")
TUMBLING = {"faces": [1, 2], "moving": True}
FIRST, SECOND = [1, 5, 5, 2, 4, 6], [2, 2, 3, 1, 4, 6]
BY_SENSOR = "SELECT action FROM actions WHERE source = 'sensor' ORDER BY game, seq"


def sensor_on_serial(bench: Bench) -> Iterator[str]:
    with bench.ready() as pi, board() as tray:
        pi.ask("write", DROP_IN, DEVICE)
        pi.run("systemctl", "daemon-reload")
        pi.connect_serial(tray.path)
        begin_with_sensor(pi, PORT)
        yield f"MicroPython answers on {PORT}, and a game with real dice is begun"

        throw(pi, tray, FIRST)
        equal(read_dice(pi), [FIRST], "the throws that are kept")
        yield f"it reads {FIRST}: stored as the sensor's"


def sensor_on_usb(bench: Bench) -> Iterator[str]:
    with bench.ready() as pi, board() as tray:
        pi.plug_serial(tray.path)
        port = wait_for("its stable name", lambda: stable_name(pi), SEEN)
        begin_with_sensor(pi, port)
        yield f"MicroPython answers at {port}, and a game with real dice is begun"

        tray.show(**TUMBLING)
        tray.power_off()  # first: QEMU may fall over what comes after the plug is pulled
        pi.unplug_serial()
        wait_for("the trouble", lambda: port in pi.show("StatusText"), SEEN)
        expect(stable_name(pi) is None, "its name is gone")
        yield f"pulled out while the dice tumble, the box says: {pi.show('StatusText')}"

        tray.power_on()
        tray.show()
        pi.plug_serial()
        equal(wait_for("its name", lambda: stable_name(pi), SEEN), port, "its stable name")
        wait_for("the end of the trouble", lambda: pi.show("StatusText") == WELL, SEEN)
        yield f"plugged in again, it is back under its name, as {pi.run('readlink', port)}"

        throw(pi, tray, SECOND)
        equal(read_dice(pi), [SECOND], "the throws that are kept")
        yield f"the dice are thrown again, and it reads {SECOND}: stored once"


@contextmanager
def board() -> Iterator[Board]:
    try:
        command()
    except Unavailable as error:
        raise SkippedError(str(error)) from error
    with tempfile.TemporaryDirectory(prefix="board-") as folder, Board(Path(folder)) as made:
        yield made


def begin_with_sensor(pi: Pi, port: str) -> None:
    pi.ask("write", SETTINGS, f'[sensor]\nport = "{port}"\n')
    pi.run("systemctl", "restart", UNIT)
    pi.plays()
    wait_for("the sensor", lambda: pi.show("StatusText") == WELL, SEEN)
    pi.pressed(*GAME)


def throw(pi: Pi, tray: Board, faces: list[int]) -> None:
    """All dice, which tumble and come to rest; wait until they are kept."""
    before = len(read_dice(pi))
    tray.show(**TUMBLING)
    tray.show(faces=faces)
    wait_for("the throw", lambda: len(read_dice(pi)) > before, SEEN)


def read_dice(pi: Pi) -> list[list[int]]:
    rows = pi.ask("query", f"{STATE}/games.sqlite3", BY_SENSOR)
    return [json.loads(action)["dice"] for (action,) in rows]


def stable_name(pi: Pi) -> str | None:
    """Where udev says that the sensor is, whichever port it is plugged into."""
    names = pi.try_out("ls", STABLE).out.split()
    return f"{STABLE}/{names[0]}" if names else None
