"""The life of the package, in this order: each page is one scenario, and says what it saw."""

from collections.abc import Callable, Iterator

from container.rig import Rig
from container.scenarios.hangs import hangs
from container.scenarios.installed import doctor, installed
from container.scenarios.read_only import disk_missing, folder_missing
from container.scenarios.removed import purged, removed
from container.scenarios.sandbox import identity, walls
from container.scenarios.sensor import sensor
from container.scenarios.upgraded import upgraded

Scenario = Callable[[Rig], Iterator[str]]

SCENARIOS: tuple[Scenario, ...] = (
    installed,
    doctor,
    identity,
    walls,
    hangs,
    folder_missing,
    disk_missing,
    sensor,
    upgraded,
    removed,
    purged,
)
