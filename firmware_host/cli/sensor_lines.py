"""What the monitor of a sensor prints: lines for people, or JSON Lines."""

import json
import logging
import shutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any

import click

from firmware_host.cli.streams import AGAIN, is_terminal
from firmware_host.sensor_words import beat_in_words, reading_in_words
from hw.events import Event, PartReport, Reading
from hw.tower.watch import Passed, Tally

Item = Passed | Event | logging.LogRecord

NOTES = {
    "repeat": "sent again",
    "duplicate": "came again",
    "crc": "DAMAGED: its check is wrong",
    "form": "DAMAGED: no frame",
    "long": "DAMAGED: too long",
    "noise": "noise",
}
FAULTS = ("crc", "form", "long")
WAYS = {"in": "<", "out": ">"}


class Lines(ABC):
    """Prints items as they come, counts them, and sums them up."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.beat: Mapping[str, str] = {}  # the newest
        self._began = self._now = 0.0

    @property
    def heard(self) -> bool:
        """Whether a good frame came."""
        return bool(self.tally.counts["in"])

    @property
    def answers(self) -> tuple[float, float, float] | None:
        """Milliseconds until an answer: the least, the median and the most."""
        times = [1000 * time for time in self.tally.round_trips]
        return (min(times), median(times), max(times)) if times else None

    def begin(self, now: float) -> None:
        """The time from which on all is counted."""
        self._began = self._now = now

    def show(self, item: Item, now: float) -> None:
        """Print it."""
        self._now = now
        if isinstance(item, Passed):
            self._count(item)
        self._print(item)

    def end(self, now: float) -> None:
        """Print the summary."""
        self._sum_up(now - self._began)

    def _count(self, passed: Passed) -> None:
        self.tally(passed)
        if beat := _beat(passed):
            self.beat = beat

    def _at(self, item: Item) -> float:
        """Seconds since the beginning."""
        return (item.at if isinstance(item, Passed) else self._now) - self._began

    @abstractmethod
    def _print(self, item: Item) -> None: ...

    @abstractmethod
    def _sum_up(self, seconds: float) -> None: ...


class JsonLines(Lines):
    """For programs."""

    def _print(self, item: Item) -> None:
        if told := _told(item):
            self._put({"at": round(self._at(item), 4)} | told)

    def _sum_up(self, seconds: float) -> None:
        names = ("min", "median", "max")
        answers = dict(zip(names, self.answers, strict=True)) if self.answers else None
        summary = {
            "counts": dict(self.tally.counts),
            "round_trip_ms": answers,
            "beat": dict(self.beat),
        }
        self._put({"at": round(seconds, 4), "kind": "summary"} | summary)

    def _put(self, told: Mapping[str, Any]) -> None:
        click.echo(json.dumps(told))


class PlainLines(Lines):
    """For people; in a terminal the state stands below the lines."""

    def __init__(self) -> None:
        super().__init__()
        self._in_terminal = is_terminal(sys.stdout)

    def _print(self, item: Item) -> None:
        for words in _words(item):
            self._put(f"{self._at(item):9.3f}  {words}")
        if self._in_terminal:
            columns = shutil.get_terminal_size().columns
            click.echo((AGAIN + self._state())[: columns + len(AGAIN) - 1], nl=False)

    def _sum_up(self, seconds: float) -> None:
        self._put(f"{seconds:9.3f}  end")
        for name, text in self._summary().items():
            click.echo(f"{name:9}{text}")

    def _put(self, line: str) -> None:
        click.echo((AGAIN if self._in_terminal else "") + line)

    def _state(self) -> str:
        counts = self.tally.counts
        bad = sum(counts[fault] for fault in FAULTS)
        state = self.beat.get("st", "no state yet")
        return f"{state} | in {counts['in']}, out {counts['out']}, damaged {bad} | {self._times()}"

    def _summary(self) -> dict[str, str]:
        counts = self.tally.counts
        bad = ", ".join(f"{counts[fault]} {fault}" for fault in FAULTS)
        return {
            "in": f"{counts['in']} good, {counts['duplicate']} again, {counts['noise']} noise",
            "damaged": bad,
            "out": f"{counts['out']}, {counts['repeat']} again",
            "NAKs": f"{counts['nak in']} in, {counts['nak out']} out",
            "answers": f"{len(self.tally.round_trips)}; {self._times()}",
            "state": beat_in_words(self.beat) if self.beat else "not told",
        }

    def _times(self) -> str:
        if not self.answers:
            return "none measured"
        return "{:.1f} / {:.1f} / {:.1f} ms (least, median, most)".format(*self.answers)


def lines_for(as_json: bool) -> Lines:
    return JsonLines() if as_json else PlainLines()


def _told(item: Item) -> dict[str, Any] | None:
    """What a program reads of an item; None for one that its frame told already."""
    match item:
        case Passed():
            frame = item.frame._asdict() if item.frame else {}
            line = {"kind": "line", "way": item.way, "line": _text(item), "note": item.note}
            return line | frame
        case PartReport():
            return {"kind": "report", "ok": item.ok, "why": item.why, "cause": item.cause}
        case logging.LogRecord():
            return {"kind": "log", "level": item.levelname, "text": item.getMessage()}
        case _:
            return None


def _words(item: Item) -> Iterator[str]:
    match item:
        case Passed():
            note = f"  ({NOTES[item.note]})" if item.note else ""
            yield f"{WAYS[item.way]} {_text(item)}{note}"
            if beat := _beat(item):
                yield f"= {beat_in_words(beat)}"
        case PartReport() if not item.ok:
            yield f"= trouble: {item.why}"
        case logging.LogRecord():
            yield f"= {item.getMessage()}"
        case Reading():
            left = "; it is the box's, and is left for it" if item.token else ""
            yield f"= {reading_in_words(item)}{left}"


def _beat(passed: Passed) -> Mapping[str, str] | None:
    """What the sensor tells of its state, if the line is a BEAT of its."""
    is_beat = passed.way == "in" and passed.frame and passed.frame.verb == "BEAT"
    return passed.frame.params if is_beat and passed.frame else None


def _text(passed: Passed) -> str:
    """The line in characters that do no harm to a terminal."""
    return passed.octets.decode("ascii", "backslashreplace").translate(_HARMLESS)


_HARMLESS = {code: f"\\x{code:02x}" for code in (*range(0x20), 0x7F)}
