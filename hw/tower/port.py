"""The serial port a sensor hangs on."""

import errno
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import serial

from hw.errors import PartError
from hw.tower import troubles
from hw.tower.troubles import Trouble

BAUD = 115200
WRITING = 1.0  # s; a sensor that takes no octet for so long is silent

ERRORS = (serial.SerialException, OSError, termios.error, TypeError)
"""All that pyserial raises for a port that is gone, or was never there."""

GONE = frozenset({errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO})
HELD = frozenset({errno.EBUSY, errno.EAGAIN})
FORBIDDEN = frozenset({errno.EACCES, errno.EPERM})
GROUP = "dialout"  # who may open serial ports, on Debian


class PortError(PartError):
    """The port can't be opened or was lost; `cause` is one that a screen tells apart, or ""."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.why)
        self.cause = trouble.cause


class SerialPort:
    """Held by this program alone, and belongs to one thread, which opens, reads and closes it.

    `path` is best one that stays the same when the sensor is plugged in anew, such as those in
    /dev/serial/by-id. Everything raises PortError.
    """

    def __init__(
        self, path: str, open_serial: Callable[..., serial.Serial] = serial.Serial
    ) -> None:
        self._path = path
        self._lock = threading.Lock()  # `wake` must not write to what was closed meanwhile
        try:
            self._serial = open_serial(path, BAUD, exclusive=True, write_timeout=WRITING)
        except ERRORS as error:
            raise PortError(_why_not(path, error)) from error

    def read(self, timeout: float) -> bytes:
        """What came, as soon as anything did; nothing after `timeout` seconds, or once woken."""
        with self._told():
            self._serial.timeout = timeout
            data: bytes = self._serial.read(1)
            return data + self._serial.read(self._serial.in_waiting) if data else b""

    def write(self, data: bytes) -> None:
        with self._told():
            self._serial.write(data)

    def wake(self) -> None:
        """End the present or the next `read`; from any thread."""
        with self._lock:
            self._serial.cancel_read()

    def close(self) -> None:
        """Does not wait for what the sensor didn't take."""
        with self._lock:
            with suppress(*ERRORS):  # of a port that is gone; closing one can't fail
                self._serial.reset_output_buffer()
            self._serial.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except serial.SerialTimeoutException as error:
            raise PortError(troubles.silent(self._path)) from error
        except ERRORS as error:
            raise PortError(troubles.absent(self._path)) from error


def _why_not(path: str, error: BaseException) -> Trouble:
    number = error.args[0] if error.args else None  # termios.error has no errno
    if number in GONE:
        return troubles.absent(path)
    if number in HELD:
        return troubles.busy(path)
    if number in FORBIDDEN:
        return troubles.forbidden(path, _group(path))
    return troubles.failed(path, error)


def _group(path: str) -> str:
    """The group that may open the port."""
    try:
        return Path(path).group()
    except (OSError, KeyError):
        return GROUP
