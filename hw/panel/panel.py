"""One panel on its bus: keeps what the chip shows and sends what differs."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from PIL import Image

from hw.panel import chips
from hw.panel.bus import Bus, PanelLost
from hw.panel.chips import CHIPS, ChipName, must_be_contrast
from hw.panel.i2c import I2c
from hw.panel.pages import HEIGHT, WIDTH, Height, Pages, Rotation, pack

T = TypeVar("T")

BLANK = Image.new("1", (WIDTH, HEIGHT))


class Panel:
    """Shows 128 x 64 one-bit pictures; PanelLost from any method, and then all is sent anew."""

    def __init__(
        self,
        chip: ChipName = "ssd1306",
        bus: Bus | None = None,  # None for the usual place on I2C
        *,
        height: Height = HEIGHT,
        rotation: Rotation = 0,
        offset: int | None = None,  # columns; None for the chip's usual
        line_offset: int = 0,
        contrast: int = 0x7F,
    ) -> None:
        self._chip = chip
        self._bus = bus or I2c()
        self._height = height
        self._rotation = rotation
        self._offset = CHIPS[chip].offset if offset is None else offset
        self._line_offset = line_offset
        self._contrast = must_be_contrast(contrast)
        self._shown: Pages | None = None  # None while it is not known what the chip shows
        self._dark = True

    @property
    def check_every(self) -> float:
        """Seconds between two calls of `check` while a picture is shown."""
        return self._bus.check_every

    @property
    def contrast(self) -> int:
        """From 0 to 255."""
        return self._contrast

    def set_contrast(self, contrast: int) -> None:
        """Set the contrast now and after every later start."""
        if contrast == self._contrast:
            return
        self._contrast = must_be_contrast(contrast)
        if self._shown is not None:
            self._send([chips.set_contrast(contrast)])

    def show(self, picture: Image.Image) -> None:
        """Send the bytes that changed, or all where it is not known what the chip shows."""
        pages = pack(picture, self._rotation, self._height)
        if self._shown is None:
            self._start(pages)
        else:
            self._send(chips.changes(self._shown, pages, self._offset))
        self._shown = pages

    def check(self) -> None:
        """Send everything with the next picture if the chip may have lost what it was told."""
        if not self._or_forget(self._bus.still_on):
            self.forget()

    def off(self) -> None:
        """Clear the panel and switch it off; the next picture switches it on."""
        self.show(BLANK)
        self._send([chips.OFF])
        self._dark = True
        self.forget()

    def forget(self) -> None:
        """Send everything with the next picture, in case the chip lost what it was told."""
        self._shown = None

    def close(self) -> None:
        """Leave the panel as it is and close the bus."""
        self._bus.close()
        self.forget()

    def _start(self, pages: Pages) -> None:
        if self._dark:  # or the reset would be seen
            self._or_forget(self._bus.reset)
        ready = chips.start_sequence(self._chip, self._height, self._line_offset)
        picture = chips.whole(pages, self._offset)
        self._send([ready, chips.set_contrast(self._contrast), *picture, chips.ON])
        self._dark = False
        self._or_forget(self._bus.still_on)  # who has said "on" is later believed to be off

    def _send(self, messages: Iterable[bytes]) -> None:
        self._or_forget(lambda: self._bus.send(list(messages)))

    def _or_forget(self, use: Callable[[], T]) -> T:
        try:
            return use()
        except PanelLost:
            self.forget()
            raise
