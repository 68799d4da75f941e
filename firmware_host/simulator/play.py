"""`dicetower play`."""

from pathlib import Path

from firmware_host.simulator.app import Simulator
from firmware_host.simulator.box import SimulatedBox
from firmware_host.simulator.messages import caught_messages
from firmware_host.words import Words


class CrashError(RuntimeError):
    """The box ended by a fault of its own."""


def play(
    language: str,
    folder: Path,
    seed: int | None = None,
    rules: Path | None = None,
    sensor: Path | None = None,
) -> int:
    """Play in this terminal until the person quits, and return the exit status.

    Without a seed games are kept in `folder`; `StoreBusyError` when another process has them.
    `rules` is a folder of rule files that are offered, too; `sensor` the port of one that reads
    real dice.
    """
    with (
        caught_messages() as messages,
        SimulatedBox(language, folder, seed, rules, sensor) as box,
    ):
        simulator = Simulator(box, messages, Words(language))
        simulator.run()
    if box.fault:
        raise CrashError(
            "the box ended by a fault of its own: start it again, and report the lines above"
        ) from box.fault
    return simulator.return_code or 0
