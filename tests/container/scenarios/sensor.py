"""A sensor on a pseudo-terminal, which the box may open by its group alone."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from container.machine import Machine, MachineError, wait_for
from container.rig import STATE, UNIT, Rig, equal, wired

LINK = "/run/dicetower-sensor"
DEVICE = "DeviceAllow=char-pts rw\n"  # the unit itself allows what USB's sensors are
SENSOR = f"""
state_directory = "{STATE}/with-sensor"  # without the game that is there
[sensor]
port = "{LINK}"
"""
GAME = ("roll", "keep", "keep", "keep", "right", "roll")
DICE = [1, 5, 5, 2, 4, 6]
REFUSED = "may not be opened"
PATIENCE = 20.0  # s


class FakeSensor:
    """`dicetower fake-sensor` in the machine, as root, with its commands and what it says."""

    def __init__(self, machine: Machine) -> None:
        self._process = subprocess.Popen(
            machine.command("dicetower", "fake-sensor", "--link", LINK),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self._said = ""

    def tell(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{command}\n".encode())
        self._process.stdin.flush()

    def hears(self, words: str) -> None:
        """Wait until it says so; what it said before is done with."""
        try:
            wait_for(repr(words), lambda: words in self._all(), PATIENCE)
        except MachineError as failure:
            raise MachineError(f"{failure}; it said: {self._said}") from None
        self._said = self._said.partition(words)[2]

    def close(self) -> None:
        self._process.terminate()
        self._process.communicate()

    def _all(self) -> str:
        assert self._process.stdout is not None
        self._said += (self._process.stdout.read() or b"").decode()
        return self._said


@contextmanager
def fake_sensor(machine: Machine) -> Iterator[FakeSensor]:
    fake = FakeSensor(machine)
    try:
        fake.hears("the sensor is at")
        yield fake
    finally:
        fake.close()


def sensor(rig: Rig) -> Iterator[str]:
    machine = rig.machine
    with rig.settings(SENSOR), fake_sensor(machine) as fake, wired(rig, DEVICE) as wires:
        terminal = machine.run("readlink", "--canonicalize", LINK)
        machine.run("chown", "root:root", terminal)
        machine.run("chmod", "660", terminal)
        machine.run("systemctl", "restart", UNIT)
        rig.runs()
        wait_for("the refusal", lambda: REFUSED in machine.show(UNIT, "StatusText"), PATIENCE)
        yield "where only root may open it, the box says so and goes on"

        machine.run("chgrp", "dialout", terminal)
        fake.hears("the box greets")
        yield "given to the group dialout, it is taken up by itself"

        wires.press(*GAME)
        fake.hears("the box awaits 6 dice")
        fake.tell(f"throw {' '.join(map(str, DICE))}")
        fake.hears("the box has it")
        games = rig.games()
        equal(len(games), 1, "how many games there are")
        thrown = games[0]["rows"][-1]
        equal((thrown["action"].get("dice"), thrown["source"]), (DICE, "sensor"), "the throw")
        yield f"a throw comes through: {' '.join(map(str, DICE))}, kept before it was acknowledged"
