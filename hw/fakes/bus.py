"""An I2C bus with one panel on it, under the interface of smbus2.SMBus."""

import errno
from collections.abc import Callable, Sequence

from smbus2 import i2c_msg

from hw.fakes.chip import Chip

READ = 0x01  # flag of an i2c_msg
MAX_MESSAGES = 42  # that the kernel takes in one transaction


class FakeBus:
    """Joins a program to the chip at `address`; the panel can be unplugged at any byte."""

    def __init__(
        self, chip: Chip, address: int = 0x3C, on_change: Callable[[], None] | None = None
    ) -> None:
        self.chip = chip
        self.address = address
        self.on_change = on_change  # called when the chip was told something, in that thread
        self.bytes_seen = 0  # addresses, control bytes, commands and data
        self.transactions = 0
        self.opened = self.closed = 0
        self.readable = True  # some copies of the chips can't be read
        self._plugged = True
        self._left: int | None = None  # bytes until the plug falls out

    def open(self, _number: int) -> "FakeBus":
        """For `I2c(open_bus=...)`: this bus, whatever its number."""
        self.opened += 1
        return self

    def close(self) -> None:
        self.closed += 1

    @property
    def is_plugged(self) -> bool:
        """False once the panel is off the bus."""
        return self._plugged

    def unplug(self, after: int = 0) -> None:
        """Pull the panel off, now or after so many more bytes."""
        self._left = after
        self._plugged = after > 0

    def replug(self, powered: bool = False) -> None:
        """Put the panel back; unless it was `powered` all the time, it forgot everything."""
        if not powered:
            self.chip.power_up()
        self._plugged, self._left = True, None

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """One write of at most 32 bytes behind `register`."""
        if len(data) > 32:
            raise ValueError(f"an SMBus block holds 32 bytes, not {len(data)}")
        self.i2c_rdwr(i2c_msg.write(i2c_addr, [register, *data]))

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        """Several writes in one transaction, or a write and what the chip answers."""
        if len(messages) > MAX_MESSAGES:
            raise OSError(errno.EINVAL, f"the kernel takes up to {MAX_MESSAGES} messages")
        self.transactions += 1
        tells = any(message.len > 1 and not message.flags & READ for message in messages)
        try:
            for message in messages:
                (self._read if message.flags & READ else self._write)(message)
        finally:
            if self.on_change and tells:
                self.on_change()

    def _write(self, message: i2c_msg) -> None:
        payload = bytes(message)
        fitting = self._transfer(message.addr, 1 + len(payload))
        self.chip.write(payload[: max(fitting - 1, 0)])
        if fitting <= len(payload):
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

    def _read(self, message: i2c_msg) -> None:
        if self._transfer(message.addr, 1 + message.len) == 0 or not self.readable:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        for at in range(message.len):  # nobody acknowledges these: without a panel they are ones
            message.buf[at] = self.chip.status if self._plugged else 0xFF

    def _transfer(self, address: int, size: int) -> int:
        """How many of `size` bytes are acknowledged, of those that were sent."""
        fitting = self._pass(size)
        self.bytes_seen += fitting
        return fitting if address == self.address else 0

    def _pass(self, size: int) -> int:
        """How many of `size` bytes still reach the panel."""
        if not self._plugged:
            return 0
        if self._left is None:
            return size
        fitting = min(size, self._left)
        self._left -= fitting
        self._plugged = self._left > 0
        return fitting
