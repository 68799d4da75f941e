"""A short animated GIF out of a long film.

The cut: somebody comes to the box, starts a game and plays the first turns; three dots stand for
the turns left out; the last throws and the result follow. A loop of at most 25 s.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from PIL import Image

from firmware_host.demo.film import Shot
from firmware_host.demo.portrait import portrait
from hw.events import BUTTONS, Button

OPENING = 16.0  # seconds, at most, of the first turns
ENDING = 4.9  # seconds, at most, of what comes before the last picture
LAST = 3.0  # seconds the last picture stands
LONGEST = 1.6  # seconds any other picture stands: enough to read it
PRESS = 0.15  # seconds a button is seen down before it has changed the picture, and after
SHORTEST = 0.02  # seconds; browsers slow down what is shorter
COLOURS = 128


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the panel, the button that is down, and how long both are to be seen."""

    picture: Image.Image
    pressed: Button | None
    seconds: float


def _dots() -> Image.Image:
    picture = Image.new("1", (128, 64))
    for x in (40, 60, 80):
        picture.paste(1, (x, 28, x + 8, 36))
    return picture


MEANWHILE = Frame(_dots(), None, 1.0)  # for the turns left out


def save_gif(shots: Sequence[Shot], file: Path) -> None:
    """Write the first turns and the end of a film to `file`; OSError when that fails."""
    frames = summary(shots)
    colours = _colours()
    first, *others = (
        portrait(frame.picture, frame.pressed).quantize(palette=colours, dither=Image.Dither.NONE)
        for frame in frames
    )
    times = [round(frame.seconds * 100) * 10 for frame in frames]
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0)


def summary(shots: Sequence[Shot]) -> list[Frame]:
    """What the GIF shows: shots in their own time, but for long waits and what is cut out."""
    times = [min(after.at - shot.at, LONGEST) for shot, after in pairwise(shots)] + [LAST]
    starts = list(accumulate(times, initial=0.0))
    opening = _opening(shots, starts)
    ending = bisect_left(starts, starts[-1] - LAST - ENDING)
    if opening >= ending:
        return list(_frames(shots, times))
    return [
        *_frames(shots[:opening], times[:opening]),
        MEANWHILE,
        *_frames(shots[ending:], times[ending:]),
    ]


def _opening(shots: Sequence[Shot], starts: Sequence[float]) -> int:
    """How many shots to show at first: whole turns, unless the very first one is too long."""
    turns = [
        number
        for number, shot in enumerate(shots)
        if shot.screen == "ready" and OPENING / 2 < starts[number] <= OPENING
    ]
    return max(turns, default=bisect_right(starts, OPENING) - 1)


def _frames(shots: Sequence[Shot], times: Sequence[float]) -> Iterator[Frame]:
    """Each shot in up to three parts: its button is still down, none is, the next one's is."""
    following = [shot.pressed for shot in shots[1:]] + [None]
    for shot, seconds, to_come in zip(shots, times, following, strict=True):
        after = min(PRESS, seconds) if shot.pressed else 0.0
        before = min(PRESS, seconds - after) if to_come else 0.0
        parts = ((shot.pressed, after), (None, seconds - after - before), (to_come, before))
        yield from (Frame(shot.picture, down, part) for down, part in parts if part >= SHORTEST)


def _colours() -> Image.Image:
    """A palette of the commonest colours of the box, whichever button is lit."""
    bright = Image.new("1", (128, 64), 1)
    counts: Counter[Any] = Counter()
    for button in (None, *BUTTONS):
        image = portrait(bright, button)
        for count, colour in image.getcolors(image.width * image.height) or ():
            counts[colour] += count
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour, _ in counts.most_common(COLOURS) for part in colour])
    return palette
