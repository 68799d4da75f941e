"""Every part, one after the other."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from firmware_host.doctor.box import box_kept_out
from firmware_host.doctor.buttons import check_buttons
from firmware_host.doctor.clock import check_clock
from firmware_host.doctor.finding import Finding
from firmware_host.doctor.games import check_games
from firmware_host.doctor.machine import Machine
from firmware_host.doctor.outputs import check_lamps, check_sound
from firmware_host.doctor.panel import check_panel
from firmware_host.doctor.random import check_random
from firmware_host.doctor.rules import check_rules
from firmware_host.doctor.sensor import check_sensor
from firmware_host.doctor.settings import check_settings
from firmware_host.doctor.state import check_state


def examine(file: Path | None, machine: Machine) -> Iterator[Finding]:
    """A finding for each part, as it is found, of the box with the settings of `file`.

    Raise `SettingsError` where not even the defaults can be had.
    """
    settings, finding = check_settings(file)
    yield finding
    yield check_rules(settings)
    with (
        tempfile.TemporaryDirectory(prefix="dicetower-") as folder,
        box_kept_out(settings.state_directory) as box,
    ):
        runtime = Path(folder)
        yield check_buttons(settings, machine, runtime, box)
        yield check_panel(settings, machine, runtime, box)
        yield check_sound(settings, machine, runtime, box)
        yield check_lamps(settings, machine, runtime, box)
        yield check_random(settings, machine)
        yield check_sensor(settings, machine, box)
        yield check_state(settings, machine)
        yield check_games(settings, box)
    yield check_clock(machine)
