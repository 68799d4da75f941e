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
from PIL import Image

from hw.fakes.chip import HEIGHT, WIDTH
from machine.bench import Bench
from machine.pi import DROP_IN, SEEN, SETTINGS, STATE, WELL, Pi
from machine.twin import shifted

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
        asking = begin_with_sensor(pi, PORT)
        yield f"MicroPython answers on {PORT}, and a game with real dice is begun"

        throw(pi, tray, asking, FIRST)
        equal(read_dice(pi), [FIRST], "the throws that are kept")
        yield f"it reads {FIRST}: stored as the sensor's"


def sensor_on_usb(bench: Bench) -> Iterator[str]:
    with bench.ready() as pi, board() as tray:
        pi.plug_serial(tray.path)
        port = wait_for("its stable name", lambda: stable_name(pi), SEEN)
        asking = begin_with_sensor(pi, port)
        yield f"MicroPython answers at {port}, and a game with real dice is begun"

        tray.show(**TUMBLING)
        wait_for("tumbling dice on the panel", lambda: pi.shown() not in asking, SEEN)
        tray.power_off()  # first: QEMU may fall over what comes after the plug is pulled
        pi.unplug_serial()
        wait_for("the trouble", lambda: pi.says(port), SEEN)
        expect(stable_name(pi) is None, "its name is gone")
        yield f"pulled out while the dice tumble, the box says: {pi.show('StatusText')}"

        tray.power_on()
        tray.show()
        pi.plug_serial()
        equal(wait_for("its name", lambda: stable_name(pi), SEEN), port, "its stable name")
        wait_for("the end of the trouble", lambda: pi.says(WELL), SEEN)
        yield f"plugged in again, it is back under its name, as {pi.run('readlink', port)}"

        throw(pi, tray, asking, SECOND)
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


def begin_with_sensor(pi: Pi, port: str) -> list[bytes]:
    """What the panel may show when it asks for the first throw."""
    pi.ask("write", SETTINGS, f'[sensor]\nport = "{port}"\n')
    pi.run("systemctl", "restart", UNIT)
    pi.plays()
    wait_for("the sensor", lambda: pi.says(WELL), SEEN)
    return shifted(Image.frombytes("1", (WIDTH, HEIGHT), pi.pressed(*GAME)))


def throw(pi: Pi, tray: Board, asking: list[bytes], faces: list[int]) -> None:
    """Throw all dice, once the panel asks for it; wait until they are kept."""
    wait_for("a panel that asks for a throw", lambda: pi.shown() in asking, SEEN)
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
