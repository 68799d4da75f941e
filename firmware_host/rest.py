"""Sparing the panel: when it dims, moves its picture, goes dark. An OLED wears where it is lit."""

from typing import Literal

from PIL import Image

DIM = 0  # contrast; even that is bright enough to read
DIM_AFTER = 60.0  # seconds without a press
OFF_AFTER = 15 * 60.0
SHIFT_EVERY = 60.0  # seconds
SHIFTS = (0, 1, 0, -1)  # pixels to the right; every screen leaves that much free at its sides

Stage = Literal["awake", "dim", "off"]


def moved(picture: Image.Image, right: int) -> Image.Image:
    """The picture so many pixels further right; what leaves it there is dark anyway."""
    if not right:
        return picture
    other = Image.new(picture.mode, picture.size)
    other.paste(picture, (right, 0))
    return other


class Rest:
    """How long nobody has pressed anything, and what that means for the panel."""

    def __init__(self, now: float) -> None:
        self._began = self._used = self._now = now

    def tick(self, now: float) -> None:
        self._now = now

    def use(self, now: float) -> bool:
        """Somebody is there; False when that has only waked a dark panel."""
        was_dark = self.stage == "off"
        self._used = self._now = now
        return not was_dark

    @property
    def stage(self) -> Stage:
        # As in `deadline`: the same sums, so that what is due there has come here.
        if self._now >= self._used + OFF_AFTER:
            return "off"
        return "dim" if self._now >= self._used + DIM_AFTER else "awake"

    @property
    def shift(self) -> int:
        """Where the picture stands now, in pixels to the right."""
        return SHIFTS[self._shifts % len(SHIFTS)]

    @property
    def _shifts(self) -> int:
        """How often the picture has moved."""
        return int((self._now - self._began) / SHIFT_EVERY + 1e-6)

    @property
    def deadline(self) -> float | None:
        """When the next change is due; a dark panel waits for a press alone."""
        if self.stage == "off":
            return None
        after = DIM_AFTER if self.stage == "awake" else OFF_AFTER
        next_shift = self._began + (self._shifts + 1) * SHIFT_EVERY
        return min(self._used + after, next_shift)
