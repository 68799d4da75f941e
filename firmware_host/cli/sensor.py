"""`dicetower sensor`: what passes over the line to a sensor, as it passes."""

import logging
import math
import queue
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from logging.handlers import QueueHandler
from pathlib import Path

import click

from firmware_host.cli.errors import ProblemError, wrong_use
from firmware_host.cli.options import A_PATH, a_port, settings_option
from firmware_host.cli.sensor_lines import Item, Lines, lines_for
from firmware_host.settings import SettingsError, read_settings
from firmware_host.settings.model import SENSOR_LINK
from firmware_host.version import own_version
from hw.clock import SystemClock
from hw.events import PartReport, Reading
from hw.tower.thread import TowerSensor

PING_EVERY = 2.0  # s: often enough to measure, and not much to read past
OPENED = frozenset({"silent", "version"})  # causes of trouble with a port that could be opened


@click.command
@click.option(
    "--port",
    type=A_PATH,
    callback=a_port,
    metavar="PATH",
    help="Where the sensor is; else as the settings say.",
)
@settings_option
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), metavar="N", help="End after so long."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines.")
def sensor(
    port: Path | None, settings_file: Path | None, seconds: float | None, as_json: bool
) -> int:
    """Show every line to and from the sensor.

    Ctrl-C ends it with a summary. Stop the box first: only one program can have the port. What the
    sensor read for the box is not acknowledged, so that the box still gets it.

    Exit status 0: the sensor is there, 1: nothing good was heard, or there is trouble at the end.
    """
    where = str(port or _port_of(settings_file))
    monitor = Monitor(where, lines_for(as_json))
    monitor.run(math.inf if seconds is None else seconds)
    if monitor.trouble or not monitor.lines.heard:
        raise ProblemError(monitor.trouble or _nothing_from(where))
    return 0


class Monitor:
    """Takes what the sensor's thread tells, one after the other, and has it shown."""

    def __init__(self, port: str, lines: Lines) -> None:
        self.lines = lines
        self.trouble = ""  # in which the sensor is now
        self._items: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._clock = SystemClock()
        self._sensor = TowerSensor(port, self._items.put, own_version(), self._items.put)

    def run(self, seconds: float) -> None:
        """Watch for so long, or until Ctrl-C; ProblemError when the port can't be opened at all."""
        self.lines.begin(self._clock.now())
        end = self._clock.now() + seconds
        with closing(self._sensor), _log_to(self._items):
            self._sensor.start()
            with suppress(KeyboardInterrupt):  # the usual end
                self._watch(end)
        self.lines.end(self._clock.now())

    def _watch(self, end: float) -> None:
        ping_at = self._clock.now() + PING_EVERY
        while (now := self._clock.now()) < end:
            if now >= ping_at:
                self._sensor.ping()
                ping_at = now + PING_EVERY
            if item := self._clock.take(self._items, min(end, ping_at)):
                self._take(item)

    def _take(self, item: Item) -> None:
        if isinstance(item, PartReport):
            self._take_report(item)
        self.lines.show(item, self._clock.now())
        if isinstance(item, Reading) and not item.token:  # what nobody asked for is ours to take
            self._sensor.answer(item, "ack")

    def _take_report(self, report: PartReport) -> None:
        self.trouble = report.why
        if report.ok:
            self._sensor.ping()
        elif report.cause not in OPENED and not self.lines.heard:
            raise ProblemError(report.why)


def _port_of(settings_file: Path | None) -> Path:
    with wrong_use(SettingsError):
        return read_settings(settings_file).sensor.port or SENSOR_LINK


def _nothing_from(port: str) -> str:
    return f"nothing good was heard from {port}; see that this is the sensor's port, or wait longer"


@contextmanager
def _log_to(items: "queue.SimpleQueue[Item]") -> Iterator[None]:
    """What the line's own code and the sensor have to say comes in its place among the lines."""
    log, handler = logging.getLogger("hw.tower"), QueueHandler(items)
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(before)
