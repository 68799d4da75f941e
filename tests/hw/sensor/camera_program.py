"""What MicroPython runs in the tests: the camera's reader, with pictures out of files."""

import gc
import json
import sys
import time

from device.readers.camera import Camera  # type: ignore[import-not-found]
from device.readers.sight.calibrate import calibrate  # type: ignore[import-not-found]
from device.readers.sight.picture import Picture  # type: ignore[import-not-found]

WIDTH, HEIGHT = 160, 120
TRIES = 200  # looks that a picture may take

buffer = bytearray(WIDTH * HEIGHT)


def load(name: str) -> bytearray:
    with open(name, "rb") as file:  # noqa: PTH123
        file.readinto(buffer)
    return buffer


def read(camera: Camera) -> "dict[str, object]":
    """The first picture that does not move, and how long it took."""
    began = time.ticks_us()  # type: ignore[attr-defined]
    for _ in range(TRIES):
        look = camera.look(0)
        if look is not None and not look.moving:
            took = time.ticks_us() - began  # type: ignore[attr-defined]
            return {"faces": look.faces, "sure": look.sure, "us": took}
    return {}


empty, five, *pictures = sys.argv[1:]
tray = Picture(WIDTH, HEIGHT, bytes(load(empty)))
calibration = calibrate(tray, Picture(WIDTH, HEIGHT, load(five)), 19)
del tray
for name in pictures:
    load(name)
    gc.collect()
    camera = Camera(lambda: (WIDTH, HEIGHT, buffer), time.ticks_ms, calibration)  # type: ignore[attr-defined]
    print(json.dumps(read(camera)))
