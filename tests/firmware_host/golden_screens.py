"""Screens kept as pictures. `python tests/firmware_host/golden_screens.py` draws them anew."""

from pathlib import Path

from PIL import Image
from profile_examples import MOUNTED
from screen_examples import LONGEST, USUAL

from firmware_host.screens.drawing import draw
from firmware_host.view import View
from firmware_host.words import Words

FOLDER = Path(__file__).parent.parent / "golden" / "screens"

# Every screen in one language, and where texts are longest in the others; with other buttons than
# five where these show most.
KEPT: dict[str, tuple[View, str]] = {
    **{f"{name}.en": (view, "en") for name, view in USUAL.items()},
    **{f"{name}.{lang}": (view, lang) for name, view in LONGEST.items() for lang in ("fi", "it")},
    **{f"{name}.{lang}": (view, lang) for name, view in MOUNTED.items() for lang in ("en", "fi")},
}


def drawn(name: str) -> Image.Image:
    """The picture as it is drawn now."""
    view, language = KEPT[name]
    return draw(view, Words(language))


def kept(name: str) -> Image.Image:
    """The picture in the folder."""
    with Image.open(FOLDER / f"{name}.png") as image:
        return image.convert("1")


def draw_anew() -> None:
    """Replace the folder's pictures, to be looked at before they are committed."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for picture in FOLDER.glob("*.png"):
        picture.unlink()
    for name in KEPT:
        drawn(name).save(FOLDER / f"{name}.png")


if __name__ == "__main__":
    draw_anew()
