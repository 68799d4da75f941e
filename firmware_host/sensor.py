"""The sensor that reads real dice, where one is fitted."""

from contextlib import ExitStack
from pathlib import Path

from firmware_host.version import own_version
from hw.dice import RealDice
from hw.events import Post


def open_sensor(port: Path | None, post: Post, parts: ExitStack) -> RealDice | None:
    """The sensor at `port`, looked for as long as it is not there; None without a port."""
    if port is None:
        return None
    from hw.tower.thread import TowerSensor  # a box without a sensor starts without pyserial

    sensor = TowerSensor(str(port), post, own_version())
    sensor.start()
    parts.callback(sensor.close)
    return sensor
