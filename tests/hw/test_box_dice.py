"""The box's own dice: fair, tested, and never waited for in vain."""

import errno
import os
from collections import Counter
from pathlib import Path

import pytest
from random_sources import BAD, Drip, Pipe, Source, descriptors, good

from hw.events import Event, NoThrow, PartReport, Thrown
from hw.fakes.clock import FakeClock
from hw.health import START
from hw.pool import POOL, QUIET, RETRY
from hw.random import PATIENCE, BoxDice, die_from_byte
from hw.raw import PAUSE, RandomDevice, cure_of

ENOUGH = START + POOL
START_TEST = good(START, seed=2)  # what a source gives first, and the pool never has


class Box:
    """Dice whose thread turns only when told, on a fake clock."""

    def __init__(self, source: Source, required: bool = False) -> None:
        self.source = source
        self.posted: list[Event] = []
        self.clock = FakeClock(10.0)
        self.dice = BoxDice(self.posted.append, source.open, self.clock, required=required)
        self.token = 0

    def turn(self) -> None:
        self.dice.turn()

    def ask(self, count: int = 6) -> None:
        self.token += 1
        self.dice.throw(self.token, count)

    def throw(self, count: int = 6) -> tuple[int, ...]:
        """The dice of a throw that is there at once."""
        self.ask(count)
        thrown = self.posted[-1]
        assert isinstance(thrown, Thrown)
        assert (thrown.token, thrown.source) == (self.token, "box")
        return thrown.dice

    def turn_until_answered(self) -> Thrown | NoThrow:
        """What comes of a throw that was asked for."""
        for _ in range(1000):
            self.turn()
            if self.answers and self.answers[-1].token == self.token:
                return self.answers[-1]
        raise AssertionError("there is no answer")

    def turn_until_left(self, size: int) -> None:
        """Until that many of the source's bytes are not yet read."""
        while len(self.source.raw) > size:
            self.turn()

    @property
    def answers(self) -> list[Thrown | NoThrow]:
        return [event for event in self.posted if isinstance(event, Thrown | NoThrow)]

    @property
    def reports(self) -> list[PartReport]:
        return [event for event in self.posted if isinstance(event, PartReport)]


@pytest.fixture
def no_system_randomness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mixing in zeros leaves the device's bytes as they are."""
    monkeypatch.setattr(os, "urandom", bytes)


# -- from bytes to dice -----------------------------------------------------------------------


def test_every_byte_is_fair() -> None:
    faces = Counter(map(die_from_byte, range(256)))
    assert faces == {1: 42, 2: 42, 3: 42, 4: 42, 5: 42, 6: 42, None: 4}


@pytest.mark.usefixtures("no_system_randomness")
def test_dice_come_from_the_device_in_order() -> None:
    box = Box(Source(START_TEST + bytes(range(10)) + good(POOL)))
    box.turn()
    assert box.throw() == (1, 2, 3, 4, 5, 6)
    assert box.throw(3) == (1, 2, 3)


@pytest.mark.usefixtures("no_system_randomness")
@pytest.mark.parametrize("required", [False, True])
def test_unfair_bytes_are_thrown_away(required: bool) -> None:
    box = Box(Source(START_TEST + b"\xfc\x00\xfd\x01\xfe\xff\x02" + good(POOL)), required)
    box.turn()
    box.ask(3)
    if required:
        box.turn()
    assert box.posted == [Thrown(1, (1, 2, 3), "box")]


@pytest.mark.parametrize("required", [False, True])
def test_the_systems_randomness_is_mixed_in(
    monkeypatch: pytest.MonkeyPatch, required: bool
) -> None:
    monkeypatch.setattr(os, "urandom", lambda size: b"\x03" * size)
    box = Box(Source(START_TEST + b"\x00\x01\x02" + good(POOL)), required)
    box.turn()
    box.ask(3)
    if required:
        box.turn()
    assert box.posted == [Thrown(1, (4, 3, 2), "box")]


# -- reading ahead ----------------------------------------------------------------------------


def test_a_good_device_is_never_reported() -> None:
    box = Box(Source(good(5000)))
    for _ in range(40):
        box.turn()
        box.throw()
    assert box.reports == []
    assert box.source.opened == 1


def test_the_pool_is_read_ahead_and_then_left_alone() -> None:
    box = Box(Source(good(5000)))
    box.turn()
    read = 5000 - len(box.source.raw)
    assert ENOUGH - 16 < read <= ENOUGH
    with pytest.raises(RuntimeError, match="nothing will ever happen"):
        box.turn()  # waits for a throw, without a deadline


def test_a_device_with_nothing_yet_is_asked_again_after_a_pause() -> None:
    box = Box(Source(b""))
    box.turn()
    before = box.clock.now()
    box.turn()
    assert box.clock.now() == before + PAUSE


def test_a_thread_reads_until_it_is_closed() -> None:
    source, posted = Source(good(5000)), list[Event]()
    dice = BoxDice(posted.append, source.open)
    dice.start()
    dice.throw(1, 6)
    dice.close()
    assert source.closed == source.opened == 1
    dice.close()  # once more does no harm


# -- a source that fails ----------------------------------------------------------------------

ERRORS = (
    OSError(errno.ENODEV, "No such device"),
    PermissionError(errno.EACCES, "Permission denied", "/dev/hwrng"),
    FileNotFoundError(errno.ENOENT, "No such file or directory", "/dev/hwrng"),
)


@pytest.mark.parametrize("error", ERRORS)
def test_a_device_that_fails_is_reported_once_and_the_game_goes_on(error: OSError) -> None:
    box = Box(Source(good(5000)))
    box.source.error = error
    box.turn()
    for _ in range(3):
        assert len(box.throw()) == 6
        box.turn()
    assert box.reports == [
        PartReport(
            "random",
            False,
            f"the random device fails ({error}), so the system's randomness throws alone: "
            + cure_of(error),
        )
    ]


@pytest.mark.parametrize("bad", BAD)
def test_a_source_that_gives_no_chance_is_reported_once_and_its_bytes_are_not_used(
    bad: str,
) -> None:
    box = Box(Source(BAD[bad](20_000)))
    box.turn()
    for _ in range(3):
        assert len(box.throw()) == 6
        box.turn()
    (report,) = box.reports
    assert report.why.startswith("the random device is not random (")
    assert report.why.endswith(
        "so the system's randomness throws alone: try dicetower rng test on dice.device"
    )
    assert box.source.opened == box.source.closed == 4  # at first, and after each throw


@pytest.mark.parametrize("bad", BAD)
def test_what_a_source_gave_before_it_was_found_bad_is_not_used(
    bad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Box(Source(good(ENOUGH) + BAD[bad](20_000)))
    box.turn()
    while not box.reports:
        box.throw()
        box.turn()
    monkeypatch.setattr(os, "urandom", bytes)
    assert box.throw() == (1,) * 6  # nothing but the system's


def test_a_source_that_failed_is_taken_up_again_after_a_fresh_start_test() -> None:
    box = Box(Source(bytes(100)))
    box.turn()
    box.source.raw = good(START)
    box.throw()
    box.turn()
    assert [report.ok for report in box.reports] == [False]  # good so far, but not yet trusted
    box.source.raw = good(POOL, seed=3)
    box.turn()
    assert box.reports[1:] == [PartReport("random", True, "")]


def test_a_device_lost_in_the_middle_is_closed_and_opened_anew() -> None:
    box = Box(Source(good(5000)))
    box.turn()
    box.source.error = ERRORS[0]
    for _ in range(POOL):
        box.throw(1)
        box.turn()
    assert [report.ok for report in box.reports] == [False]
    assert box.source.closed == 1
    box.source.error = None
    box.throw()
    box.turn()
    assert box.source.opened == 2
    assert [report.ok for report in box.reports] == [False, True]


def test_a_slow_device_is_reported_once_until_it_has_caught_up() -> None:
    box = Box(Source(good(START + 3)))
    box.turn()
    for _ in range(5):
        assert len(box.throw()) == 6
        box.turn()
    assert [(report.ok, "too slow" in report.why) for report in box.reports] == [(False, True)]
    box.source.raw = good(20, seed=3)
    box.turn()
    assert len(box.reports) == 1
    box.source.raw = good(1000, seed=4)
    box.turn()
    assert box.reports[1:] == [PartReport("random", True, "")]


def test_a_byte_each_100_ms_is_tested_and_read_ahead_all_the_same() -> None:
    box = Box(Drip(good(5000)))
    ahead = 24  # four times the dice, for bytes that would favour some faces are thrown away
    box.turn_until_left(5000 - START - ahead)
    assert box.clock.now() == pytest.approx(10 + (START + ahead) * PAUSE, abs=2 * PAUSE)
    assert len(box.throw()) == 6
    assert box.reports == []


# -- what is wrong changes, or goes away ------------------------------------------------------


def test_each_change_of_trouble_is_reported_once() -> None:
    box = Box(Source(good(START + 3)))
    box.turn()
    for change in (slow, silent, bad, failing, not_allowed, silent, well):
        change(box)
        for _ in range(3):
            box.throw()
            box.turn()
    assert [report.why and report.why.split(" (")[0].split(",")[0] for report in box.reports] == [
        "the random device is too slow",
        "the random device gives no bytes",
        "the random device is not random",
        "the random device fails",
        "the random device fails",
        "the random device gives no bytes",
        "",
    ]
    assert "driver" in box.reports[3].why
    assert "udev rule" in box.reports[4].why


def slow(box: Box) -> None:
    """It has given less than was wanted."""
    box.throw()


def silent(box: Box) -> None:
    box.source.error, box.source.raw = None, b""
    box.turn()
    box.clock.advance(QUIET)
    box.turn()


def bad(box: Box) -> None:
    box.source.raw = bytes(2000)


def failing(box: Box) -> None:
    box.source.error = ERRORS[0]


def not_allowed(box: Box) -> None:
    box.source.error = ERRORS[1]


def well(box: Box) -> None:
    box.source.error, box.source.raw = None, good(5000)


def test_a_source_that_gave_no_chance_is_not_called_slow_while_it_is_tested_anew() -> None:
    box = Box(Source(bytes(100)))
    box.turn()
    box.source.raw = good(100)
    box.turn()
    box.throw()
    assert ["is not random" in report.why for report in box.reports] == [True]


LOSSES = {"failing": failing, "not random": bad, "silent": silent}


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("required", [False, True])
def test_a_source_that_is_lost_is_tried_again_each_ten_seconds_until_it_is_back(
    loss: str, required: bool
) -> None:
    box = Box(Source(b""), required)
    box.turn()
    LOSSES[loss](box)
    box.turn()
    (lost,) = box.reports
    for _ in range(5):
        if loss == "not random":
            bad(box)
        before = box.clock.now()
        box.turn()
        assert box.clock.now() == before + RETRY
    assert box.reports == [lost]
    well(box)
    box.turn()
    assert box.reports == [lost, PartReport(lost.part, True, "")]


def test_a_silent_device_is_reported_though_nobody_throws() -> None:
    box = Box(Source(b""))
    while not box.reports:
        box.turn()
    assert box.clock.now() == pytest.approx(10 + QUIET, abs=2 * PAUSE)
    assert "gives no bytes" in box.reports[0].why
    box.source.raw = good(1)
    box.turn()
    before = box.clock.now()
    box.turn()
    assert box.clock.now() == before + PAUSE  # it has been heard


# -- at the wire ------------------------------------------------------------------------------


class Wired:
    """Dice on a pipe in the device's place."""

    def __init__(self, folder: Path) -> None:
        self.pipe = Pipe(folder)
        self.posted: list[Event] = []
        self.clock = FakeClock()
        self.dice = BoxDice(self.posted.append, lambda: RandomDevice(self.pipe.path), self.clock)

    def give(self, raw: bytes) -> None:
        self.pipe.write(raw)
        self.dice.throw(1, 1)
        self.dice.turn()

    @property
    def reports(self) -> list[bool]:
        return [event.ok for event in self.posted if isinstance(event, PartReport)]


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_source_on_a_pipe_comes_and_goes_without_leaving_anything(
    tmp_path: Path, bad: str
) -> None:
    wired = Wired(tmp_path)
    wired.give(good(START + 2 * POOL))
    before = descriptors()
    for _ in range(3):
        wired.give(BAD[bad](4000))
        wired.pipe.close()
        wired.pipe.path.unlink()
        wired.pipe = Pipe(tmp_path)
        wired.give(good(START + 2 * POOL))
    assert wired.reports == [False, True] * (len(wired.reports) // 2) != []
    assert descriptors() == before


def test_a_device_pulled_and_put_back_100_times_leaves_no_descriptor(tmp_path: Path) -> None:
    wired = Wired(tmp_path)
    wired.give(good(START + 2 * POOL))
    before = descriptors()
    for _ in range(100):
        wired.pipe.close()
        wired.pipe.path.unlink()
        while wired.reports[-1:] != [False]:  # throws use up what was read ahead
            wired.dice.throw(1, 6)
            wired.dice.turn()
        wired.pipe = Pipe(tmp_path)
        wired.give(good(START + 2 * POOL))
    assert wired.reports == [False, True] * 101  # nothing was read before the first throw
    assert descriptors() == before


def test_a_file_in_the_device_s_place_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "hwrng"
    file.write_bytes(good(5000))
    posted: list[Event] = []
    dice = BoxDice(posted.append, lambda: RandomDevice(file), FakeClock())
    dice.turn()
    (report,) = posted
    assert isinstance(report, PartReport)
    assert "Not a device" in report.why


# -- where hardware is required ---------------------------------------------------------------


def test_required_hardware_throws_as_soon_as_it_can() -> None:
    box = Box(Source(good(5000)), required=True)
    box.ask()
    answer = box.turn_until_answered()
    assert isinstance(answer, Thrown)
    assert (len(answer.dice), answer.source) == (6, "box")
    assert box.reports == []
    assert box.clock.now() == 10


@pytest.mark.usefixtures("no_system_randomness")
def test_required_hardware_throws_with_every_tested_byte_once_and_in_order() -> None:
    raw = bytes(range(60))
    box = Box(Source(START_TEST + raw + good(POOL)), required=True)
    dice: list[int] = []
    for _ in range(10):
        box.ask()
        answer = box.turn_until_answered()
        assert isinstance(answer, Thrown)
        dice += answer.dice
    assert dice == [byte % 6 + 1 for byte in raw]


@pytest.mark.parametrize("error", ERRORS)
def test_required_hardware_that_fails_refuses_the_throw_at_once(error: OSError) -> None:
    box = Box(Source(good(5000)), required=True)
    box.source.error = error
    box.ask()
    why = f"the random device fails ({error}), so no dice are thrown: {cure_of(error)}"
    assert box.turn_until_answered() == NoThrow(1, why)
    assert box.reports == [PartReport("dice", False, why)]
    assert box.clock.now() == 10


@pytest.mark.parametrize("bad", BAD)
def test_required_hardware_that_is_not_random_never_throws(bad: str) -> None:
    box = Box(Source(BAD[bad](20_000)), required=True)
    for _ in range(3):
        box.ask()
        answer = box.turn_until_answered()
        assert isinstance(answer, NoThrow)
        assert "is not random" in answer.why
        assert "no dice are thrown" in answer.why


def test_required_hardware_that_is_slow_is_waited_for_but_not_for_ever() -> None:
    box = Box(Drip(good(5000)), required=True)
    box.ask()
    why = "the random device is too slow, so no dice are thrown: it catches up by itself"
    assert box.turn_until_answered() == NoThrow(1, why)
    assert box.reports == [PartReport("dice", False, why)]
    assert box.clock.now() == pytest.approx(10 + PATIENCE, abs=PAUSE)


def test_required_hardware_that_is_silent_is_not_called_slow() -> None:
    box = Box(Source(b""), required=True)
    box.ask()
    assert box.turn_until_answered() == NoThrow(1, SILENT_AND_NO_DICE)
    assert box.clock.now() == pytest.approx(10 + QUIET, abs=2 * PAUSE)
    assert QUIET + 2 * PAUSE < PATIENCE
    asked = box.clock.now()
    box.ask()
    assert box.turn_until_answered() == NoThrow(2, SILENT_AND_NO_DICE)
    assert box.clock.now() == asked  # there is nothing to wait for
    assert box.reports == [PartReport("dice", False, SILENT_AND_NO_DICE)]


def test_required_hardware_that_falls_silent_while_a_throw_waits_is_not_called_slow() -> None:
    box = Box(Source(good(START)), required=True)
    box.turn()
    box.clock.advance(1.0)
    box.ask()
    box.turn()
    box.source.raw = good(2, seed=3)
    assert box.turn_until_answered() == NoThrow(1, SILENT_AND_NO_DICE)


def test_required_hardware_that_was_silent_and_is_slow_is_called_slow() -> None:
    box = Box(Drip(b""), required=True)
    box.ask()
    assert box.turn_until_answered() == NoThrow(1, SILENT_AND_NO_DICE)
    box.source.raw = good(5000)
    box.ask()
    answer = box.turn_until_answered()
    assert isinstance(answer, NoThrow)
    assert "is too slow" in answer.why


def test_required_hardware_that_gives_a_byte_each_100_ms_throws_when_it_has_six() -> None:
    box = Box(Drip(good(5000)), required=True)
    box.turn_until_left(5000 - START)
    asked = box.clock.now()
    box.ask()
    assert isinstance(box.turn_until_answered(), Thrown)
    assert box.clock.now() - asked < PATIENCE
    assert box.reports == []


SILENT_AND_NO_DICE = (
    "the random device gives no bytes, so no dice are thrown: "
    "see that nothing else reads it, and what dmesg says of hw_random"
)


def test_required_hardware_that_is_back_throws_at_the_next_request() -> None:
    box = Box(Source(good(5000)), required=True)
    box.source.error = ERRORS[0]
    box.ask()
    assert isinstance(box.turn_until_answered(), NoThrow)
    box.source.error = None
    box.ask()
    assert isinstance(box.turn_until_answered(), Thrown)
    assert [report.ok for report in box.reports] == [False, True]


def test_a_later_request_replaces_one_that_waits() -> None:
    box = Box(Source(b""), required=True)
    box.ask()
    box.turn()
    box.ask(2)
    box.turn()
    box.source.raw = good(5000)
    answer = box.turn_until_answered()
    assert isinstance(answer, Thrown)
    assert len(answer.dice) == 2
    assert box.answers == [answer]


def test_closing_while_a_throw_waits_ends_the_thread() -> None:
    source, posted = Source(b""), list[Event]()
    dice = BoxDice(posted.append, source.open, required=True)
    dice.start()
    dice.throw(1, 6)
    dice.close()
    assert posted == []
    assert source.closed == source.opened
