"""A sensor in fake time, and a host that is a list of the frames it sent."""

import json
import re
from binascii import crc_hqx
from pathlib import Path
from typing import Any

from hw.fakes.tray import ScriptedTray
from hw.sensor.device.device import Device
from hw.sensor.device.reader import Reader

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[2] / "data/sensor/vectors.json").read_text()
)
ANSWERS = {
    2: ["HELLO 1 proto=1 min=1 dev=pipcam ser=E6614C31 boot=7C3E dice=6 caps=conf,pos,lux re=0"],
    4: ["ACK 1 re=1"],
    8: [],
    11: ["ACK 1 re=3"],
    13: ["ACK 1 re=5"],
    17: ["PONG 1 re=8 up=0"],
    23: ["ACK 1 re=13"],
    24: ["NAK 1 re=14 e=arg"],
    30: [],
    31: ["ACK 1 re=16"],
    "M6": ["NAK 1 e=form"],
    "M10": ["NAK 1 e=form"],
    "M11": ["NAK 1 e=form"],
    "M12": ["NAK 1 e=form"],
    "M13": ["NAK 1 re=17 e=verb"],
}
"""What a sensor that was just switched on says to the vectors of a host."""

Told = dict[str, str]
"""Parameters of a result."""

BOOT = 0x7C3E
STEP = 10  # ms


def line(body: str) -> bytes:
    """A frame as a host sends it."""
    return f"${body}*{crc_hqx(body.encode(), 0xFFFF):04X}\r\n".encode()


def body(octets: bytes) -> str:
    """What a frame says; its check must be right."""
    text = octets.decode("ascii")
    assert octets == line(text[1 : text.index("*")]), octets
    return text[1 : text.index("*")]


def params(body: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in body.split(" ")[2:])


def from_host(kind: str) -> list[dict[str, Any]]:
    return [vector for vector in VECTORS[kind] if vector["dir"] == "host"]


def without_firmware(frame: str) -> str:
    return re.sub(" fw=[0-9.]+", "", frame)


class Rig:
    """`sent` holds whole lines; `begin` is what the counter of milliseconds begins with."""

    def __init__(self, reader: Reader | None = None, begin: int = 0) -> None:
        self.tray = ScriptedTray()
        self.sent: list[bytes] = []
        self.times: list[int] = []  # ms since the start, one for each line
        self.now = 0
        self._begin = begin
        self._seq = 0
        reader = self.tray if reader is None else reader
        self.device = Device(reader, self._write, "pipcam", "E6614C31", BOOT)
        self.device.poll(begin)

    @property
    def ticks(self) -> int:
        return (self._begin + self.now) & 0x3FFFFFFF

    def run(self, ms: int) -> list[str]:
        """Let time pass; the frames that were sent meanwhile."""
        before = len(self.sent)
        for _ in range(0, ms, STEP):
            self.now += STEP
            self.device.poll(self.ticks)
        return self.frames(before)

    def receive(self, octets: bytes) -> list[bytes]:
        """Hand it octets; the lines that it sends at once."""
        before = len(self.sent)
        self.device.received(octets, self.ticks)
        return self.sent[before:]

    def say(self, body: str) -> list[str]:
        """Send it a frame, without its number; what it sends at once."""
        self._seq += 1
        verb, _, params = body.partition(" ")
        lines = self.receive(line(f"{verb} {self._seq} {params}".rstrip()))
        return [frame.decode().partition("*")[0][1:] for frame in lines]

    def greet(self) -> None:
        """Open the link, and forget what was said so far."""
        self.receive(line("HELLO 0 proto=1 app=test ver=0"))
        self.run(STEP)
        self.forget()

    def arm(self, token: int, dice: int) -> None:
        assert self.say(f"ARM tok={token} n={dice}")[0].startswith("ACK ")

    def forget(self) -> None:
        self.sent.clear()
        self.times.clear()

    def frames(self, since: int = 0) -> list[str]:
        return [body(octets) for octets in self.sent[since:]]

    def results(self, ms: int = 4000) -> list[Told]:
        """Let time pass and acknowledge every result; their parameters, with the verb."""
        found = []
        for _ in range(0, ms, STEP):
            for frame in self.run(STEP):
                verb, seq, *_ = frame.split(" ")
                if verb in ("ROLL", "BAD"):
                    found.append({"verb": verb, **params(frame)})
                    self.say(f"ACK re={seq}")
        return found

    def _write(self, octets: bytes) -> None:
        assert len(octets) <= 192
        assert octets.endswith(b"\r\n")
        self.sent.append(octets)
        self.times.append(self.now)


def listening_rig() -> Rig:
    """A host listens to it, and its tray was seen to be empty."""
    rig = Rig()
    rig.greet()
    rig.run(1000)
    rig.forget()
    return rig


def said(told: Told, keys: str) -> list[str]:
    """The values of these parameters, "-" for one that is missing."""
    return [told.get(key, "-") for key in keys.split()]


def only(results: list[Told]) -> Told:
    """The one there is."""
    assert len(results) == 1, results
    return results[0]


def state(rig: Rig) -> str:
    """In the next beat."""
    beats = [frame for frame in rig.run(2100) if frame.startswith("BEAT")]
    return params(beats[-1])["st"]
