"""A system that cannot be written, without the games' folder, or without the disk mounted there."""

from collections.abc import Iterator
from contextlib import contextmanager

from container.machine import Machine, wait_for
from container.rig import NOT_SAVED, STATE, UNIT, Rig, equal, expect, wired

SEEN = 20.0  # s in which the box notices
BEGIN = ("roll", "roll", "roll")

UNIT_OF_DISK = "var-lib-dicetower.mount"
NO_DISK = f"""
[Mount]
What=/run/no-disk
Where={STATE}
Type=ext4
"""


def folder_missing(rig: Rig) -> Iterator[str]:
    machine = rig.machine
    with read_only(machine):
        machine.run("systemctl", "restart", UNIT)
        rig.runs()
        must_say_unsaved(machine)
        expect(not machine.path(STATE).exists(), "the folder is not there")
        machine.run("systemctl", "stop", UNIT)
    yield "where there is no folder for the games, and none can be made, it starts, and says so"


def disk_missing(rig: Rig) -> Iterator[str]:
    machine = rig.machine
    with read_only(machine, STATE.name), without_disk(machine), wired(rig) as wires:
        process = rig.runs()
        equal(machine.show(UNIT_OF_DISK, "ActiveState"), "failed", "the disk")
        wires.press(*BEGIN)
        must_say_unsaved(machine)
        yield f"without the disk that belongs at {STATE} it starts, and says so"

        machine.run("mount", "-t", "tmpfs", "-o", "uid=dicetower,mode=750", "disk", str(STATE))
        wait_for("the end of the trouble", lambda: not says_unsaved(machine), SEEN)
        expect(any(game["rows"] for game in rig.games()), "what was thrown before is stored now")
        equal(rig.runs(), process, "the box that saves")
        yield "mounted later, the disk gets all that was played"


@contextmanager
def read_only(machine: Machine, *folders: str) -> Iterator[None]:
    """A /var/lib with these folders of root's alone, that cannot be written."""
    place = str(STATE.parent)
    machine.run("mount", "-t", "tmpfs", "-o", "mode=755", "none", place)
    try:
        for folder in folders:
            machine.path(place).joinpath(folder).mkdir()
        machine.run("mount", "-o", "remount,ro", place)
        yield
    finally:
        machine.run("systemctl", "stop", UNIT)
        machine.run("umount", "--recursive", place)


@contextmanager
def without_disk(machine: Machine) -> Iterator[None]:
    """A disk that is to be mounted there, and is not found."""
    unit = machine.path("/run/systemd/system") / UNIT_OF_DISK
    unit.write_text(NO_DISK)
    machine.run("systemctl", "daemon-reload")
    try:
        yield
    finally:
        unit.unlink()
        machine.run("systemctl", "reset-failed", UNIT_OF_DISK)
        machine.run("systemctl", "daemon-reload")


def says_unsaved(machine: Machine) -> bool:
    return NOT_SAVED in machine.show(UNIT, "StatusText")


def must_say_unsaved(machine: Machine) -> None:
    wait_for("what it says", lambda: says_unsaved(machine), SEEN)
