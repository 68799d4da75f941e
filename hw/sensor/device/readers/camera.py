"""White dice with black pips on a dark tray, seen by a camera above it."""

from ..reader import Look, Reader
from .motion import Motion
from .sight import sight
from .sight.calibration import Calibration
from .sight.picture import Picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator

BUDGET = 25  # ms of a look, after which the rest of the picture waits for the next one
TICKS = 0x3FFFFFFF  # a microcontroller's milliseconds begin anew after so many
CHANGE = 4  # a change of a quarter of a die's level is motion


class Camera(Reader):
    """`grab` takes a picture: its width, its height, and one octet of grey for each pixel.

    `ticks` are milliseconds, such as `time.ticks_ms`. A slow board reads a picture over several
    looks; while nothing moves the dice are those that were read last.
    """

    dice = 12
    caps = "conf,pos,lux"

    def __init__(
        self,
        grab: "Callable[[], tuple[int, int, bytes | bytearray]]",
        ticks: "Callable[[], int]",
        calibration: "Calibration | None",
    ) -> None:
        self.sight = sight.Sight()  # the newest, for who sets the focus and the light
        self._grab = grab
        self._ticks = ticks
        self._calibration = calibration
        self._motion = Motion()
        self._steps: Generator[None, None, None] | None = None
        self._coming = self.sight
        self._look: Look | None = None
        self._copy = bytearray()

    def look(self, now: int) -> "Look | None":  # noqa: ARG002
        """Raise OSError when the camera gives the same picture over and over."""
        began = self._ticks()
        width, height, grey = self._grab()
        calibration = self._calibration
        if calibration is None:
            return Look(cause="cal")
        if self._motion.take(width, height, grey, self.sight.white // CHANGE):
            self._steps = self._look = None
            return Look(moving=True, lux=self.sight.white)
        if self._motion.is_stuck:
            raise OSError("the camera gives the same picture over and over: start it anew")
        if self._steps is None:
            self._copy[:] = grey  # the camera may write the next picture over this one
            self._coming = sight.Sight()
            picture = Picture(width, height, self._copy)
            self._steps = sight.look(picture, calibration, self._coming)
        self._go_on(self._steps, began, width, height)
        return self._look

    def _go_on(
        self, steps: "Generator[None, None, None]", began: int, width: int, height: int
    ) -> None:
        """Read on in the picture while there is time."""
        for _ in steps:
            if (self._ticks() - began) & TICKS >= BUDGET:
                return
        self._steps = None
        self.sight = self._coming
        self._look = look_at(self.sight, width, height)


def look_at(seen: sight.Sight, width: int, height: int) -> Look:
    """The dice of a picture of this size, from left to right."""
    dice = sorted(seen.dice, key=lambda die: die.x)
    causes = [die.cause for die in dice if die.cause in ("cocked", "stacked")]
    return Look(
        faces=tuple([die.face for die in dice]),
        sure=tuple([die.sure for die in dice]),
        spots=tuple([(int(1000 * die.x / width), int(1000 * die.y / height)) for die in dice]),
        cause=seen.cause or (causes[0] if causes else ""),
        lux=seen.white,
    )
