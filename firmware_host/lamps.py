"""How the lamps in ROLL and BANK glow beside a view."""

from firmware_host.view import Attract, Throw, View
from hw.events import Button
from hw.lamps import Glow

Glows = dict[Button, Glow]


def glows_of(view: View) -> Glows:
    """On where a press would do something; ROLL breathes while a throw is awaited."""
    match view.body:
        case Attract():  # any button starts
            return {"roll": "on", "bank": "on"}
        case Throw():
            return {"roll": "breathing", "bank": "off"}
    return {"roll": _lit(view.labels.roll), "bank": _lit(view.labels.bank)}


def _lit(label: str | None) -> Glow:
    return "off" if label is None else "on"
