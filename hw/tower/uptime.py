"""The time for which a sensor says that it is up, and what that betrays."""

from hw.tower import meaning
from hw.tower.frame import Frame

JITTER = 1.5  # s: the sensor tells whole seconds, and we may be late to hear them


class Uptime:
    """Notices a reboot whose HELLO was lost: the sensor then started later than it did before."""

    def __init__(self) -> None:
        self._started: float | None = None
        self._is_reliable = True

    def begin_anew(self) -> None:
        """It is another start, or at least a known one."""
        self._started = None

    def distrust(self) -> None:
        """It was no reboot: the sensor's time, or ours, is not to be relied on."""
        self._is_reliable = False

    def has_rebooted(self, frame: Frame, now: float) -> bool:
        """Whether a frame that came `now` is of a later start than the one before."""
        up = meaning.uptime(frame.params)
        if up is None or not self._is_reliable:
            return False
        before, self._started = self._started, now - up
        return before is not None and self._started > before + JITTER
