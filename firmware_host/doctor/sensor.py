"""The sensor of real dice."""

from collections.abc import Mapping
from contextlib import closing

from firmware_host.doctor.finding import Finding, failed
from firmware_host.doctor.machine import Machine
from firmware_host.sensor_words import beat_in_words
from firmware_host.settings import Settings
from firmware_host.version import own_version
from hw.clock import Clock
from hw.errors import PartError
from hw.events import Event, PartReport
from hw.tower.port import SerialPort
from hw.tower.session import Session
from hw.tower.watch import Passed

PATIENCE = 20.0  # s: a sensor is given up after 9, and tells its state every 10 at the least
PIECE = 0.1  # s that octets are waited for at a time


def check_sensor(settings: Settings, machine: Machine, box: str | None) -> Finding:
    """Whether the sensor answers, and every result of its was taken. It is asked for nothing.

    What it tells is not acknowledged, so that the box still gets it.
    """
    port = settings.sensor.port
    if port is None:
        return Finding("sensor", True, "no port is set: the box does without")
    if box:
        how = f"not tested: the box runs (process {box}) and has the sensor's port"
        return Finding("sensor", None, how, "stop the box, and run this again")
    try:
        return _judge(str(port), _listen(str(port), machine.clock))
    except PartError as error:
        return failed("sensor", error)


class _Heard:
    """What the sensor told so far."""

    def __init__(self) -> None:
        self.name = "an unnamed sensor"
        self.report: PartReport | None = None
        self.beat: Mapping[str, str] = {}

    @property
    def is_enough(self) -> bool:
        return self.report is not None and (not self.report.ok or bool(self.beat))

    def take_event(self, event: Event) -> None:
        if isinstance(event, PartReport):
            self.report = event

    def take_line(self, passed: Passed) -> None:
        if passed.way == "out" or not passed.frame:
            return
        if passed.frame.verb == "HELLO":
            self.name = " ".join(passed.frame.params.get(key, "") for key in ("dev", "fw"))
        if passed.frame.verb == "BEAT":
            self.beat = passed.frame.params


def _listen(port: str, clock: Clock) -> _Heard:
    """Greet the sensor and hear its state; PartError for a port that can't be had."""
    heard = _Heard()
    session = Session(heard.take_event, own_version(), port, heard.take_line)
    with closing(SerialPort(port)) as line:
        session.opened(clock.now())
        end = clock.now() + PATIENCE
        while not heard.is_enough and clock.now() < end:
            session.received(line.read(PIECE), clock.now())
            line.write(session.outgoing())
    return heard


def _judge(port: str, heard: _Heard) -> Finding:
    if heard.report and not heard.report.ok:
        return failed("sensor", PartError(heard.report.why))
    if not heard.beat:
        how = f"{heard.name} at {port} greets, but does not tell its state in {PATIENCE:.0f} s"
        return Finding("sensor", False, how, "see what dicetower sensor shows")
    how = f"{heard.name} at {port} answers: {beat_in_words(heard.beat)}"
    if heard.beat.get("q") != "0":
        return Finding("sensor", False, how, "start the box: it takes what it was not told yet")
    return Finding("sensor", True, how)
