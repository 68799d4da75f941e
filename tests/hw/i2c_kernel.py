"""The kernel's side of /dev/i2c-N, so that smbus2 itself can be tested down to its system calls."""

import errno
from typing import Any

from smbus2 import SMBus, i2c_msg
from smbus2.smbus2 import I2C_FUNCS, I2C_RDWR, I2C_SLAVE, I2C_SMBUS

from hw.fakes.bus import FakeBus


class I2cKernel:
    """Hands what smbus2 asks of the kernel by `ioctl` to a bus with one panel."""

    def __init__(self, bus: FakeBus) -> None:
        self._bus = bus
        self._address = 0

    def open(self, number: int) -> SMBus:
        """smbus2's own bus, on a device that takes any descriptor."""
        self._bus.open(number)
        return SMBus("/dev/null")

    def ioctl(self, _descriptor: int, request: int, argument: Any) -> None:
        """As `fcntl.ioctl`, for a device file of an I2C bus."""
        if request == I2C_SLAVE:
            self._address = argument
        elif request == I2C_RDWR:
            self._bus.i2c_rdwr(*argument.msgs[: argument.nmsgs])
        elif request == I2C_SMBUS:
            size, *data = argument.data.contents.block
            block = [argument.command, *data[:size]]
            self._bus.i2c_rdwr(i2c_msg.write(self._address, block))
        elif request != I2C_FUNCS:
            raise OSError(errno.ENOTTY, "Inappropriate ioctl for device")
