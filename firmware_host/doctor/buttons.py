"""The buttons' pins."""

from contextlib import closing

from firmware_host.doctor.finding import Finding, failed
from firmware_host.doctor.machine import Machine, OpenPins, ignore
from firmware_host.settings import Settings
from hw.errors import PartError
from hw.events import Key
from hw.pins import Pins

NOT_SEEN = "one that is not connected cannot be told from here: press each"


def check_buttons(
    settings: Settings, machine: Machine, open_pins: OpenPins, box: str | None
) -> Finding:
    """Whether every pin can be had and read, and no button is down."""
    if box:
        how = f"not tested: the box runs (process {box}) and has the pins"
        return Finding("buttons", None, how, "stop the box, and run this again")
    try:
        words, levels = _read(settings, machine, open_pins)
    except PartError as error:
        return failed("buttons", error)
    how = f"{words}: {len(levels)} pins taken and read"
    held = [button for button, down in levels.items() if down]
    if not held:
        return Finding("buttons", True, f"{how}; none is held; {NOT_SEEN}")
    pins = " and ".join(f"{button} (GPIO {settings.buttons.pins[button]})" for button in held)
    what_to_do = (
        "let go of it; if nobody holds it, it is closed at rest: use COM and NO, not NC, "
        "or of four legs two at opposite corners"
    )
    return Finding("buttons", False, f"{how}; held: {pins}", what_to_do)


def _read(settings: Settings, machine: Machine, open_pins: OpenPins) -> tuple[str, dict[Key, bool]]:
    buttons = settings.buttons
    pins = Pins(open_pins(), buttons.pins, ignore, machine.clock, pull_up=buttons.pull_up)
    with closing(pins):
        return pins.words, pins.levels()
