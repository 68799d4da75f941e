"""Each page is one scenario or two, and says what it saw."""

from collections.abc import Callable, Iterator

from machine.bench import Bench
from machine.scenarios.doctor import doctor
from machine.scenarios.panel import panel
from machine.scenarios.plays import plays
from machine.scenarios.read_only import disk_missing, read_only
from machine.scenarios.sensor import sensor_on_serial, sensor_on_usb
from machine.scenarios.watchdog import hung_box, hung_machine

Scenario = Callable[[Bench], Iterator[str]]

SCENARIOS: tuple[Scenario, ...] = (
    panel,
    plays,
    hung_box,
    hung_machine,
    read_only,
    disk_missing,
    doctor,
    sensor_on_serial,
    sensor_on_usb,
)
