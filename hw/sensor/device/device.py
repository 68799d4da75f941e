"""The sensor: its reader, its tray, and its talk with the host."""

from .frame import percent
from .reader import Look, Reader
from .talk import Talk
from .tray import Tray

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FIRMWARE = "0.1.0"

LOOK_EVERY = 40  # ms
TICKS = 0x3FFFFFFF  # a microcontroller's milliseconds begin anew after so many
LOG_ROOM = 140  # octets of a text
NAME_ROOM = 20


class Device:
    """Is handed what came over the line, and polled; hands whole lines to `write`.

    Times are milliseconds of a counter that may wrap around, as `time.ticks_ms()` does. `boot` is
    a random number of 16 bits, another at each power-up.
    """

    def __init__(
        self, reader: Reader, write: "Callable[[bytes], object]", name: str, serial: str, boot: int
    ) -> None:
        about = (
            f"dev={percent(name, NAME_ROOM)} fw={FIRMWARE} ser={percent(serial, NAME_ROOM)} "
            f"boot={boot:04X} dice={reader.dice} caps={reader.caps}"
        )
        self._reader = reader
        self._tray = Tray()
        self.talk = Talk(write, self._tray, reader.dice, about, f"{boot:04X}")
        self._now = 0  # ms since power-up, which never wrap around
        self._ticks: int | None = None
        self._look_at = 0
        self._failing = False

    def received(self, octets: bytes, ticks: int) -> None:
        """Take what came from the host, in any pieces."""
        self._tell_time(ticks)
        self.talk.received(octets, self._now)

    def poll(self, ticks: int) -> None:
        """Look at the tray and send what is due; to be called every few milliseconds."""
        self._tell_time(ticks)
        if self._now >= self._look_at:
            self._look_at = self._now + LOOK_EVERY
            self._look()
        self.talk.tick(self._now)

    def log(self, level: str, text: str) -> None:
        """Tell people something, in a few words."""
        self.talk.tell_once("LOG", f"lvl={level} t={percent(text, LOG_ROOM)}")

    def _tell_time(self, ticks: int) -> None:
        if self._ticks is not None:
            self._now += (ticks - self._ticks) & TICKS
        self._ticks = ticks

    def _look(self) -> None:
        look = self._read()
        if look is None:
            return
        was_rolling = self._tray.settling.rolling
        result = self._tray.see(look, self._now)
        self.talk.seen = look
        if self._tray.settling.rolling and not was_rolling:
            self.talk.tell_motion()
        if result:
            self.talk.tell(result)

    def _read(self) -> "Look | None":
        try:
            look = self._reader.look(self._now)
        except OSError as error:
            if not self._failing:
                self.log("error", f"the reader fails: {error}")
            self._failing = True
            return Look(cause="cam")
        self._failing = False
        return look
