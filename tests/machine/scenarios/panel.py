"""The panel's plug is pulled in the middle of a picture; its wire is bad: the game goes on."""

import time
from collections.abc import Iterator

from container.machine import wait_for
from container.rig import equal, expect

from machine.bench import Bench
from machine.pi import SEEN, WELL, Pi
from machine.twin import BEGIN, Twin

RUNS = 1  # of pixels, of the more that a throw sends
STORM = 4.0  # s
SHARE = 0.4  # of the messages that nobody acknowledges
FEWEST = 3  # messages; the box waits a second behind each
LOST = "the panel does not answer at 0x3c on I2C bus 1"


def panel(bench: Bench) -> Iterator[str]:
    with bench.ready() as pi:
        twin = Twin(pi)
        process = pi.runs()
        twin.press(*BEGIN)
        twin.compare()
        yield "a game is begun, and the first throw shown"

        pi.ask("unplug behind", RUNS)
        twin.press("roll")
        wait_for("the trouble in the status", lambda: pi.says(LOST), SEEN)
        yield f"unplugged while pixels were on their way, with {RUNS} run there: the box says so"

        pi.ask("plug")
        wait_for("the end of the trouble", lambda: is_well(pi), SEEN)
        twin.compare()
        yield "plugged in again, with noise in its memory: the same picture as the fakes', lit"

        pi.ask("go deaf", SHARE)
        refused = pi.ask("look")["refused"]
        until = time.monotonic() + STORM
        while time.monotonic() < until:
            twin.press("right")
        refused = pi.ask("look")["refused"] - refused
        expect(refused >= FEWEST, f"the storm raged: {refused} messages were refused")
        pi.ask("go deaf", 0.0)
        wait_for("the end of the trouble", lambda: is_well(pi), SEEN)
        twin.compare()
        yield f"{refused} messages refused at random in {STORM:g} s: the right picture afterwards"

        expect(pi.runs() == process, "it was the same process all the time")
        equal(pi.ask("look")["unknown"], [], "commands that the chip does not know")
        twin.must_be_stored()


def is_well(pi: Pi) -> bool:
    look = pi.ask("look")
    return bool(look["lit"]) and pi.says(WELL)
