"""The port: whatever goes wrong with it is one error that says what to do."""

import fcntl
import os
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial
from tower_pty import SOON, Cable

from hw.tower.port import BAUD, PortError, SerialPort

NOBODY = 65534


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    plugged = Cable(tmp_path / "dice")
    plugged.plug()
    yield plugged
    plugged.pull()


@pytest.fixture
def port(cable: Cable) -> Iterator[SerialPort]:
    opened = SerialPort(str(cable.path))
    yield opened
    opened.close()


def refusal(path: Path | str) -> PortError:
    with pytest.raises(PortError) as caught:
        SerialPort(str(path))
    return caught.value


def test_octets_go_both_ways_unchanged(cable: Cable, port: SerialPort) -> None:
    octets = bytes(range(256))
    cable.say(octets)
    heard = b""
    while len(heard) < len(octets):
        heard += port.read(SOON)
    assert heard == octets
    port.write(b"$PING 8*22D6\r\n")
    assert cable.hear() == "PING 8"


def test_a_read_ends_with_its_timeout(port: SerialPort) -> None:
    assert port.read(0.0) == b""
    begin = time.monotonic()
    assert port.read(0.05) == b""
    assert time.monotonic() - begin >= 0.05


def test_a_read_is_woken_even_before_it_begins(port: SerialPort) -> None:
    port.wake()
    begin = time.monotonic()
    assert port.read(SOON) == b""
    assert time.monotonic() - begin < SOON


def test_a_read_is_woken_from_another_thread(port: SerialPort) -> None:
    thread = threading.Thread(target=port.wake)
    thread.start()
    assert port.read(SOON) == b""
    thread.join(SOON)


def test_a_closed_port_may_be_woken_and_closed_again(port: SerialPort) -> None:
    port.close()
    port.wake()
    port.close()


def test_a_pulled_cable_is_an_absent_sensor(cable: Cable, port: SerialPort) -> None:
    cable.pull()
    with pytest.raises(PortError, match="plug it in") as caught:
        port.read(SOON)
    assert caught.value.cause == "absent"
    with pytest.raises(PortError, match="plug it in"):
        port.write(b"$PING 8*22D6\r\n")
    port.close()


def test_a_port_that_is_not_there_is_an_absent_sensor(tmp_path: Path) -> None:
    error = refusal(tmp_path / "dice")
    assert error.cause == "absent"
    assert str(error) == f"there is no sensor at {tmp_path}/dice: plug it in, or set another port"


def test_a_port_that_another_holds_is_busy(cable: Cable, port: SerialPort) -> None:
    error = refusal(cable.path)
    assert error.cause == "busy"
    assert "close that program" in str(error)


def test_a_port_is_held_against_others(cable: Cable, port: SerialPort) -> None:
    other = os.open(cable.path, os.O_RDWR | os.O_NOCTTY)
    try:
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        os.close(other)


@pytest.fixture
def without_privileges() -> Iterator[None]:
    """Root may open what nobody else may."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    yield
    os.seteuid(user)


def test_a_port_that_may_not_be_opened_names_the_group_that_may(
    cable: Cable, request: pytest.FixtureRequest
) -> None:
    path = cable.path.resolve()
    path.chmod(0)
    group = path.group()
    request.getfixturevalue("without_privileges")
    error = refusal(path)
    assert error.cause == ""
    assert str(error).endswith(f"add this user to the group {group}")


def test_what_is_no_serial_port_is_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for path in (file, tmp_path):
        error = refusal(path)
        assert error.cause == ""
        assert "see that it is a serial port" in str(error)


class Failing:
    """A serial port whose every use fails."""

    in_waiting = 0
    timeout = 0.0

    def __init__(self, error: Exception) -> None:
        self._error = error
        self.done: list[str] = []

    def read(self, size: int) -> bytes:
        raise self._error

    def write(self, data: bytes) -> None:
        raise self._error

    def reset_output_buffer(self) -> None:
        self.done.append("forget what was not taken")
        raise self._error

    def close(self) -> None:
        self.done.append("close")


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        OSError(5, "Input/output error"),
        termios.error(5, "Input/output error"),
        TypeError("an integer is required"),
    ],
)
def test_every_error_of_pyserial_is_told_alike(error: Exception) -> None:
    failing = Failing(error)
    port = SerialPort("/dev/dice", lambda *args, **options: failing)
    for use in (lambda: port.read(0.0), lambda: port.write(b"x")):
        with pytest.raises(PortError, match="there is no sensor at /dev/dice"):
            use()
    port.close()
    assert failing.done == ["forget what was not taken", "close"]


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (serial.SerialException(2, "could not open port"), "absent"),
        (serial.SerialException(11, "Could not exclusively lock port"), "busy"),
        (termios.error(5, "Input/output error"), "absent"),
        (OSError(16, "Device or resource busy"), "busy"),
        (serial.SerialException("Could not configure port"), ""),
        (TypeError("an integer is required"), ""),
    ],
)
def test_every_error_at_opening_is_told(error: Exception, cause: str) -> None:
    def fail(*args: Any, **options: Any) -> serial.Serial:
        raise error

    with pytest.raises(PortError) as caught:
        SerialPort("/dev/dice", fail)
    assert caught.value.cause == cause


def test_a_sensor_that_takes_nothing_is_silent() -> None:
    failing = Failing(serial.SerialTimeoutException("Write timeout"))
    port = SerialPort("/dev/dice", lambda *args, **options: failing)
    with pytest.raises(PortError) as caught:
        port.write(b"x")
    assert caught.value.cause == "silent"


def test_the_port_is_opened_for_this_program_alone_at_the_usual_speed() -> None:
    given: list[Any] = []

    def open_serial(*args: Any, **options: Any) -> Failing:
        given.append((args, options))
        return Failing(OSError())

    SerialPort("/dev/dice", open_serial)
    ((args, options),) = given
    assert args == ("/dev/dice", BAUD)
    assert options["exclusive"] is True
    assert options["write_timeout"] > 0
