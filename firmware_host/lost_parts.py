"""Which parts are lost: said once in the log, and on the screen until they are back."""

import logging
from collections.abc import MutableMapping

from firmware_host.view import Say
from hw.events import Part, PartReport

# What the screen says of a lost part; of a lost panel there is nobody to tell.
NOTES = {
    "buttons": Say.of("note.no_buttons"),
    "dice": Say("note.no_dice"),
    "random": Say("note.system_dice"),
    "sound": Say("note.no_sound"),
    "lamps": Say("note.no_lamps"),
}

# Of a lost sensor, by the cause that the screen tells apart.
_SENSOR = {
    "version": Say("waiting.version"),
    "busy": Say("waiting.busy"),
    "silent": Say("waiting.silent"),
}
_SENSOR_LOST = Say("waiting.lost")

log = logging.getLogger(__name__)


class LostParts:
    """Keeps the `notes` of a screen, by part."""

    def __init__(self, notes: MutableMapping[str, Say]) -> None:
        self._notes = notes
        self._lost: dict[Part, str] = {}  # and why, as it was logged last

    @property
    def troubles(self) -> tuple[str, ...]:
        """Why each is lost, in words."""
        return tuple(self._lost.values())

    def report(self, report: PartReport) -> None:
        """Take in that a part is lost, and why, or that it works."""
        if report.ok and report.part in self._lost:
            del self._lost[report.part]
            self._notes.pop(report.part, None)
            log.warning("the %s part works again", report.part)
        elif not report.ok and self._lost.get(report.part) != report.why:
            self._lost[report.part] = report.why
            log.error("%s", report.why)
            if report.part in NOTES:
                self._notes[report.part] = NOTES[report.part]


def sensor_trouble(report: PartReport) -> Say | None:
    """What the screen says of the sensor, None when it works."""
    return None if report.ok else _SENSOR.get(report.cause, _SENSOR_LOST)
