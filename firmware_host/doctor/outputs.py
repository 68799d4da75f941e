"""The pins of the buzzer and of the lamps."""

from collections.abc import Callable, Iterable

from firmware_host.doctor.finding import Finding, Part, failed
from firmware_host.doctor.machine import OpenPins, ignore
from firmware_host.settings import Settings
from hw.errors import PartError
from hw.lamps import Lamps
from hw.sound import Buzzer

NONE = "no pin is set: the box does without"


def check_sound(settings: Settings, open_pins: OpenPins, box: str | None) -> Finding:
    """Whether the buzzer's pin can be had; nothing is heard."""
    pin = settings.sound.pin
    if pin is None:
        return Finding("sound", True, NONE)
    return _check("sound", [pin], lambda: Buzzer(open_pins(), pin, ignore), box)


def check_lamps(settings: Settings, open_pins: OpenPins, box: str | None) -> Finding:
    """Whether the pins of all lamps can be had; none is lit."""
    pins = settings.lamps.pins
    if not pins:
        return Finding("lamps", True, NONE)
    return _check("lamps", pins.values(), lambda: Lamps(open_pins(), pins, ignore), box)


def _check(
    part: Part, pins: Iterable[int], take: Callable[[], Buzzer | Lamps], box: str | None
) -> Finding:
    named = " and ".join(f"GPIO {pin}" for pin in pins)
    if box:
        how = f"not tested: the box runs (process {box}) and has {named}"
        return Finding(part, None, how, "stop the box, and run this again")
    try:
        take().close()
    except PartError as error:
        return failed(part, error)
    return Finding(part, True, f"{named} taken; what hangs there cannot be told from here")
