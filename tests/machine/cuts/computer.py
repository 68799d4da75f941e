"""A Linux as a program of this machine, with a folder as its root, a disk and serial lines."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, NamedTuple

MEMORY = "192M"
LINES = 3
ENDED = 20.0  # s
# The kernel is older than what this machine's C library asks of one.
SURROUNDINGS = {**os.environ, "GLIBC_TUNABLES": "glibc.pthread.rseq=0"}
QUIET = ("quiet", "loglevel=1", "con=null", "con0=null", "ssl=null")


class SerialLine(NamedTuple):
    """This machine's end."""

    out: IO[bytes]  # what the computer says
    into: IO[bytes]  # what it is told


class Computer:
    """Runs until its power is cut."""

    def __init__(self, lines: Sequence[SerialLine], program: "subprocess.Popen[bytes]") -> None:
        self.lines = lines
        self._program = program

    def cut(self) -> None:
        """All that it had in its memory is gone."""
        if self._program.poll() is None:
            os.killpg(self._program.pid, signal.SIGKILL)  # it is a group of its own
        self._program.wait(ENDED)


@contextmanager
def switched_on(
    kernel: Path, root: Path, disk: Path, first: Sequence[str], log: IO[bytes]
) -> Iterator[Computer]:
    """A computer that starts with the program `first` of `root`; the kernel speaks to `log`."""
    files = [f"ubd0={disk}", "root=/dev/root", "rootfstype=hostfs", f"rootflags={root}", "ro"]
    own = f"uml_dir={root.parent / 'uml'}"
    command = [str(kernel), f"mem={MEMORY}", "seccomp=on", own, *QUIET, *files, f"init={first[0]}"]
    with ExitStack() as ours:
        lines, theirs = zip(*(_line(ours) for _ in range(LINES)), strict=True)
        computer = Computer(lines, _started([*command, *first[1:]], theirs, log))
        ours.callback(computer.cut)
        yield computer


def _line(ours: ExitStack) -> tuple[SerialLine, tuple[int, int]]:
    """Our end, and the other one: what is read there, and written."""
    (out, written), (read, into) = os.pipe(), os.pipe()
    reading = ours.enter_context(os.fdopen(out, "rb", buffering=0))
    writing = ours.enter_context(os.fdopen(into, "wb", buffering=0))
    return SerialLine(reading, writing), (read, written)


def _started(
    command: Sequence[str], lines: Sequence[tuple[int, int]], log: IO[bytes]
) -> "subprocess.Popen[bytes]":
    """The program, which alone has the other ends of the lines from now on."""
    ssl = [f"ssl{number}=fd:{read},fd:{written}" for number, (read, written) in enumerate(lines)]
    ends = [end for line in lines for end in line]
    try:
        return subprocess.Popen(
            [*command, *ssl],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=SURROUNDINGS,
            pass_fds=ends,
            start_new_session=True,
        )
    finally:
        for end in ends:
            os.close(end)
