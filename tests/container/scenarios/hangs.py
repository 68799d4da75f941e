"""A box that hangs or is killed comes back to the same picture, with the same game."""

from collections.abc import Iterator
from functools import partial

from container.machine import wait_for
from container.rig import UNIT, Rig, equal, expect, wired

# The unit's own times are longer, and what happens is the same. A stopped process does not see the
# watchdog's SIGABRT: it is killed when the second time is over.
SHORT = """
WatchdogSec=4
TimeoutAbortSec=2
"""
PATIENCE = 30.0  # s
BEGIN = ("roll", "roll", "roll")
PLAY = ("roll", "right")


def hangs(rig: Rig) -> Iterator[str]:
    machine = rig.machine
    with wired(rig, SHORT) as wires:
        wires.press(*BEGIN)
        shown, games = wires.press(*PLAY), rig.games()
        equal(len(games), 1, "how many games there are")
        expect(bool(games[0]["rows"]), "something was thrown")
        yield f"a game is begun with {len(BEGIN + PLAY)} presses: {len(games[0]['rows'])} rows"

        for signal, how in (("STOP", "watchdog"), ("KILL", "signal")):
            process = rig.runs()
            before = rig.restarts()
            machine.run("systemctl", "kill", "--kill-whom=main", f"--signal=SIG{signal}", UNIT)
            wait_for("the restart", partial(is_restarted, rig, before), PATIENCE)
            expect(rig.runs() != process, "it is another process")
            log = machine.run("journalctl", f"--unit={UNIT}", "--output=cat")
            expect(f"Failed with result '{how}'" in log, f"systemd ended it: {log[-500:]}")
            equal(wires.picture(), shown, "the picture after the restart")
            equal(rig.games(), games, "the games after the restart")
            yield f"SIG{signal}: ended by {how}, started again, same picture, same game"
        machine.run("dicetower", "games", "verify", "1")


def is_restarted(rig: Rig, before: int) -> bool:
    return rig.restarts() == before + 1
