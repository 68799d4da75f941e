"""A box that hangs is started again by systemd, a machine that hangs by its hardware."""

from collections.abc import Iterator

from container.machine import wait_for
from container.rig import UNIT, equal, expect

from machine.bench import Bench
from machine.pi import DROP_IN
from machine.twin import BEGIN, Twin

# The unit's own times are longer, and what happens is the same. A stopped process does not see the
# watchdog's SIGABRT: it is killed when the second time is over.
SHORT = """
[Service]
WatchdogSec=4
TimeoutAbortSec=1
"""
HUNG = 20.0  # s

MANAGER = ("org.freedesktop.systemd1", "/org/freedesktop/systemd1")
WATCHDOG = ("org.freedesktop.systemd1.Manager", "RuntimeWatchdogUSec", "t")
SOON = 2_000_000  # µs; from when it is to hang, or a slow moment would do it
HOLD_SYSTEMD = """
import ctypes, time
ctypes.CDLL(None).ptrace(16, 1, 0, 0)  # PTRACE_ATTACH: it stands still while this waits
time.sleep(1000)
"""


def hung_box(bench: Bench) -> Iterator[str]:
    with bench.ready() as pi:
        equal(pi.show("WatchdogUSec"), "30s", "the time that the package sets")
        pi.ask("write", DROP_IN, SHORT)
        pi.run("systemctl", "daemon-reload")
        pi.run("systemctl", "restart", UNIT)
        twin = Twin(pi)
        process, restarts = pi.plays(), pi.restarts()
        twin.press(*BEGIN)
        twin.compare()
        yield f"a game is begun, by process {process}"

        pi.run("systemctl", "kill", "--kill-whom=main", "--signal=SIGSTOP", UNIT)
        wait_for("the restart", lambda: pi.restarts() == restarts + 1, HUNG)
        expect(pi.plays() != process, "it is another process")
        expect("Failed with result 'watchdog'" in pi.log(), "the watchdog ended it")
        yield "stopped, it is ended by systemd's watchdog, and started again"

        twin.compare()
        twin.must_be_stored()
        yield "the panel shows the same, and the throws are there"


def hung_machine(bench: Bench) -> Iterator[str]:
    with bench.ready() as pi:
        equal(pi.show("RuntimeWatchdogUSec", ""), "15s", "the time that the package sets")
        twin = Twin(pi)
        twin.press(*BEGIN)
        twin.compare()
        boot = pi.run("cat", "/proc/sys/kernel/random/boot_id")
        pi.run("busctl", "set-property", *MANAGER, *WATCHDOG, str(SOON))
        yield "a game is begun; the hardware's watchdog runs, from now on with 2 s in place of 15"

        pi.ask("start", "python3", "-c", HOLD_SYSTEMD)
        wait_for("the watchdog", lambda: pi.qemu.has_told("WATCHDOG"), HUNG)
        pi.comes_up()
        yield "its first process stopped, the hardware starts the machine again"

        pi.plays()
        expect(pi.run("cat", "/proc/sys/kernel/random/boot_id") != boot, "it is another boot")
        twin.compare()
        twin.must_be_stored()
        yield "the panel shows the same, and the throws are there"
