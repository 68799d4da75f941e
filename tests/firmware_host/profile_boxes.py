"""Boxes with other buttons than the five."""

from typing import Any

from boxes import TUMBLED, scripted_box

from firmware_host.fakebox import FakeBox
from firmware_host.view import Choose
from hw.events import Profile


def started(profile: Profile, *throws: tuple[int, ...], **more: Any) -> FakeBox:
    """A box with a game of two, on the ready screen of the first player."""
    box = scripted_box(*throws, profile=profile, **more)
    box.press(*(("ok", "ok") if profile == "three" else ("roll", "roll")))
    assert box.screen == "ready"
    return box


def choosing(profile: Profile, *throws: tuple[int, ...]) -> FakeBox:
    """The same box with the first throw lying there to choose from."""
    box = started(profile, *throws)
    box.press("ok" if profile == "three" else "roll")
    box.wait(TUMBLED)
    assert box.screen == "choose"
    return box


def kept(box: FakeBox) -> list[int]:
    """The places of the throw that are chosen."""
    assert isinstance(box.view.body, Choose)
    return [place for place, chosen in enumerate(box.view.body.kept) if chosen]
