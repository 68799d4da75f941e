"""The picture that is there before anything else is loaded."""

import subprocess
import sys
from pathlib import Path

from PIL import Image

from firmware_host.screens.start import start_picture

KEPT = Path(__file__).parent.parent / "golden/start.png"
LOADS = """
import sys
from firmware_host.screens.start import start_picture
start_picture()
print(*sys.modules)
"""
LATER = {"sqlite3", "gpiozero", "transitions", "rules", "firmware_host.screens.drawing"}


def test_the_name_and_six_dice_are_on_it() -> None:
    picture = start_picture()
    assert picture.mode == "1"
    with Image.open(KEPT) as kept:
        assert picture.tobytes() == kept.convert("1").tobytes()


def test_nothing_that_takes_long_is_loaded_for_it() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOADS], check=True, capture_output=True, text=True, timeout=60
    )
    assert not LATER & set(loaded.stdout.split())
