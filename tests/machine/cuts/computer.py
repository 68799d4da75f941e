"""A Linux as a program of this machine, with a folder as its root, a disk and serial lines."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
    kernel: Path, root: Path, disk: Path, first: str, arguments: Sequence[str], log: IO[bytes]
) -> Iterator[Computer]:
    """A computer that starts with the program `first` of `root`; the kernel speaks to `log`."""
    pipes = [(os.pipe(), os.pipe()) for _ in range(LINES)]
    theirs = [(into[0], out[1]) for out, into in pipes]
    ssl = [f"ssl{number}=fd:{into},fd:{out}" for number, (into, out) in enumerate(theirs)]
    files = [f"ubd0={disk}", "root=/dev/root", "rootfstype=hostfs", f"rootflags={root}", "ro"]
    program = subprocess.Popen(
        [
            *(str(kernel), f"mem={MEMORY}", "seccomp=on", *QUIET, *ssl, *files),
            *(f"init={first}", *arguments),
        ],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        env=SURROUNDINGS,
        pass_fds=[end for ends in theirs for end in ends],
        start_new_session=True,
    )
    for end in (end for ends in theirs for end in ends):
        os.close(end)
    lines = [
        SerialLine(os.fdopen(out[0], "rb", buffering=0), os.fdopen(into[1], "wb", buffering=0))
        for out, into in pipes
    ]
    computer = Computer(lines, program)
    try:
        yield computer
    finally:
        computer.cut()
        for line in lines:
            line.out.close()
            line.into.close()
