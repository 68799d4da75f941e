"""What a box with its sensor must be able to do here, whether it is stepped or runs by itself."""

import random
from typing import NamedTuple, Protocol

from firmware_host.flow import Flow
from firmware_host.store.store import Store
from firmware_host.view import View
from hw.events import Key
from hw.fakes.tray import ScriptedTray


class Kind(NamedTuple):
    """Which game is played."""

    rules: str
    players: int
    target: int | None = None  # None for the game's own

    def set_up(self, flow: Flow) -> None:
        """Make it what a press of ROLL begins."""
        if flow.game is None or flow.game.phase == "over":
            options = {} if self.target is None else {"target": self.target}
            setup = flow.setup.like(self.rules, self.players, options)
            flow.setup = setup.with_dice("sensor")


class Rig(Protocol):
    """All that happens in it depends on its `chance`, as far as time does not matter."""

    chance: random.Random
    tray: ScriptedTray
    octets: int  # that went over the sensor's line
    restarts: int

    @property
    def view(self) -> View: ...

    @property
    def store(self) -> Store: ...

    @property
    def seconds(self) -> float:
        """Time, from whenever."""

    @property
    def is_saved(self) -> bool:
        """Whether a power cut would lose nothing that was shown."""

    def press(self, key: Key) -> None:
        """Push a button and let it go."""

    def wait(self, seconds: float) -> None:
        """Let so much of the sensor's time pass."""

    def unplug(self) -> None:
        """Pull the sensor's cable."""

    def plug(self, rebooted: bool) -> None:
        """Put it back."""

    def reboot_sensor(self) -> None: ...

    def restart(self) -> None:
        """Pull the box's plug, and put it back."""

    def close(self) -> None: ...
