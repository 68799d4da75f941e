"""The folder in which the games are kept."""

import errno
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

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


class Mount(NamedTuple):
    """A line of the kernel's table of mounts."""

    point: Path
    kind: str  # of file system


def check_state(settings: Settings, machine: Machine) -> Finding:
    """Whether what is written there is kept. The probe has no name there, or not for long."""
    folder = settings.state_directory
    return _unmounted(folder, machine) or _kept(folder, machine)


def _unmounted(folder: Path, machine: Machine) -> Finding | None:
    """The disk for this folder is missing: whatever else is found is true of the bare folder."""
    real = Path(os.path.realpath(folder))
    mounted = nearest_mount(real, machine.mounts).point
    for point in _points(machine.fstab):
        if real.is_relative_to(point) and not mounted.is_relative_to(point):
            how = f"nothing is mounted at {point}, where {machine.fstab} has a disk"
            what_to_do = f"plug the disk in, and run: sudo mount {shlex.quote(str(point))}"
            return Finding("state", False, how, what_to_do)
    return None


def _kept(folder: Path, machine: Machine) -> Finding:
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
    mount = nearest_mount(place.resolve(), machine.mounts)
    if mount.kind not in IN_MEMORY:
        return None
    how = f"{place} is in memory ({mount.kind}): what is written there goes with the power"
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


def nearest_mount(real: Path, mounts: Path) -> Mount:
    """What holds the path, which has no links, by a table such as /proc/self/mountinfo."""
    nearest = Mount(Path("/"), "")
    for line in mounts.read_bytes().splitlines():
        before, _, after = line.partition(b" - ")
        mount = Mount(_unescaped(before.split()[4]), os.fsdecode(after.split()[0]))
        # A later mount hides an earlier one in the same place.
        if real.is_relative_to(mount.point) and mount.point.is_relative_to(nearest.point):
            nearest = mount
    return nearest


def _points(fstab: Path) -> Iterator[Path]:
    """Where a table such as /etc/fstab has disks; its other lines, damaged ones too, name none."""
    for line in fstab.read_bytes().splitlines() if fstab.exists() else ():
        fields = line.split()
        if len(fields) >= 3 and not fields[0].startswith(b"#"):
            yield _unescaped(fields[1])


def _unescaped(path: bytes) -> Path:
    """Spaces and the like are written as three octal digits."""
    plain = re.sub(rb"\\([0-3][0-7]{2})", lambda found: bytes([int(found[1], 8)]), path)
    return Path(os.fsdecode(plain))
