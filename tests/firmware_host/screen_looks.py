"""What is on a screen, and where."""

from itertools import combinations

from PIL import ImageChops

from firmware_host.screens import drawing as screens
from firmware_host.screens.canvas import HEIGHT, WIDTH, Box, Canvas
from firmware_host.view import Body, View
from firmware_host.words import LANGUAGES, Words

WORDS = {language: Words(language) for language in LANGUAGES}


def texts(view: View, language: str = "en") -> list[str]:
    """What is written on a screen, from the first laid to the last."""
    return [placed.what for placed in screens.compose(view, WORDS[language]).placed if placed.font]


def place_of(what: str, body: Body) -> Box:
    """Where the only thing of that name is."""
    (box,) = [
        placed.box
        for placed in screens.compose(View(body), WORDS["en"]).placed
        if placed.what == what
    ]
    return box


def dice(body: Body) -> list[tuple[str, Box]]:
    """Every die on a screen, with its place."""
    placed = screens.compose(View(body), WORDS["en"]).placed
    return [(each.what, each.box) for each in placed if each.font is None]


def touching(one: Box, other: Box) -> bool:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return left < right and top < bottom


def inside(one: Box, other: Box) -> bool:
    return one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3]


def changed(before: View, after: View) -> Box:
    """The smallest box around what differs between two pictures."""
    pictures = (screens.draw(view, WORDS["en"]) for view in (before, after))
    box = ImageChops.logical_xor(*pictures).getbbox()
    assert box is not None
    return box


def assert_whole(canvas: Canvas, *said: str) -> None:
    """These texts are written, none of them cut, and nothing lies over another."""
    written = " ".join(placed.what for placed in canvas.placed)
    assert [text for text in said if text not in written] == []
    assert all(inside(placed.box, (0, 0, WIDTH, HEIGHT)) for placed in canvas.placed)
    for one, other in combinations(canvas.placed, 2):
        assert not touching(one.box, other.box), (one.what, other.what)
