"""The sensor under a real MicroPython, over a terminal: `make sensor-test`. In real time."""

import queue
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from board import PATIENCE, Board, Typist
from device_rig import ANSWERS, from_host, line, params, without_firmware
from micropython_unix import Unavailable, command

from hw.events import Armed, Event, Motion, PartReport, Reading
from hw.tower.thread import TowerSensor

HEAP = 40_000  # octets
LATE = 0.1  # s that a PONG may take
TUMBLING = {"faces": [1, 2], "moving": True}


@pytest.fixture(autouse=True, scope="module")
def _micropython() -> None:
    try:
        command()
    except Unavailable as error:
        pytest.skip(str(error))


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    with Board(tmp_path) as board:
        yield board


@pytest.fixture
def typist(board: Board) -> Iterator[Typist]:
    typist = Typist(board.path)
    yield typist
    typist.port.close()


def quick(typist: Typist) -> None:
    assert typist.ask("SET beat=10000 settle=200") == "ACK"


def throw(board: Board, *faces: int | None, **look: object) -> None:
    board.show(**TUMBLING)
    board.show(faces=faces, **look)


@pytest.mark.parametrize(
    "vector", from_host("frames") + from_host("faulty"), ids=lambda vector: str(vector["n"])
)
def test_each_line_of_a_host_gets_its_answer(typist: Typist, vector: dict[str, Any]) -> None:
    assert typist.next().startswith("HELLO 0 ")
    typist.port.write((vector.get("frame") or vector["line"]).encode() + b"\r\n")
    for answer in ANSWERS[vector["n"]]:
        said = re.sub("ser=.*? boot=....", "ser=E6614C31 boot=7C3E", typist.next())
        assert without_firmware(said).replace("dev=board", "dev=pipcam") == answer


def test_a_throw_is_told_until_it_is_acknowledged(board: Board, typist: Typist) -> None:
    typist.greet()
    quick(typist)
    assert typist.ask("ARM tok=41 n=3") == "ACK"
    throw(board, 1, 5, 2, sure=[99, 97, 98], spots=[[212, 340], [498, 701], [804, 255]])
    assert params(typist.next("MOVE")) == {"tok": "41"}
    first = typist.next("ROLL")
    told = params(first)
    assert [told[key] for key in ("id", "tok", "k", "v", "c", "p")] == [
        *("1", "41", "roll", "1,5,2", "99,97,98", "212:340,498:701,804:255")
    ]
    assert [typist.next("ROLL") for _ in range(3)] == [first] * 3
    typist.say(f"ACK 9 re={first.split(' ')[1]}")
    assert typist.ask("SET beat=500") == "ACK"
    assert params(typist.next("BEAT"))["q"] == "0"


def test_a_leaning_die_is_told_and_read_again_when_asked(board: Board, typist: Typist) -> None:
    typist.greet()
    quick(typist)
    typist.ask("ARM tok=42 n=2")
    throw(board, 1, None, sure=[99, 31], cause="cocked")
    bad = typist.next("BAD")
    assert "tok=42 e=cocked n=2 v=1,? c=99,31" in bad
    typist.say(f"ACK 90 re={bad.split(' ')[1]}")
    board.show(faces=[1, 3])
    nudge = typist.next("ROLL")
    typist.say(f"ACK 91 re={nudge.split(' ')[1]}")
    assert typist.ask("READ tok=42") == "ACK"
    assert "tok=42 k=read n=2 v=1,3 c=100,100 ms=0" in typist.next("ROLL")


def test_octets_of_every_value_leave_it_talking(typist: Typist) -> None:
    typist.greet()
    for _ in range(3):
        typist.port.write(bytes(range(256)) + b"\r\n$\xff\x00\x03\x04\r\n")
    assert typist.ask("PING") == "PONG"


def test_it_answers_a_ping_in_time_while_it_looks_at_dice(board: Board, typist: Typist) -> None:
    typist.greet()
    typist.ask("ARM tok=1 n=6")
    board.show(**TUMBLING)
    slowest = 0.0
    for _ in range(50):
        before = time.monotonic()
        assert typist.ask("PING") == "PONG"
        slowest = max(slowest, time.monotonic() - before)
    print(f"slowest PONG: {slowest * 1000:.1f} ms")
    assert slowest < LATE


def test_started_anew_it_is_another_boot(board: Board, typist: Typist) -> None:
    boots = [params(typist.greet())["boot"]]
    for _ in range(2):
        board.reboot()
        while not (hello := typist.next("HELLO")).startswith("HELLO 0 "):
            pass
        boots.append(params(hello)["boot"])
    assert len(set(boots)) == 3


def test_its_heap_stays_small(tmp_path: Path) -> None:
    with Board(tmp_path, heap=64) as board:
        typist = Typist(board.path)
        typist.greet()
        quick(typist)
        for round_ in range(6):
            assert typist.ask(f"ARM tok={round_ + 1} n=6") == "ACK"
            throw(board, *[round_ % 6 + 1] * 6, spots=[[100 * at, 100 * round_] for at in range(6)])
            typist.next("ROLL" if round_ == 0 else "MOVE")
            typist.port.write(b"$" + b"A" * 500 + b"\r\n")
            time.sleep(0.5)
        most = board.heap()
        typist.port.close()
    print(f"heap: {most} octets")
    assert most < HEAP


def is_the(wanted: Event) -> Callable[[Event], bool]:
    """Equal, and of the same kind: named tuples with the same fields are all equal."""
    return lambda event: type(event) is type(wanted) and event == wanted


class Box:
    """The host's own program, with the board at the other end."""

    def __init__(self, path: str) -> None:
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.sensor = TowerSensor(path, self.events.put, "0.1.0")
        self.sensor.start()

    def next(self, fits: Callable[[Event], bool]) -> Event:
        """The next event that fits."""
        end = time.monotonic() + PATIENCE
        while not fits(event := self.events.get(timeout=max(0.0, end - time.monotonic()))):
            pass
        return event

    def reading(self) -> Reading:
        """The next one that was not answered yet; it is acknowledged."""
        reading = self.next(lambda event: isinstance(event, Reading))
        assert isinstance(reading, Reading)
        self.sensor.answer(reading, "ack")
        return reading


@pytest.fixture
def box(board: Board) -> Iterator[Box]:
    box = Box(board.path)
    yield box
    box.sensor.close()


def test_the_box_and_the_board_play(board: Board, box: Box) -> None:
    box.next(lambda event: event == PartReport("sensor", True, ""))
    for token, faces in ((41, (1, 5, 5)), (42, (6, 6)), (43, (2,))):
        box.sensor.throw(token, len(faces))
        box.next(is_the(Armed(token)))
        throw(board, *faces)
        box.next(is_the(Motion(token)))
        reading = box.reading()
        assert (reading.token, reading.kind, reading.dice) == (token, "roll", faces)
        board.show()


def test_a_board_that_starts_anew_in_mid_throw_is_armed_again(board: Board, box: Box) -> None:
    box.sensor.throw(41, 2)
    box.next(is_the(Armed(41)))
    board.show(**TUMBLING)
    box.next(is_the(Motion(41)))
    board.reboot()
    board.show()
    box.next(is_the(Armed(41)))
    throw(board, 3, 4)
    reading = box.reading()
    assert (reading.token, reading.kind, reading.dice) == (41, "roll", (3, 4))


def test_noise_on_the_line_is_survived(board: Board, box: Box) -> None:
    box.sensor.throw(41, 2)
    box.next(is_the(Armed(41)))
    board.chatter(
        b"ets Jun  8 2016 00:22:57\r\n$ROLL 4 boot=7C3E id=9 to\r\n\xff\r\n" + line("FOO 1")
    )
    throw(board, 3, 4)
    assert box.reading().dice == (3, 4)
