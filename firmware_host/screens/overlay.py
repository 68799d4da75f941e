"""What lies over a screen: why a press did nothing, and standing trouble."""

from firmware_host.screens.canvas import WIDTH, Canvas
from firmware_host.screens.fonts import LABEL, TEXT, fit, wrap
from firmware_host.screens.layout import FIGURES, ROOM, Slot

_TOP, _BOTTOM = FIGURES - 1, 54  # of a banner: it hides numbers whole, and no die or button
_LINE = 15  # from line to line of TEXT
_SIGN = "⚠"
_MARGIN = 5  # columns beside a banner's text


def banner(canvas: Canvas, text: str) -> None:
    """One or two lines, dark on light, between the dice and the buttons' line."""
    canvas.cover((0, _TOP - 1, WIDTH, _BOTTOM + 1))
    canvas.light((2, _TOP, WIDTH - 2, _BOTTOM))
    canvas.light((0, _TOP + 2, WIDTH, _BOTTOM - 2))
    lines = wrap(text, WIDTH - 2 * _MARGIN, TEXT)
    top = (_TOP + _BOTTOM - _LINE * len(lines)) // 2 + 3
    for i, line in enumerate(lines):
        canvas.text(TEXT, line, WIDTH // 2, top + i * _LINE, "middle", dark=True)


def note(canvas: Canvas, text: str, slot: Slot) -> None:
    """Standing trouble: in words where the screen has room for them, otherwise as a sign.

    Words that have not even room in a line of their own are shortened there.
    """
    _, said = fit(text, slot.room, LABEL)
    if said != text and slot.room < ROOM:
        said = _SIGN
    canvas.text(LABEL, said, slot.x, slot.y, slot.anchor)
