"""How the lamps in ROLL and BANK glow beside a view."""

from firmware_host.view import Attract, Throw, View, Waiting
from hw.events import Button
from hw.lamps import Glow

Glows = dict[Button, Glow]


def glows_of(view: View) -> Glows:
    """On where a press would do something; ROLL breathes while dice are to be thrown, or roll."""
    match view.body:
        case Attract():  # any button starts
            return {"roll": "on", "bank": "on"}
        case Waiting(state="throw"):
            return {"roll": "breathing", "bank": _lit(view.labels[-1])}
        case Throw():
            return {"roll": "breathing", "bank": "off"}
    *_, roll, bank = view.labels
    return {"roll": _lit(roll), "bank": _lit(bank)}


def _lit(label: str | None) -> Glow:
    return "off" if label is None else "on"
