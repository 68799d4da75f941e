"""A Debian with systemd as its first process, in a container of systemd-nspawn."""

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from container.commands import BOUND
from container.tree import QUIET

# systemd-nspawn wants cgroups of version 2 alone, whatever this machine has: mounted for it only.
# Without BPF the systemd inside would not keep a service from devices, and would not say so.
IN_ITS_OWN_MOUNTS = """
umount --recursive /sys/fs/cgroup
mount --types cgroup2 none /sys/fs/cgroup
mkdir --parents /run/systemd /run/dbus
exec systemd-nspawn --directory="$0" --machine=dicetower --register=no --keep-unit \
    --private-network --system-call-filter=bpf --capability=CAP_BPF,CAP_PERFMON,CAP_NET_ADMIN \
    --console=pipe --boot
"""

BOOTED = 60.0  # s
ANSWERED = 120.0  # s; for the slowest command, which installs all
ENDED = 20.0  # s
GLANCE = 0.05  # s

T = TypeVar("T")


class MachineError(AssertionError):
    """The machine did not do what it should."""


class Machine:
    """Booted from a tree of files until it is closed; all it says goes into `log`."""

    def __init__(self, tree: Path, log: Path) -> None:
        self.tree = tree
        with log.open("wb") as output:
            self._nspawn = subprocess.Popen(
                [*BOUND, "unshare", "--mount", "sh", "-ec", IN_ITS_OWN_MOUNTS, str(tree)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        self._first = 0
        try:
            self._first = wait_for("the container's first process", self._leader, BOOTED)
            wait_for("the end of its boot", self._is_up, BOOTED)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Off with it, as a power cut does."""
        self._nspawn.send_signal(signal.SIGKILL if not self._first else signal.SIGTERM)
        try:
            self._nspawn.wait(ENDED)
        except subprocess.TimeoutExpired:
            self._nspawn.kill()
            self._nspawn.wait()

    def path(self, inside: str | Path) -> Path:
        """A file of the machine as this one reaches it, its mounts included."""
        return Path(f"/proc/{self._first}/root") / str(inside).lstrip("/")

    def command(self, *words: str) -> list[str]:
        """The command line that runs `words` inside, as root."""
        return ["nsenter", f"--target={self._first}", "--all", "--wd=/", *words]

    def try_out(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command inside, and see how it ends."""
        return subprocess.run(
            self.command(*words),
            env=QUIET,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=ANSWERED,
            check=False,
        )

    def run(self, *words: str) -> str:
        """What a command inside prints; MachineError when it fails."""
        done = self.try_out(*words)
        if done.returncode:
            raise MachineError(
                f"{' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr}"
            )
        return done.stdout.strip()

    def show(self, unit: str, key: str) -> str:
        """A property of a unit."""
        return self.run("systemctl", "show", unit, f"--property={key}", "--value")

    def _leader(self) -> int | None:
        """The number that the container's first process has here."""
        if self._nspawn.poll() is not None:
            raise MachineError("systemd-nspawn has ended; its log says why")
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
        for child in map(int, children.read_text().split()):
            if Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                return child
        return None

    def _is_up(self) -> bool:
        state = self.try_out("systemctl", "is-system-running").stdout.strip()
        return state in ("running", "degraded")


def wait_for(what: str, look: Callable[[], T | None], seconds: float) -> T:
    """The first thing seen that is true; MachineError when there is none for so long."""
    until = time.monotonic() + seconds
    while not (seen := look()):
        if time.monotonic() > until:
            raise MachineError(f"{what} did not come within {seconds:g} s")
        time.sleep(GLANCE)
    return seen
