"""What a sensor tells, in plain English: for the monitor, the fake sensor and the doctor."""

from collections.abc import Mapping

from hw.events import Cause, Kind, Reading
from hw.tower.verdict import ACCEPT

KINDS: Mapping[Kind, str] = {
    "roll": "thrown",
    "read": "read as they lie",
    "nudge": "bumped after the result",
    "place": "put there by hand",
}

CAUSES: Mapping[Cause, str] = {
    "cocked": "a die leans",
    "stacked": "a die lies on another",
    "missing": "a die is missing",
    "extra": "there is one thing too many",
    "unread": "a die cannot be read",
    "motion": "the dice do not come to rest",
    "light": "too dark, or too bright",
    "lid": "the lid is open",
    "cam": "the camera does not answer",
    "cal": "it is not calibrated",
}


def reading_in_words(reading: Reading) -> str:
    """How the dice came to lie, or why they are of no use, and their faces."""
    dice = " ".join("?" if die is None else str(die) for die in reading.dice)
    sure = min(reading.sure, default=100)
    doubt = f" (the least certain {sure} %)" if sure < ACCEPT else ""
    return f"{_what(reading)}: {dice or 'no dice'}{doubt}"


def beat_in_words(beat: Mapping[str, str]) -> str:
    """The state that a BEAT tells."""
    told = {key: beat.get(key, "?") for key in ("st", "up", "last", "q", "lost", "n")}
    text = (
        "{st}, up {up} s, {n} dice in the tray, newest result {last}, "
        "{q} not acknowledged, {lost} lost".format(**told)
    )
    return f"{text}, light {beat['lux']}" if "lux" in beat else text


def _what(reading: Reading) -> str:
    if reading.cause:
        return CAUSES[reading.cause]
    return KINDS[reading.kind or "read"]
