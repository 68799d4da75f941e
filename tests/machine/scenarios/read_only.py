"""A system that cannot be written, with the games on another disk; that is full, or missing."""

from collections.abc import Iterator

from container.machine import wait_for
from container.rig import NOT_SAVED, equal, expect

from hw.events import Key
from machine.bench import Bench
from machine.image import GAMES
from machine.pi import SEEN, WELL, Pi
from machine.starts import DISK_MISSING, READ_ONLY
from machine.twin import BEGIN, Twin

STATE = str(GAMES)
UNIT_OF_DISK = "srv-dicetower.mount"
FILL = f"dd if=/dev/zero of={STATE}/filled bs=64k 2>&1"
FULL = "No space left"
GO_ON: tuple[Key, ...] = ("roll", "bank")
ROUNDS = 2


def read_only(bench: Bench) -> Iterator[str]:
    with bench.ready(READ_ONLY) as pi:
        must_be_read_only(pi)
        equal(pi.show("StatusText"), WELL, "what the box says of itself")
        twin = Twin(pi, STATE)
        twin.press(*BEGIN)
        twin.compare()
        twin.must_be_stored()
        yield "on a root that cannot be written it plays, and keeps the throws on the second disk"

        expect(FULL in pi.try_out("sh", "-c", FILL).out, "the disk is full")
        plays_unsaved(pi, twin)
        yield "that disk full, it plays on, and says that it does not save"

        pi.run("rm", f"{STATE}/filled")
        must_save(pi, twin)
        yield "with room again, it saves by itself what it held back, and the game verifies"


def disk_missing(bench: Bench) -> Iterator[str]:
    with bench.ready(DISK_MISSING) as pi:
        must_be_read_only(pi)
        expect(pi.says(NOT_SAVED), "it says that it does not save")
        twin = Twin(pi, STATE)
        *to_the_game, throw = BEGIN
        twin.press(*to_the_game)
        twin.press_alone(throw)
        plays_unsaved(pi, twin)
        yield "without its disk it starts all the same, plays, and says that it does not save"

        pi.plug_disk(bench.second_disk)
        wait_for(
            "the disk", lambda: pi.try_out("systemctl", "start", UNIT_OF_DISK).status == 0, SEEN
        )
        must_save(pi, twin)
        yield "the disk plugged in and mounted, it saves by itself all that was played"


def must_be_read_only(pi: Pi) -> None:
    options = pi.run("findmnt", "--noheadings", "--output=OPTIONS", "/").split(",")
    expect("ro" in options, f"the root is read-only: {options}")


def plays_unsaved(pi: Pi, twin: Twin) -> None:
    pictures = twin.press_alone(*GO_ON * ROUNDS)
    expect(len(pictures) > 1, "the panel goes with the game")
    wait_for("what it says", lambda: pi.says(NOT_SAVED), SEEN)


def must_save(pi: Pi, twin: Twin) -> None:
    """All that was played, in its order."""
    wait_for("the end of the trouble", lambda: pi.says(WELL), SEEN)
    twin.catch_up()
    twin.compare()
    twin.must_be_stored()
    pi.run("dicetower", "games", "verify", "1")
