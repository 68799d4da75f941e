"""The camera's program under a real MicroPython: `make sensor-test`."""

import json
import subprocess
from pathlib import Path
from random import Random
from statistics import median

import pytest
from dice_conditions import PLAIN, shots
from drawn_dice import DrawnDie
from micropython_unix import Unavailable, command

SENSOR = Path(__file__).parents[3] / "hw/sensor"
PROGRAM = Path(__file__).with_name("camera_program.py")
HEAP = 250  # kB
PICTURES = 6


def test_it_reads_dice_as_everywhere(tmp_path: Path) -> None:
    taken = [*shots("clear", PICTURES), *shots("touching", PICTURES)]
    five = [DrawnDie(5, 0.2, -0.1, 0.4)]
    pictures = [PLAIN.picture((), Random(4)), PLAIN.picture(five, Random(4))]
    names: list[Path] = []
    for picture in [*pictures, *(shot.picture for shot in taken)]:
        names.append(tmp_path / f"{len(names)}.grey")
        names[-1].write_bytes(picture.grey)
    try:
        words = [*command(), "-X", f"heapsize={HEAP}k", str(PROGRAM), *map(str, names)]
    except Unavailable as error:
        pytest.skip(str(error))
    done = subprocess.run(
        words,
        env={"MICROPYPATH": f"{SENSOR}:.frozen"},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    read = [json.loads(line) for line in done.stdout.splitlines()]
    print(f"a picture: {median(look['us'] for look in read) / 1000:.1f} ms")
    for shot, look in zip(taken, read, strict=True):
        drawn = sorted(shot.flat, key=lambda die: shot.scene.spot(die)[0])
        assert look["faces"] == [die.face for die in drawn]
        assert min(look["sure"]) >= 90
