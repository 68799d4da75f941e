"""The random device."""

import errno
from contextlib import closing
from pathlib import Path

from firmware_host.doctor.finding import Finding
from firmware_host.doctor.machine import Machine
from firmware_host.settings import Settings
from hw.clock import Clock
from hw.health import START, Health, UnhealthyError
from hw.raw import RandomSource, collect

PATIENCE = 90.0  # s; the slowest source known gives the start test's bytes in 52

REMEDIES = {
    errno.ENOENT: "a Pi has one: load its driver, or set dice.device to another",
    errno.ENODEV: "its driver finds no hardware: see /sys/class/misc/hw_random/rng_available",
    errno.EACCES: "install the udev rule 60-dicetower.rules, and add the user to the group hwrng",
    errno.EINVAL: "set dice.device to a device",
    errno.ETIMEDOUT: "see that nothing else reads it, and what dmesg says of hw_random",
}
REMEDIES[errno.EPERM] = REMEDIES[errno.EACCES]
ANY = "see that dice.device is a device that may be read"


def check_random(settings: Settings, machine: Machine) -> Finding:
    """Whether the device can be read and its bytes pass the start test of the health tests."""
    device = settings.dice.device
    try:
        with closing(machine.open_random(device)) as source:
            _start_test(source, machine.clock)
    except UnhealthyError as error:
        return _bad(device, f"is not random ({error})", "dicetower rng test --device tells more")
    except OSError as error:
        why = f"cannot be used ({error.strerror or error})"
        return _bad(device, why, REMEDIES.get(error.errno or 0, ANY))
    return Finding("random", True, f"{device}: {START} bytes read, and the health tests passed")


def _start_test(source: RandomSource, clock: Clock) -> None:
    health, until = Health(), clock.now() + PATIENCE
    for raw in collect(source, START, clock):
        health.feed(raw)
        if clock.now() >= until:
            raise OSError(errno.ETIMEDOUT, f"too slow: not {START} bytes in {PATIENCE:.0f} s")


def _bad(device: Path, why: str, what_to_do: str) -> Finding:
    return Finding("random", False, f"{device} {why}", what_to_do)
