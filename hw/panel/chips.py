"""The chips as luma.oled knows them, and the messages that change what they show."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from luma.oled.const import ssd1306 as codes
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image

from hw.panel.bus import COMMANDS, DATA
from hw.panel.pages import HEIGHT, WIDTH, Height, Pages, Run, changed_runs

ChipName = Literal["ssd1306", "ssd1309", "sh1106"]

ON = COMMANDS + bytes([codes.DISPLAYON])
OFF = COMMANDS + bytes([codes.DISPLAYOFF])


class _Unseen:
    """Mixed in before a luma device: its constructor then sends nothing that is for `Panel` to."""

    def display(self, image: Image.Image) -> None:
        """Only what changed is sent."""

    def contrast(self, level: int) -> None:
        """A dim panel would flash with luma's own."""

    def show(self) -> None:
        """A panel lights up with its first picture."""


class _Ssd1306(_Unseen, ssd1306):  # type: ignore[misc]  # luma has no types
    pass


class _Ssd1309(_Unseen, ssd1309):  # type: ignore[misc]
    pass


class _Sh1106(_Unseen, sh1106):  # type: ignore[misc]
    pass


@dataclass(frozen=True, slots=True)
class Chip:
    """What differs from one chip to the other."""

    device: type[Any]  # luma's class
    offset: int  # column of the chip's memory that is leftmost on the usual panel


# An SH1106 knows nothing else, and takes this for a column. An SSD1306 that is taken for one then
# shows its picture aside, which tells what is wrong, and not in pieces.
PAGE_ADDRESSING = bytes([codes.MEMORYMODE, 0x02])

CHIPS: dict[ChipName, Chip] = {
    "ssd1306": Chip(_Ssd1306, 0),
    "ssd1309": Chip(_Ssd1309, 0),
    "sh1106": Chip(_Sh1106, 2),
}


class _Recorder:
    """Stands in for luma's serial interface, so that nothing of luma ever holds the bus."""

    def __init__(self) -> None:
        self.commands = bytearray()

    def command(self, *commands: int) -> None:
        self.commands += bytes(commands)

    def cleanup(self) -> None:
        """Called by luma when the program ends: there is nothing to close."""


@cache
def start_sequence(name: ChipName, height: Height = HEIGHT, line_offset: int = 0) -> bytes:
    """The message that readies the chip; a repeat changes nothing that is seen."""
    recorder = _Recorder()
    # luma's exit hook leaves the panel alone when it is to persist.
    CHIPS[name].device(recorder, height=height).persist = True
    ready = recorder.commands.removeprefix(bytes([codes.DISPLAYOFF]))
    lines = ready.index(codes.SETDISPLAYOFFSET) + 1  # in its place, or a repeat would jump
    ready[lines] = (ready[lines] + line_offset) % HEIGHT
    return COMMANDS + ready + PAGE_ADDRESSING


def must_be_contrast(contrast: int) -> int:
    """The contrast; ValueError unless it is 0 to 255."""
    if not 0 <= contrast <= 255:
        raise ValueError(f"a contrast of {contrast} is not for a panel: give 0 to 255")
    return contrast


def set_contrast(contrast: int) -> bytes:
    """The message that sets the contrast."""
    return COMMANDS + bytes([codes.SETCONTRAST, contrast])


def whole(pages: Pages, offset: int) -> Iterator[bytes]:
    """Messages that send every page."""
    for page, columns in enumerate(pages):
        yield from _send(page, columns, [(0, WIDTH)], offset)


def changes(old: Pages, new: Pages, offset: int) -> Iterator[bytes]:
    """Messages that change what the chip shows from `old` to `new`."""
    for page, (was, columns) in enumerate(zip(old, new, strict=True)):
        if was != columns:
            yield from _send(page, columns, changed_runs(was, columns), offset)


def _send(page: int, columns: bytes, runs: Iterable[Run], offset: int) -> Iterator[bytes]:
    """Messages for the runs of one page, which is chosen with the first."""
    choose = COMMANDS + bytes([0xB0 | page])
    for first, end in runs:
        column = first + offset
        low, high = codes.SETLOWCOLUMN | column & 0x0F, codes.SETHIGHCOLUMN | column >> 4
        yield choose + bytes([low, high])
        yield DATA + columns[first:end]
        choose = COMMANDS
