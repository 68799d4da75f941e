"""Every part, one after the other."""

from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path

from firmware_host.doctor.box import running_box
from firmware_host.doctor.buttons import check_buttons
from firmware_host.doctor.clock import check_clock
from firmware_host.doctor.finding import Finding, Part
from firmware_host.doctor.games import check_games
from firmware_host.doctor.machine import Machine
from firmware_host.doctor.outputs import check_lamps, check_sound
from firmware_host.doctor.panel import check_panel
from firmware_host.doctor.random import check_random
from firmware_host.doctor.rules import check_rules
from firmware_host.doctor.sensor import check_sensor
from firmware_host.doctor.settings import check_settings
from firmware_host.doctor.state import check_state
from firmware_host.runtime import runtime_directory


def examine(file: Path | None, machine: Machine) -> Generator[Finding, None, None]:
    """A finding for each part, as it is found, of the box with the settings of `file`.

    Raise `SettingsError` where not even the defaults can be had.
    """
    settings, finding = check_settings(file)
    yield finding
    with runtime_directory() as folder:
        pins = cache(lambda: machine.open_pins(folder()))

        def box() -> str | None:
            return running_box(settings.state_directory)

        yield _told("rules", lambda: check_rules(settings))
        yield _told("buttons", lambda: check_buttons(settings, machine, pins, box()))
        yield _told("panel", lambda: check_panel(settings, pins, box()))
        yield _told("sound", lambda: check_sound(settings, pins, box()))
        yield _told("lamps", lambda: check_lamps(settings, pins, box()))
        yield _told("random", lambda: check_random(settings, machine))
        yield _told("sensor", lambda: check_sensor(settings, machine, box()))
        yield _told("state", lambda: check_state(settings, machine))
        yield _told("games", lambda: check_games(settings, box()))
        yield _told("clock", lambda: check_clock(machine))


def _told(part: Part, check: Callable[[], Finding]) -> Finding:
    """What the check finds; what the system refuses it keeps no other from its turn."""
    try:
        return check()
    except OSError as error:
        return Finding(part, None, f"cannot be tested ({error})", "put that right first")
