"""Raw bytes over real descriptors, and collecting them."""

import errno
import os
import pty
import tty
from pathlib import Path

import pytest
from random_sources import Drip, Pipe, Source, descriptors, good

from hw.fakes.clock import FakeClock
from hw.raw import CURES, DEVICE, SILENCE, EndedError, RandomDevice, RawFile, collect, cure_of


def test_a_device_gives_what_it_has_and_never_waits_for_more(tmp_path: Path) -> None:
    pipe = Pipe(tmp_path)
    device = RandomDevice(pipe.path)
    assert device.read(16) == b""
    pipe.write(b"abc")
    assert device.read(16) == b"abc"
    device.close()
    pipe.close()


def test_a_device_that_ends_is_an_error_and_not_a_device_without_bytes(tmp_path: Path) -> None:
    pipe = Pipe(tmp_path)
    device = RandomDevice(pipe.path)
    pipe.write(b"a")
    pipe.close()
    assert device.read(16) == b"a"
    with pytest.raises(OSError, match="come to its end"):
        device.read(16)
    device.close()


def test_a_device_that_is_pulled_is_an_error() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    device = RandomDevice(Path(os.ttyname(slave)))
    os.write(master, b"abc")
    assert device.read(16) == b"abc"
    os.close(slave)
    os.close(master)
    with pytest.raises(OSError, match=r"Input/output error|come to its end"):
        device.read(16)
    device.close()


def test_a_device_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        RandomDevice(tmp_path / "hwrng")


@pytest.mark.parametrize("size", [0, 4096])
def test_a_file_is_no_device_however_much_is_in_it(tmp_path: Path, size: int) -> None:
    file = tmp_path / "hwrng"
    file.write_bytes(good(size))
    before = descriptors()
    with pytest.raises(OSError, match="Not a device"):
        RandomDevice(file)
    assert descriptors() == before


def test_a_pipe_to_which_nobody_writes_is_a_device_at_its_end_but_a_file_that_may_begin(
    tmp_path: Path,
) -> None:
    place = tmp_path / "hwrng"
    os.mkfifo(place)
    device, file = RandomDevice(place), RawFile(place)
    with pytest.raises(EndedError):
        device.read(16)
    assert file.read(16) == b""
    end = os.open(place, os.O_WRONLY)
    os.write(end, b"abc")
    assert file.read(16) == b"abc"
    os.close(end)
    with pytest.raises(EndedError):
        file.read(16)
    device.close()
    file.close()


def test_a_file_gives_what_is_in_it_to_its_end(tmp_path: Path) -> None:
    place = tmp_path / "raw"
    place.write_bytes(good(50))
    file = RawFile(place)
    pieces = collect(file, 60, FakeClock(), piece=40)
    assert [next(pieces), next(pieces)] == [good(50)[:40], good(50)[40:]]
    with pytest.raises(EndedError, match="come to its end"):
        next(pieces)
    file.close()


def test_every_failure_has_a_cure() -> None:
    assert cure_of(OSError(errno.EPERM, "")) == CURES[errno.EACCES]
    assert cure_of(OSError(errno.EIO, "")) == "see that dice.device is a device that may be read"
    assert cure_of(OSError()) == cure_of(OSError(errno.EIO, ""))


def test_bytes_are_collected_as_they_come() -> None:
    clock = FakeClock()
    pieces = list(collect(Drip(good(50)), 40, clock))
    assert b"".join(pieces) == good(50)[:40]
    assert {len(piece) for piece in pieces} == {1}
    assert clock.now() > 0


def test_collecting_from_a_silent_device_has_an_end() -> None:
    clock = FakeClock()
    source = Source(good(5))
    pieces = collect(source, 6, clock)
    assert next(pieces) == good(5)
    with pytest.raises(OSError, match="No byte for 10 s") as caught:
        next(pieces)
    assert caught.value.errno == errno.ETIMEDOUT
    assert clock.now() == pytest.approx(SILENCE, abs=0.1)


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
