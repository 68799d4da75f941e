"""A panel with four pins: power and an I2C bus."""

import errno
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from smbus2 import SMBus, i2c_msg

from hw.panel.bus import COMMANDS, PanelLost

HEADER = 1  # /dev/i2c-1 is on pins 3 and 5 of a Pi's header
OFF_BIT = 0x40  # of the status that the chips give to who reads
GONE = (errno.ENODEV, errno.ESHUTDOWN)  # of a bus on USB that was pulled out
NO_BUS = (errno.ENOTTY, errno.EISDIR)  # of what has only the name of one
STUCK = (errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY)  # of a bus with a wire that is held down


class Smbus(Protocol):
    """As much of smbus2.SMBus as a panel needs."""

    def i2c_rdwr(self, *messages: Any) -> None: ...

    def close(self) -> None: ...


class I2c:
    """Every byte is acknowledged, so a lost panel is noticed at once."""

    check_every = 1.0  # s, for the four bytes of the status

    def __init__(
        self,
        number: int = HEADER,
        address: int = 0x3C,
        open_bus: Callable[[int], Smbus] = SMBus,
    ) -> None:
        self._number = number
        self._address = address
        self._open_bus = open_bus
        self._bus: Smbus | None = None
        self._has_said_on = False

    def send(self, messages: Sequence[bytes]) -> None:
        # Each in a transfer of its own: in a row a Pi's controller passes over one that nobody
        # takes, or notices it only when the second is over that the kernel has for the whole row.
        for message in messages:
            self._transfer(i2c_msg.write(self._address, message))

    def still_on(self) -> bool:
        # Only who once said "on" is believed to be off: some copies of the chips can't be read.
        on = self._says_on()
        self._has_said_on |= on
        return on or not self._has_said_on

    def reset(self) -> None:
        """These panels have no wire for it: they reset themselves when power comes."""

    def close(self) -> None:
        if self._bus is not None:
            self._bus.close()
        self._bus = None

    def _says_on(self) -> bool:
        self.send([COMMANDS])
        status = i2c_msg.read(self._address, 1)
        try:
            self._transfer(status)
        except PanelLost:
            return False  # it is there all the same
        return not bytes(status)[0] & OFF_BIT

    def _transfer(self, message: i2c_msg) -> None:
        try:
            self._bus = self._bus or self._open_bus(self._number)
            self._bus.i2c_rdwr(message)
        except OSError as error:
            if error.errno in GONE:
                self.close()
            raise PanelLost(self._why(error)) from error

    def _why(self, error: OSError) -> str:
        if error.errno == errno.ENOENT:
            cure = "switch I2C on with raspi-config"
            if self._number != HEADER:
                cure = f"set bus = {HEADER} under [panel], or one that ls /dev/i2c-* shows"
            return f"there is no I2C bus /dev/i2c-{self._number}: {cure}"
        if error.errno in NO_BUS:
            return f"/dev/i2c-{self._number} is no I2C bus ({error}): restart the Pi"
        if error.errno in (errno.EACCES, errno.EPERM):
            return f"/dev/i2c-{self._number} may not be opened: add the user to the group i2c"
        if error.errno in STUCK:
            return (
                f"I2C bus {self._number} is stuck ({error}): take the power from all that is on it"
                " for a moment, and see that SDA and SCL touch nothing else"
            )
        where = f"at {self._address:#04x} on I2C bus {self._number}"
        return f"the panel does not answer {where} ({error}): check its wires and address"
