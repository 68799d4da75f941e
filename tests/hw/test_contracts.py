"""What every part promises, kept by its fake and by the real one over a fake wire."""

import errno
import importlib
import importlib.util
import os
import pkgutil
import pty
import queue
import re
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest
from random_sources import Pipe, Source, good

import hw
from hw.clock import Clock, SystemClock
from hw.dice import Dice, RealDice
from hw.events import Event, NoThrow, Post, Thrown
from hw.fakes.clock import FakeClock
from hw.fakes.dice import ScriptedDice, SeededDice
from hw.health import HealthTest
from hw.panel import Bus
from hw.panel.i2c import Smbus
from hw.panel.spi import SpiDev
from hw.random import BoxDice
from hw.raw import DEVICE, RandomDevice, RandomSource

MICROPYTHON = ("machine", "micropython", "sensor", "csi")  # the last two are of OpenMV
PATIENCE = 5.0  # s; never waited for when all is well


def runs_here(module: str) -> bool:
    """All modules do but those that import what MicroPython alone has."""
    found = importlib.util.find_spec(module)
    assert found is not None
    assert found.origin is not None
    source = Path(found.origin).read_text("utf-8")
    return not re.search(rf"^(import|from) ({'|'.join(MICROPYTHON)})\b", source, re.M)


def test_every_protocol_of_hw_has_its_contract_in_a_file_of_contracts() -> None:
    names = [module.name for module in pkgutil.walk_packages(hw.__path__, "hw.")]
    modules = [importlib.import_module(name) for name in names if runs_here(name)]
    values = [value for module in modules for value in vars(module).values()]
    classes = {value for value in values if isinstance(value, type)}
    found = {one for one in classes if Protocol in one.__bases__}
    ours = {one for one in found if one.__module__.startswith("hw.")}
    # A health test only computes: it has no wire, and no fake.
    assert ours == {Clock, Dice, RealDice, Bus, Smbus, SpiDev, RandomSource, HealthTest}


# -- Clock ------------------------------------------------------------------------------------


@pytest.fixture(params=[FakeClock, SystemClock])
def clock(request: pytest.FixtureRequest) -> Clock:
    made: Clock = request.param()
    return made


def test_a_clock_gives_an_event_that_is_there_whatever_the_deadline(clock: Clock) -> None:
    events: queue.SimpleQueue[int] = queue.SimpleQueue()
    for deadline in (None, clock.now() - 1.0, clock.now() + 60.0):
        events.put(7)
        before = clock.now()
        assert clock.take(events, deadline) == 7
        assert clock.now() - before < 60.0


def test_a_clock_waits_for_the_deadline_and_never_ends_before_it(clock: Clock) -> None:
    events: queue.SimpleQueue[int] = queue.SimpleQueue()
    until = clock.now() + 0.002
    assert clock.take(events, until) is None
    assert until <= clock.now() < until + PATIENCE
    assert clock.take(events, until - 1.0) is None


# -- RandomSource -----------------------------------------------------------------------------


class Wire(NamedTuple):
    """A source and the hand at its other end."""

    source: RandomSource
    give: Callable[[bytes], object]
    pull: Callable[[], object]


def fake_source(_folder: Path) -> Wire:
    source = Source(b"")

    def give(raw: bytes) -> None:
        source.raw += raw

    def pull() -> None:
        source.error = OSError(errno.ENODEV, "No such device")

    return Wire(source, give, pull)


def on_a_pipe(folder: Path) -> Wire:
    pipe = Pipe(folder)
    return Wire(RandomDevice(pipe.path), pipe.write, pipe.close)


def on_a_pty(_folder: Path) -> Wire:
    master, slave = pty.openpty()
    tty.setraw(slave)
    device = RandomDevice(Path(os.ttyname(slave)))
    os.close(slave)
    return Wire(device, lambda raw: os.write(master, raw), lambda: os.close(master))


@pytest.fixture(params=[fake_source, on_a_pipe, on_a_pty])
def wire(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Wire]:
    made: Wire = request.param(tmp_path)
    yield made
    made.source.close()


def test_a_source_gives_what_it_has_in_order_and_never_waits(wire: Wire) -> None:
    assert wire.source.read(16) == b""
    wire.give(b"abcdef")
    assert wire.source.read(4) == b"abcd"
    assert wire.source.read(4) == b"ef"
    assert wire.source.read(4) == b""
    wire.pull()


def test_a_source_that_is_pulled_is_an_error_and_not_silence(wire: Wire) -> None:
    wire.pull()
    for _ in range(2):
        with pytest.raises(OSError, match=r"No such device|Input/output error|come to its end"):
            wire.source.read(16)


def hwrng() -> RandomDevice:
    """The machine's own device; skips where it gives nothing."""
    try:
        device = RandomDevice()
        device.read(1)
    except OSError as error:
        pytest.skip(f"{DEVICE} does not work here: {error}")
    return device


def test_the_real_device_gives_no_more_than_it_is_asked_for() -> None:
    device = hwrng()
    assert all(len(device.read(size)) <= size for size in (1, 16, 1))
    device.close()


# -- Dice -------------------------------------------------------------------------------------

SIZES = (6, 3, 1)


def seeded(post: Post, _folder: Path) -> Dice:
    return SeededDice(7, post)


def scripted(post: Post, _folder: Path) -> Dice:
    return ScriptedDice([[3] * size for size in SIZES], post)


def box(post: Post, _folder: Path) -> Dice:
    return started(BoxDice(post, Source(good(5000)).open))


def required(post: Post, _folder: Path) -> Dice:
    return started(BoxDice(post, Source(good(5000)).open, required=True))


def box_on_a_pipe(post: Post, folder: Path) -> Dice:
    pipe = Pipe(folder)
    pipe.write(good(5000))
    return started(BoxDice(post, lambda: RandomDevice(pipe.path), required=True))


def box_on_hwrng(post: Post, _folder: Path) -> Dice:
    hwrng().close()
    return started(BoxDice(post, required=True))


def started(dice: BoxDice) -> Dice:
    dice.start()
    return dice


EACH = [seeded, scripted, box, required, box_on_a_pipe, box_on_hwrng]


@pytest.mark.parametrize("make", EACH)
def test_dice_answer_each_request_once_with_as_many_as_were_asked_for(
    make: Callable[[Post, Path], Dice], tmp_path: Path
) -> None:
    posted: queue.Queue[Event] = queue.Queue()
    dice = make(posted.put, tmp_path)
    for token, size in enumerate(SIZES, start=1):
        dice.throw(token, size)
        thrown = posted.get(timeout=PATIENCE)
        assert isinstance(thrown, Thrown), thrown
        assert (thrown.token, len(thrown.dice)) == (token, size)
        assert set(thrown.dice) <= set(range(1, 7))
    dice.close()
    dice.close()
    assert posted.empty()


@pytest.mark.parametrize("make", EACH)
def test_dice_answer_the_last_of_several_requests_last(
    make: Callable[[Post, Path], Dice], tmp_path: Path
) -> None:
    posted: queue.Queue[Event] = queue.Queue()
    dice = make(posted.put, tmp_path)
    for token, size in enumerate(SIZES, start=1):
        dice.throw(token, size)
    tokens: list[int] = []
    while tokens[-1:] != [len(SIZES)]:
        answer = posted.get(timeout=PATIENCE)
        assert isinstance(answer, Thrown | NoThrow), answer
        tokens.append(answer.token)
    dice.close()
    assert tokens == sorted(set(tokens))
    assert posted.empty()
