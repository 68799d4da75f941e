"""What takes long to make, and is kept: whole, or not there."""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path


def kept(place: Path, what: str, make: Callable[[Path], object], older: str = "") -> Path:
    """A file or folder that `make` makes unless it is there; `what` is told then.

    It is made under another name, so that one that is half made is never taken for it. It takes
    the place of all beside it whose names fit the pattern `older`, if there is one.
    """
    if not place.exists():
        print(f"  making: {what}", flush=True)
        place.parent.mkdir(parents=True, exist_ok=True)
        new = place.with_name(f"{place.name}.new")
        for old in (*place.parent.glob(older or new.name), new):
            remove(old)
        make(new)
        new.rename(place)
    return place


def mark(*made_of: str | bytes) -> str:
    """The same for the same; a part of the name of what is made of it."""
    whole = b"".join(part.encode() if isinstance(part, str) else part for part in made_of)
    return hashlib.sha256(whole).hexdigest()[:12]


def remove(place: Path) -> None:
    """A file, or a folder with all that is in it, if it is there."""
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)
