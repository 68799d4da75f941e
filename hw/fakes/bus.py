"""An I2C bus with one panel on it, under the interface of smbus2.SMBus."""

import errno
from collections.abc import Callable, Sequence

from smbus2 import i2c_msg

from hw.fakes.chip import Chip

READ = 0x01  # flag of an i2c_msg


class FakeBus:
    """Hands writes for `address` to the chip; the panel can be unplugged at any byte."""

    def __init__(
        self, chip: Chip, address: int = 0x3C, on_change: Callable[[], None] | None = None
    ) -> None:
        self.chip = chip
        self.address = address
        self.on_change = on_change  # called after every transaction, in the sender's thread
        self.bytes_seen = 0  # addresses, control bytes, commands and data
        self.transactions = 0
        self.opened = self.closed = 0
        self._plugged = True
        self._left: int | None = None  # bytes until the plug falls out

    def open(self, _number: int) -> "FakeBus":
        """For `Panel(open_bus=...)`: this bus, whatever its number."""
        self.opened += 1
        return self

    def close(self) -> None:
        self.closed += 1

    def unplug(self, after: int = 0) -> None:
        """Pull the panel off, now or after so many more bytes."""
        self._left = after
        self._plugged = after > 0

    def replug(self) -> None:
        """Put the panel back: it has power again, and forgot everything."""
        self._plugged, self._left = True, None
        self.chip.power_up()

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """One write of at most 32 bytes behind `register`."""
        if len(data) > 32:
            raise ValueError(f"an SMBus block holds 32 bytes, not {len(data)}")
        self._transaction([(i2c_addr, bytes([register, *data]))])

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        """Several writes in one transaction."""
        if any(message.flags & READ for message in messages) or len(messages) > 42:
            raise OSError(errno.EOPNOTSUPP, "this bus takes up to 42 writes")
        self._transaction([(message.addr, bytes(message)) for message in messages])

    def _transaction(self, writes: Sequence[tuple[int, bytes]]) -> None:
        self.transactions += 1
        try:
            for address, payload in writes:
                self._write(address, payload)
        finally:
            if self.on_change:
                self.on_change()

    def _write(self, address: int, payload: bytes) -> None:
        fitting = self._pass(1 + len(payload))
        self.bytes_seen += fitting
        if address == self.address and fitting > 1:
            self.chip.write(payload[: fitting - 1])
        if address != self.address or fitting <= len(payload):
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

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
