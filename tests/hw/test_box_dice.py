import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from hw.events import Event, PartReport, Thrown
from hw.fakes.clock import FakeClock
from hw.random import DEVICE, PAUSE, POOL, BoxDice, RandomDevice, die_from_byte

RAW = bytes(range(252))


class Source:
    """A random source with bytes to give; fails once it is broken."""

    def __init__(self, raw: bytes = RAW * 4) -> None:
        self.raw = raw
        self.broken = False
        self.opened = self.closed = 0

    def open(self) -> "Source":
        self._fail_if_broken()
        self.opened += 1
        return self

    def read(self, size: int) -> bytes:
        self._fail_if_broken()
        piece, self.raw = self.raw[:size], self.raw[size:]
        return piece

    def close(self) -> None:
        self.closed += 1

    def _fail_if_broken(self) -> None:
        if self.broken:
            raise OSError(19, "No such device")


class Box:
    """Dice whose thread turns only when told, on a fake clock."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.posted: list[Event] = []
        self.clock = FakeClock(10.0)
        self.dice = BoxDice(self.posted.append, source.open, self.clock)
        self.token = 0

    def turn(self) -> None:
        self.dice.pool.turn()

    def throw(self, count: int = 6) -> tuple[int, ...]:
        self.token += 1
        self.dice.throw(self.token, count)
        thrown = self.posted[-1]
        assert isinstance(thrown, Thrown)
        assert (thrown.token, thrown.source) == (self.token, "box")
        return thrown.dice

    @property
    def reports(self) -> list[PartReport]:
        return [event for event in self.posted if isinstance(event, PartReport)]


@pytest.fixture
def no_system_randomness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mixing in zeros leaves the device's bytes as they are."""
    monkeypatch.setattr(os, "urandom", bytes)


def test_every_byte_is_fair() -> None:
    faces = Counter(map(die_from_byte, range(256)))
    assert faces == {1: 42, 2: 42, 3: 42, 4: 42, 5: 42, 6: 42, None: 4}


@pytest.mark.usefixtures("no_system_randomness")
def test_dice_come_from_the_device_in_order() -> None:
    box = Box(Source())
    box.turn()
    assert box.throw() == (1, 2, 3, 4, 5, 6)
    assert box.throw(3) == (1, 2, 3)


@pytest.mark.usefixtures("no_system_randomness")
def test_unfair_bytes_are_thrown_away() -> None:
    box = Box(Source(b"\xfc\x00\xfd\x01\xfe\xff\x02" + bytes(POOL)))
    box.turn()
    assert box.throw(3) == (1, 2, 3)


def test_the_systems_randomness_is_mixed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", lambda size: b"\x03" * size)
    box = Box(Source(b"\x00\x01\x02" + bytes(POOL)))
    box.turn()
    assert box.throw(3) == (4, 3, 2)


def test_a_good_device_is_never_reported() -> None:
    box = Box(Source(RAW * 20))
    for _ in range(40):
        box.turn()
        box.throw()
    assert box.reports == []
    assert box.source.opened == 1


def test_the_pool_is_read_ahead_and_then_left_alone() -> None:
    box = Box(Source())
    box.turn()
    read = len(RAW * 4) - len(box.source.raw)
    assert POOL - 16 < read <= POOL
    with pytest.raises(RuntimeError, match="nothing will ever happen"):
        box.turn()  # waits for a throw, without a deadline


@pytest.mark.usefixtures("no_system_randomness")
def test_a_missing_device_is_reported_once_and_the_game_goes_on() -> None:
    box = Box(Source())
    box.source.broken = True
    box.turn()
    for _ in range(3):
        assert len(box.throw()) == 6
        box.turn()
    (report,) = box.reports
    assert (report.part, report.ok) == ("random", False)
    assert "No such device" in report.why


def test_a_device_that_comes_back_is_taken_up_at_the_next_throw() -> None:
    box = Box(Source())
    box.source.broken = True
    box.turn()
    box.source.broken = False
    box.throw()
    box.turn()
    assert box.reports[1:] == [PartReport("random", True, "")]


def test_a_device_lost_in_the_middle_is_closed_and_opened_anew() -> None:
    box = Box(Source(RAW * 20))
    box.turn()
    box.source.broken = True
    for _ in range(POOL):
        box.throw(1)
        box.turn()
    assert [report.ok for report in box.reports] == [False]
    assert box.source.closed == 1
    box.source.broken = False
    box.throw()
    box.turn()
    assert box.source.opened == 2
    assert [report.ok for report in box.reports] == [False, True]


def test_a_slow_device_is_reported_once_until_it_has_caught_up() -> None:
    box = Box(Source(bytes(3)))
    box.turn()
    for _ in range(5):
        assert len(box.throw()) == 6
        box.turn()
    assert [(report.ok, "too slow" in report.why) for report in box.reports] == [(False, True)]
    box.source.raw = RAW[:20]
    box.turn()
    assert len(box.reports) == 1
    box.source.raw = RAW * 4
    box.turn()
    assert box.reports[1:] == [PartReport("random", True, "")]


def test_a_device_with_nothing_yet_is_asked_again_after_a_pause() -> None:
    box = Box(Source(b""))
    box.turn()
    before = box.clock.now()
    box.turn()
    assert box.clock.now() == before + PAUSE


def test_a_thread_reads_until_it_is_closed() -> None:
    source, posted = Source(), list[Event]()
    dice = BoxDice(posted.append, source.open)
    dice.start()
    dice.throw(1, 6)
    dice.close()
    assert source.closed == source.opened == 1
    dice.close()  # once more does no harm


def pipe(folder: Path) -> tuple[Path, Callable[[bytes], int]]:
    """A pipe in the file system, and how to write to it."""
    path = folder / "pipe"
    os.mkfifo(path)
    end = os.open(path, os.O_RDWR)
    return path, lambda raw: os.write(end, raw)


def test_a_device_gives_what_it_has_and_never_waits_for_more(tmp_path: Path) -> None:
    path, write = pipe(tmp_path)
    device = RandomDevice(path)
    assert device.read(16) == b""
    write(b"abc")
    assert device.read(16) == b"abc"
    device.close()


def test_a_device_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        RandomDevice(tmp_path / "hwrng")


@pytest.mark.skipif(not os.access(DEVICE, os.R_OK), reason=f"{DEVICE} is missing or not readable")
def test_the_real_device_gives_bytes_that_differ() -> None:
    try:
        device = RandomDevice()
        raw = b"".join(device.read(16) for _ in range(64))
        device.close()
    except OSError as error:
        pytest.skip(f"{DEVICE} does not work here: {error}")
    assert len(raw) >= 16
    assert len(set(raw)) > len(raw) // 8
