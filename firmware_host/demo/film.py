"""What the panel showed, with the times and the presses, from a box that is being played on."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from PIL import Image

from firmware_host.fakebox import FakeBox
from hw.events import BUTTONS, Button

SETTLED = 0.15  # seconds a picture stands that is no passing one, as of tumbling dice


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of the panel, from the chip model."""

    at: float  # seconds
    picture: Image.Image  # 128 x 64, one bit
    pressed: Button | None  # the button that was down
    screen: str  # the flow's state


class Film:
    """Takes what `box` shows now and every picture that follows."""

    def __init__(self, box: FakeBox) -> None:
        self.shots: list[Shot] = []
        self._box = box
        self._take()
        box.on_picture = self._take

    @property
    def settled(self) -> Iterator[Image.Image]:
        """The pictures that stood long enough to be read; the last one still does."""
        for shot, following in pairwise(self.shots):
            if following.at - shot.at >= SETTLED:
                yield shot.picture
        yield self.shots[-1].picture

    def save_frames(self, folder: Path) -> None:
        """Write the settled pictures as 0001.png and so on; OSError when that fails.

        Nor among pictures that are there: a shorter film would leave the end of a longer one.
        """
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.glob("*.png")):
            raise FileExistsError(f"{folder} holds pictures already; name an empty folder")
        for number, picture in enumerate(self.settled, start=1):
            picture.save(folder / f"{number:04}.png")

    def _take(self) -> None:
        box = self._box
        levels = box.pins.levels()
        pressed = next((button for button in BUTTONS if levels[button]), None)
        self.shots.append(Shot(box.clock.now(), box.picture(), pressed, box.screen))
