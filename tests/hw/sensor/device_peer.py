"""The smallest host that keeps the rules, on a faulty line to a sensor, in fake time."""

from collections.abc import Callable

from device_rig import line, params

from hw.fakes.line import Faults, FaultyLine
from hw.fakes.sensor import FakeSensor
from hw.fakes.tray import ScriptedTray

STEP = 0.02  # s
REPEAT = 0.3  # s until a command is said again
PATIENCE = 120.0  # s for anything at all


class Peer:
    """Says one command at a time until it is answered; keeps the first result of each name."""

    def __init__(self, seed: int, faults: Faults) -> None:
        self.tray = ScriptedTray()
        self.sensor = FakeSensor(self.tray, seed)
        self.wire = FaultyLine(seed, faults)
        self.kept: dict[tuple[str, str], dict[str, str]] = {}
        self.beat: dict[str, str] = {}
        self._now = 0.0
        self._seq = 0
        self._awaited = ""  # number of the command that was not answered yet
        self._buffer = b""

    def greet(self) -> None:
        """Until the sensor answers the greeting."""
        self._awaited = "0"
        self._until(self._is_answered, line("HELLO 0 proto=1 app=test ver=0"))

    def command(self, body: str) -> None:
        """Have it carried out."""
        verb, _, rest = body.partition(" ")
        self._awaited = self._next()
        self._until(self._is_answered, line(f"{verb} {self._awaited} {rest}".rstrip()))

    def quiet(self) -> None:
        """Until the sensor tells that every result is acknowledged, and that nothing rolls."""
        self.beat = {}
        self._until(lambda: self.beat.get("q") == "0" and self.beat["st"] != "rolling")

    def _is_answered(self) -> bool:
        return not self._awaited

    def _until(self, done: Callable[[], bool], said: bytes = b"") -> None:
        """Pass time, and say this again and again, until it is so."""
        end, due = self._now + PATIENCE, self._now
        while not done():
            assert self._now < end, "the sensor never answers"
            if said and self._now >= due:
                due = self._now + REPEAT
                self.wire.to_device.send(said, self._now)
            self._step()

    def _step(self) -> None:
        self._now += STEP
        self.sensor.received(self.wire.to_device.arrived(self._now), self._now)
        self.wire.to_host.send(self.sensor.outgoing(self._now), self._now)
        *lines, self._buffer = (self._buffer + self.wire.to_host.arrived(self._now)).split(b"\n")
        for octets in lines:
            self._take(octets[octets.rfind(b"$") + 1 :].rstrip(b"\r"))

    def _take(self, octets: bytes) -> None:
        text = octets.decode("latin-1").rpartition("*")[0]
        if line(text)[1:] != octets + b"\r\n":
            self._send("NAK e=crc")
            return
        verb, seq, *_ = text.split(" ")
        given = params(text)
        if verb in ("ROLL", "BAD"):
            name = given["boot"], given["id"]
            assert self.kept.setdefault(name, given) == given
            self._send(f"ACK re={seq}")
        elif verb == "BEAT":
            self.beat = given
        elif given.get("re") == self._awaited and verb in ("ACK", "HELLO"):
            self._awaited = ""

    def _send(self, body: str) -> None:
        verb, rest = body.split(" ", 1)
        self.wire.to_device.send(line(f"{verb} {self._next()} {rest}"), self._now)

    def _next(self) -> str:
        self._seq = self._seq % 255 + 1
        return str(self._seq)
