"""From the command to the first picture, and on to the screen where the box was left."""

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from figures import Figure

RUNS = 9
IMPORTS = "import gpiozero, luma.oled.device, serial, transitions, PIL.Image"
PICTURE = """
import os, sys, smbus2
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306
bus = FakeBus(Ssd1306())

def count():
    global left
    left -= bus.chip.lit
    left or os._exit(0)

left, bus.on_change = int(sys.argv[2]), count
smbus2.SMBus = bus.open
sys.argv = ["dicetower", "run", "--settings", sys.argv[1]]
from firmware_host.cli import main
main()
"""


def first_picture() -> Figure:
    """`dicetower run` until the panel is lit, against importing the libraries it stands on."""
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/dicetower.toml"
        Path(file).write_text(f'state_directory = "{folder}"\n')
        runs = [
            (_time(PICTURE, file, "1"), _time(PICTURE, file, "2"), _time(IMPORTS))
            for _ in range(RUNS)
        ]
    first, second, imports = (statistics.median(times) for times in zip(*runs, strict=True))
    return Figure(
        "processor time of `dicetower run` to the first picture, against the bare imports",
        f"{first * 1e3:.0f} ms against {imports * 1e3:.0f} ms: {first / imports:.2f} ×"
        f" (to the screen where it was left {second / imports:.2f} ×)",
        "at most 1.3 ×",
        first <= 1.3 * imports,
    )


def _time(program: str, *arguments: str) -> float:
    """Processor seconds of a Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", program, *arguments]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
