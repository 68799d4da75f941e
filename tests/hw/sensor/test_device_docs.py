"""The sensor's pages say what its program does."""

import re
import runpy
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest
from device_rig import Rig, body

from hw.sensor.device import greeting, link, outbox, reader, settling, talk
from hw.sensor.device.readers import switches
from rules.dice import ALL_DICE

SENSOR = Path(__file__).parents[3] / "hw/sensor"
PROTOCOL = (SENSOR / "PROTOCOL.md").read_text()
README = (SENSOR / "README.md").read_text()

GROUNDS = (3, 8, 13, 18, 23)
HEADER = [pin for pin in range(1, 30) if pin not in GROUNDS]
"""Where GP0, GP1 and so on are on a Pico: there is nothing else between its grounds."""


@pytest.fixture
def main(monkeypatch: pytest.MonkeyPatch) -> types.SimpleNamespace:
    """`main.py` after it ran on a board where the pins of `closed` are high."""
    ran = types.SimpleNamespace(closed=set(), served=[])

    def pin(number: int, mode: str, pull: str) -> Callable[[], int]:
        assert (mode, pull) == ("in", "down")
        return lambda: int(number in ran.closed)

    vars(pin).update(IN="in", PULL_DOWN="down")
    machine = types.SimpleNamespace(Pin=pin, unique_id=lambda: bytes(8))
    pico = types.SimpleNamespace(serve=lambda *what: ran.served.append(what))
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.setitem(sys.modules, "device.pico", pico)
    monkeypatch.setitem(sys.modules, "device.readers.switches", switches)
    ran.wiring = runpy.run_path(str(SENSOR / "main.py"))["WIRING"]
    return ran


def test_the_whole_frames_on_the_page_have_their_check() -> None:
    frames = re.findall(r"\$[A-Z]+ .*\*[0-9A-F]{4}", PROTOCOL)
    assert len(frames) == 3
    for frame in frames:
        body(frame.encode() + b"\r\n")


@pytest.mark.parametrize(
    "words",
    [
        (*talk.COMMANDS, *talk.SILENT, "HELLO", "PING", "ROLL", "BAD"),
        (*reader.BLIND, "cocked", "stacked", "unread", "missing", "extra", "motion"),
        (*outbox.ENDING, *outbox.PASSING, "crc", "form", "long"),
        ("boot", "idle", "armed", "rolling", "settled", "roll", "read", "place", "nudge"),
    ],
)
def test_every_word_of_the_protocol_is_told(words: tuple[str, ...]) -> None:
    told = set(re.findall(r"\w+", PROTOCOL))
    assert set(words) <= told


@pytest.mark.parametrize(
    ("programs", "figure", "told"),
    [
        (talk.BEAT, (500, 10_000), "500 to 10000"),
        (talk.SETTLE, (200, 3000), "200 to 3000"),
        (settling.GIVE_UP, 8000, "no rest within 8 s"),
        (settling.EQUAL_LOOKS, 5, "five looks or more"),
        (greeting.EVERY, 1000, "every second after that"),
        (greeting.REFUSED_EVERY, 10_000, "a HELLO every ten seconds"),
        (link.NAKS, 5, "more than five NAKs in a second"),
        (outbox.WAITS, (250, 500, 1000, 2000), "¼ s, ½ s, 1 s and 2 s after the time before"),
    ],
)
def test_every_figure_is_the_programs(programs: object, figure: object, told: str) -> None:
    assert programs == figure
    assert told in " ".join(PROTOCOL.split())


def test_every_module_is_in_the_table() -> None:
    told = set(re.findall(r"`(device/\w+\.py)`", README))
    modules = {f"device/{path.name}" for path in (SENSOR / "device").glob("[a-z]*.py")}
    assert told == modules


def test_the_reader_on_the_page_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    served: list[tuple[reader.Reader, str, str]] = []
    pico = types.SimpleNamespace(serve=lambda *what: served.append(what))
    monkeypatch.setitem(sys.modules, "device.pico", pico)
    monkeypatch.setitem(sys.modules, "device.reader", reader)
    names = {"chip": types.SimpleNamespace(read=lambda place: place), "Switches": switches.Switches}
    exec(first + 'serve(MyTray(), "my tray", "0001")\n' + second, names)
    mine, chip = (what[0] for what in served)
    rig = Rig(reader=mine)
    rig.greet()
    rig.run(1000)
    rig.say("READ tok=3")
    (told,) = rig.results()
    assert (told["e"], told["v"], told["c"]) == ("cocked", "1,5,?", "99,87,0")
    look = chip.look(0)
    assert look is not None
    assert look.faces == (1, 2, 3, 4, 5)


def test_the_sensor_of_main_has_a_place_for_each_die_of_a_game(main: types.SimpleNamespace) -> None:
    ((served, *_),) = main.served
    assert served.dice == ALL_DICE
    rig = Rig(reader=served)
    rig.greet()
    rig.run(1000)
    assert [frame.split(" ")[0] for frame in rig.say(f"ARM tok=1 n={ALL_DICE}")] == ["ACK"]


def test_the_pins_on_the_page_are_those_of_main(main: types.SimpleNamespace) -> None:
    told = [(int(gpio), int(pin)) for gpio, pin in re.findall(r"GP(\d+) \(pin (\d+)\)", README)]
    assert [gpio for gpio, _ in told] == [gpio for place in main.wiring for gpio in place]
    assert told == [(gpio, HEADER[gpio]) for gpio in range(3 * ALL_DICE)]


def test_contacts_make_the_faces_that_the_page_says(main: types.SimpleNamespace) -> None:
    told = re.findall(r"^\| (\d) \| (\d)(?: and (\d))? \|$", README, re.MULTILINE)
    contacts = dict(zip("421", main.wiring[0], strict=True))
    read = {}
    for face, *closed in told:
        main.closed = {contacts[contact] for contact in closed if contact}
        read[int(face)] = main.served[0][0].look(0).faces
    assert read == {face: (face,) for face in range(1, 7)}


def test_what_is_typed_by_hand_is_answered_as_the_page_says() -> None:
    rig = Rig()
    rig.run(1000)
    said = iter(re.findall(r"^\| `(!\w+ [^`]*)`", README, re.MULTILINE))
    assert rig.receive(next(said).encode() + b"\r")[0].startswith(b"!HELLO 1 ")
    rig.run(10)
    assert rig.receive(next(said).encode() + b"\r") == [b"!ACK 3 re=1\r\n"]
    rig.tray.throw(3, 4)
    frames = rig.run(2000)
    assert frames[0].startswith("MOVE 4 ")
    assert {frame for frame in frames if frame.startswith("ROLL 5 ")}
    rig.receive(next(said).encode() + b"\r")
    assert not any(frame.startswith("ROLL") for frame in rig.run(1000))
    answers = [rig.receive(line.encode() + b"\r")[0].split(b" ")[0] for line in said]
    assert answers == [b"!ACK", b"!ACK", b"!PONG"]
