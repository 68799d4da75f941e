"""One panel on an I2C bus: keeps what the chip shows and sends what differs."""

import errno
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from PIL import Image
from smbus2 import SMBus, i2c_msg

from hw.errors import PartError
from hw.panel import chips
from hw.panel.chips import CHIPS, ChipName, must_be_contrast
from hw.panel.pages import HEIGHT, WIDTH, Pages, Rotation, pack

BLANK = Image.new("1", (WIDTH, HEIGHT))
MAX_MESSAGES = 42  # the kernel takes no more in one go (I2C_RDWR_IOCTL_MAX_MSGS)


class PanelLost(PartError):  # noqa: N818  # says what happened, as the log does
    """The panel or its bus does not answer."""


class Bus(Protocol):
    """As much of smbus2.SMBus as a panel needs."""

    def i2c_rdwr(self, *messages: Any) -> None: ...

    def close(self) -> None: ...


OpenBus = Callable[[int], Bus]


class Panel:
    """Shows 128 x 64 one-bit pictures; PanelLost from any method, and then all is sent anew."""

    def __init__(
        self,
        chip: ChipName = "ssd1306",
        *,
        bus: int = 1,  # /dev/i2c-1 is on pins 3 and 5 of a Pi's header
        address: int = 0x3C,
        rotation: Rotation = 0,
        offset: int | None = None,  # columns; None for the chip's usual
        contrast: int = 0x7F,
        open_bus: OpenBus = SMBus,
    ) -> None:
        self._chip = chip
        self._number = bus
        self._address = address
        self._rotation = rotation
        self._offset = CHIPS[chip].offset if offset is None else offset
        self._contrast = must_be_contrast(contrast)
        self._open_bus = open_bus
        self._bus: Bus | None = None  # opened once and kept
        self._shown: Pages | None = None  # None while it is not known what the chip shows

    @property
    def contrast(self) -> int:
        """From 0 to 255."""
        return self._contrast

    def set_contrast(self, contrast: int) -> None:
        """Set the contrast now and after every later start."""
        if contrast == self._contrast:
            return
        self._contrast = must_be_contrast(contrast)
        if self._shown is not None:
            self._send([chips.set_contrast(contrast)])

    def show(self, picture: Image.Image) -> None:
        """Send the bytes that changed, or all where it is not known what the chip shows."""
        pages = pack(picture, self._rotation)
        if self._shown is None:
            self._start(pages)
        else:
            self._send(chips.changes(self._shown, pages, self._offset))
        self._shown = pages

    def off(self) -> None:
        """Clear the panel and switch it off; the next picture switches it on."""
        self.show(BLANK)
        self._send([chips.OFF])
        self.forget()

    def forget(self) -> None:
        """Send everything with the next picture, in case the chip lost what it was told."""
        self._shown = None

    def close(self) -> None:
        """Leave the panel as it is and close the bus."""
        if self._bus is not None:
            self._bus.close()
        self._bus = None
        self.forget()

    def _start(self, pages: Pages) -> None:
        ready = (chips.start_sequence(self._chip), chips.set_contrast(self._contrast))
        self._send([*ready, *chips.whole(pages, self._offset), chips.ON])

    def _send(self, messages: Iterable[bytes]) -> None:
        writes = [i2c_msg.write(self._address, message) for message in messages]
        try:
            self._bus = self._bus or self._open_bus(self._number)
            for first in range(0, len(writes), MAX_MESSAGES):
                self._bus.i2c_rdwr(*writes[first : first + MAX_MESSAGES])
        except OSError as error:
            self.forget()
            raise PanelLost(self._why(error)) from error

    def _why(self, error: OSError) -> str:
        if error.errno == errno.ENOENT:
            return f"there is no I2C bus /dev/i2c-{self._number}: switch I2C on with raspi-config"
        if error.errno in (errno.EACCES, errno.EPERM):
            return f"/dev/i2c-{self._number} may not be opened: add the user to the group i2c"
        where = f"at {self._address:#04x} on I2C bus {self._number}"
        return f"the panel does not answer {where} ({error}): check its wires and address"
