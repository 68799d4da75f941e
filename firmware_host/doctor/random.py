"""The random device."""

import errno
import shlex
from contextlib import closing
from pathlib import Path

from firmware_host.doctor.finding import Finding
from firmware_host.doctor.machine import Machine
from firmware_host.settings import Settings
from hw.clock import Clock
from hw.health import START, Health, UnhealthyError
from hw.raw import RandomSource, collect, cure_of

PATIENCE = 90.0  # s; the slowest source known gives the start test's bytes in 52


def check_random(settings: Settings, machine: Machine) -> Finding:
    """Whether the device can be read and its bytes pass the start test of the health tests."""
    device = settings.dice.device
    try:
        with closing(machine.open_random(device)) as source:
            _start_test(source, machine.clock)
    except UnhealthyError as error:
        more = f"dicetower rng test {shlex.quote(str(device))} tells more"
        return _bad(device, f"is not random ({error})", more)
    except OSError as error:
        return _bad(device, f"cannot be used ({error.strerror or error})", cure_of(error))
    return Finding("random", True, f"{device}: {START} bytes read, and the health tests passed")


def _start_test(source: RandomSource, clock: Clock) -> None:
    health, until = Health(), clock.now() + PATIENCE
    for raw in collect(source, START, clock):
        health.feed(raw)
        if clock.now() >= until:
            raise OSError(errno.ETIMEDOUT, f"too slow: not {START} bytes in {PATIENCE:.0f} s")


def _bad(device: Path, why: str, what_to_do: str) -> Finding:
    return Finding("random", False, f"{device} {why}", what_to_do)
