"""The ways in which a simulated Pi is started."""

from typing import NamedTuple

from container.rig import NOT_SAVED

from machine.image import FILES, GAMES
from machine.pi import WELL

SETTINGS = f"{FILES}/second-disk.toml"
PATIENCE = 60  # s; more than the package's guide has, for a slower machine
NOT_LONG = 2  # s; for a disk that does not come


class Start(NamedTuple):
    name: str
    says: str  # the box when it is ready
    more: str = ""  # that the kernel and systemd are told
    with_games: bool = False  # whether the disk for games is there


def read_only_for(patience: int) -> str:
    """A root that cannot be written, and the disk for games as in /etc/fstab."""
    options = f"noatime,nofail,x-systemd.device-timeout={patience}s"
    mount = f"systemd.mount-extra=LABEL=dicetower:{GAMES}:ext4:{options}"
    return f"ro {mount} systemd.setenv=DICETOWER_SETTINGS={SETTINGS}"


PLAIN = Start("plain", WELL)
READ_ONLY = Start("read-only", WELL, read_only_for(PATIENCE), with_games=True)
DISK_MISSING = Start("disk-missing", NOT_SAVED, read_only_for(NOT_LONG))

STARTS = (PLAIN, READ_ONLY, DISK_MISSING)
