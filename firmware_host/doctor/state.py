"""The folder in which the games are kept."""

import errno
import os
import re
import tempfile
from pathlib import Path

from firmware_host.doctor.finding import Finding
from firmware_host.doctor.machine import Machine
from firmware_host.settings import Settings

LOW = 64 << 20  # bytes; thousands of games, but with less the system itself comes to a halt
IN_MEMORY = ("tmpfs", "ramfs", "overlay")  # an overlay's writes go to a tmpfs on a Pi
PROBE = b"dicetower"

ANOTHER = "make it this user's, or set another state_directory"
REMEDIES = {
    errno.EROFS: "see in dmesg why its disk is read-only, or set another state_directory",
    errno.ENOSPC: "delete what is not needed from this disk",
    errno.EIO: "change the card or disk",
}


def check_state(settings: Settings, machine: Machine) -> Finding:
    """Whether what is written there is kept. The probe has no name there, or not for long."""
    folder = settings.state_directory
    try:
        place = _existing(folder)
        _probe(place)
        free = machine.free_space(place)
    except OSError as error:
        how = f"{folder} cannot be written ({error.strerror})"
        return Finding("state", False, how, REMEDIES.get(error.errno or 0, ANOTHER))
    return _memory(place, machine) or _space(place, free) or Finding("state", True, _well(folder))


def _existing(folder: Path) -> Path:
    """The folder, or where it would be made."""
    return next(place for place in (folder, *folder.parents) if place.exists())


def _probe(place: Path) -> None:
    with tempfile.TemporaryFile(dir=place) as probe:
        probe.write(PROBE)
        probe.flush()
        os.fsync(probe.fileno())
        if os.pread(probe.fileno(), len(PROBE), 0) != PROBE:
            raise OSError(errno.EIO, "what is written is not kept")


def _memory(place: Path, machine: Machine) -> Finding | None:
    kind = file_system(place, machine.mounts)
    if kind not in IN_MEMORY:
        return None
    how = f"{place} is in memory ({kind}): what is written there goes with the power"
    what_to_do = "switch the overlay off with raspi-config, or set state_directory to a disk"
    return Finding("state", False, how, what_to_do)


def _space(place: Path, free: int) -> Finding | None:
    if free >= LOW:
        return None
    how = f"{place} has room for {free >> 20} MiB more; {LOW >> 20} should be free"
    return Finding("state", False, how, REMEDIES[errno.ENOSPC])


def _well(folder: Path) -> str:
    there = "" if folder.exists() else " (not there yet)"
    return f"{folder}{there}: written, synced and read back; there is room"


def file_system(place: Path, mounts: Path) -> str | None:
    """The type of the file system that holds `place`, by a table such as /proc/self/mountinfo."""
    kind, longest, real = None, 0, place.resolve()
    for line in os.fsdecode(mounts.read_bytes()).splitlines():
        before, _, after = line.partition(" - ")
        point = Path(_unescaped(before.split()[4]))
        # A later mount hides an earlier one in the same place.
        if real.is_relative_to(point) and len(point.parts) >= longest:
            kind, longest = after.split()[0], len(point.parts)
    return kind


def _unescaped(text: str) -> str:
    """Spaces and the like are written as three octal digits."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)
