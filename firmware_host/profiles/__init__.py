"""Profiles of buttons: what a press of a mounted button is to the box, and what the labels say.

The box itself has five buttons, and each screen says what they do now. A profile with others
makes one of them, or several in a row, out of each press.
"""

from collections.abc import Callable, Mapping

from firmware_host.profiles.hold_six import HoldSix
from firmware_host.profiles.three import Three
from firmware_host.profiles.translator import Five, Meaning, Translator
from hw.events import Profile

__all__ = ["PROFILES", "Five", "HoldSix", "Meaning", "Three", "Translator"]

PROFILES: Mapping[Profile, Callable[[], Translator]] = {
    "five": Five,
    "three": Three,
    "hold-six": HoldSix,
}
