"""The buttons' pins."""

from contextlib import closing
from pathlib import Path

from firmware_host.doctor.finding import Finding, failed
from firmware_host.doctor.machine import Machine, ignore
from firmware_host.settings import Settings
from hw.errors import PartError
from hw.events import Key
from hw.pins import Pins


def check_buttons(settings: Settings, machine: Machine, runtime: Path, box: str | None) -> Finding:
    """Whether every pin can be had and read, and no button is down; `runtime` is for lgpio."""
    if box:
        how = f"not tested: the box runs (process {box}) and has the pins"
        return Finding("buttons", None, how, "stop the box, and run this again")
    try:
        words, levels = _read(settings, machine, runtime)
    except PartError as error:
        return failed("buttons", error)
    how = f"{words}: {len(levels)} pins taken and read"
    held = [button for button, down in levels.items() if down]
    if not held:
        return Finding("buttons", True, f"{how}; none is held")
    pins = " and ".join(f"{button} (GPIO {settings.buttons.pins[button]})" for button in held)
    what_to_do = "let go of it; if nobody holds it, check its wires and buttons.pull_up"
    return Finding("buttons", False, f"{how}; held: {pins}", what_to_do)


def _read(settings: Settings, machine: Machine, runtime: Path) -> tuple[str, dict[Key, bool]]:
    buttons, library = settings.buttons, machine.open_pins(runtime)
    pins = Pins(library, buttons.pins, ignore, machine.clock, pull_up=buttons.pull_up)
    with closing(pins):
        return pins.words, pins.levels()
