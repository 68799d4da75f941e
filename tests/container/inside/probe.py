"""Runs in the service's place, tries what it may and may not do, and prints how each ended."""

import ctypes
import errno
import json
import mmap
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

STATE = "/var/lib/dicetower"
NEW_USER_NAMESPACE = 0x10000000
WRITTEN_AND_RUN = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC

libc = ctypes.CDLL(None, use_errno=True)


def written(folder: str) -> None:
    file = Path(folder, "probe")
    file.write_text("probe")
    file.unlink()


def answered(result: int) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def opened(kind: int) -> None:
    socket.socket(kind, socket.SOCK_DGRAM if kind != socket.AF_NETLINK else socket.SOCK_RAW).close()


def looked_at(path: str) -> None:
    """Not allowed where it is empty or missing, too."""
    if not list(Path(path).iterdir()):
        raise OSError(errno.ENOENT, "nothing there")


def set_user_id() -> None:
    file = Path(STATE, "set-user-id")
    file.touch()
    try:
        file.chmod(0o4755)
    finally:
        file.unlink()


ELSEWHERE = (
    *("/", "/etc", "/etc/dicetower", "/usr", "/usr/share/dicetower", "/boot", "/run", "/var"),
    *("/var/lib", "/dev", "/home", "/root", "/srv", "/opt"),
)

MAY: dict[str, Callable[[], object]] = {
    "write its games": lambda: written(STATE),
    "write while it runs": lambda: written(os.environ["RUNTIME_DIRECTORY"]),
    "write in a /tmp of its own": lambda: written("/tmp"),
    "read its settings": lambda: Path("/etc/dicetower/dicetower.toml").read_text(),
    "read the id of the boot": lambda: Path("/proc/sys/kernel/random/boot_id").read_text(),
    "talk to systemd": lambda: opened(socket.AF_UNIX),
    "use /dev/null": lambda: Path("/dev/null").write_text("probe"),
}

MAY_NOT: dict[str, Callable[[], object]] = {
    **{
        f"write in {folder}": lambda folder=folder: written(folder)  # type: ignore[misc]
        for folder in ELSEWHERE
    },
    "look into /root": lambda: looked_at("/root"),
    "look into /home": lambda: looked_at("/home"),
    "see the system's first process": lambda: Path("/proc/1/status").read_text(),
    "read the kernel's log": lambda: Path("/dev/kmsg").read_text(),
    "change the kernel": lambda: Path("/proc/sys/kernel/core_pattern").write_text("probe"),
    "open another device": lambda: os.open("/dev/not-ours", os.O_RDWR),
    "use IPv4": lambda: opened(socket.AF_INET),
    "use IPv6": lambda: opened(socket.AF_INET6),
    "use netlink": lambda: opened(socket.AF_NETLINK),
    "use packets": lambda: opened(socket.AF_PACKET),
    "become root": lambda: os.setuid(0),
    "make a program that runs as another": set_user_id,
    "make a namespace": lambda: answered(libc.unshare(NEW_USER_NAMESPACE)),
    "write code and run it": lambda: mmap.mmap(-1, 4096, prot=WRITTEN_AND_RUN),
    "run before all others": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
    "set the clock": lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()),
    "name the machine": lambda: socket.sethostname("probe"),
    "mount": lambda: answered(libc.mount(b"none", b"/tmp", b"tmpfs", 0, None)),
}


def tried(what: Callable[[], object]) -> str:
    try:
        what()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return "done"


print(
    json.dumps(
        {
            "may": {name: tried(what) for name, what in MAY.items()},
            "may not": {name: tried(what) for name, what in MAY_NOT.items()},
        }
    )
)
