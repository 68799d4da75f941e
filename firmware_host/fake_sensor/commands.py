"""The words that a person or a script says to the fake sensor."""

import time
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from firmware_host.fake_sensor.bench import Bench
from hw.sensor.device.reader import MOST_DICE

PATIENCE = 600.0  # s that a script waits for people who play
ARMED = "armed"
COMMENT = "#"


class CommandError(ValueError):
    """A command that can't be carried out: one sentence with what to do."""


class Quit(Exception):  # noqa: N818  # no error: somebody is done
    """No more commands."""


class Command(NamedTuple):
    """`takes` names the kinds of its words, each in [ ] that may be left out, with … of many."""

    takes: str
    does: str
    run: Callable[..., None]  # is given the bench, and a value for each word


def carry_out(bench: Bench, line: str) -> str:
    """Carry out one line, and tell what there is to tell; what is behind a # is nothing.

    TimeoutError when it waited in vain.
    """
    if line.startswith("!"):
        bench.type(line)
        return ""
    name, *words = line.partition(COMMENT)[0].split() or [""]
    if name == "help":
        return "\n".join(_help())
    if name:
        command = _known(name)
        _run(bench, name, command, words)
    return ""


def _run(bench: Bench, name: str, command: Command, words: list[str]) -> None:
    try:
        command.run(bench, *_values(command.takes, words))
    except ValueError as error:
        usage = f"{name} {command.takes}".rstrip()
        raise CommandError(f"{error}; it is: {usage}") from error
    except IndexError as error:
        raise CommandError(f"{error}: throw or place dice first") from error


def _known(name: str) -> Command:
    if name in COMMANDS:
        return COMMANDS[name]
    close = get_close_matches(name, COMMANDS, n=1)
    advice = f"did you mean {close[0]}?" if close else "help lists the commands"
    raise CommandError(f"there is no command {name}; {advice}")


def _values(takes: str, words: list[str]) -> list[Any]:
    """A value for each word; ValueError for one too many or too few, and for one that is wrong."""
    kinds = takes.replace("[", "").replace("]", "").split()
    needed = sum(not kind.startswith("[") for kind in takes.split())
    if kinds and kinds[-1].endswith("…"):
        kinds = [kinds[-1].removesuffix("…")] * MOST_DICE
    if not needed <= len(words) <= len(kinds):
        raise ValueError(
            f"{len(words)} words are {'too few' if len(words) < needed else 'too many'}"
        )
    return [KINDS[kind](word) for kind, word in zip(kinds, words, strict=False)]


def _whole(what: str, least: int, most: int) -> Callable[[str], int]:
    def convert(word: str) -> int:
        if not (word.isdecimal() and least <= int(word) <= most):
            raise ValueError(f"{word} is no {what} from {least} to {most}")
        return int(word)

    return convert


def _place(word: str) -> int:
    return _whole("die", 1, MOST_DICE)(word) - 1


def _on(word: str) -> bool:
    if word not in ("on", "off"):
        raise ValueError(f"{word} is neither on nor off")
    return word == "on"


def _time(word: str) -> float | None:
    """Seconds; None for as long as it takes until a throw is awaited."""
    if word == ARMED:
        return None
    if not word.replace(".", "", 1).isdecimal():
        raise ValueError(f"{word} is neither {ARMED} nor a number of seconds")
    if float(word) > PATIENCE:
        raise ValueError(f"{word} is more than {PATIENCE:.0f} seconds")
    return float(word)


KINDS: Mapping[str, Callable[[str], Any]] = {
    "FACE": _whole("face", 1, 6),
    "DIE": _place,
    "PERCENT": _whole("percentage", 0, 100),
    "off": _on,
    "armed|SECONDS": _time,
}


def _wait(bench: Bench, seconds: float | None) -> None:
    if seconds is not None:
        time.sleep(seconds)
    elif not bench.box.wait(PATIENCE):
        raise TimeoutError(f"no throw was awaited for {PATIENCE:.0f} s: start the box, and play")


def _quit(_: Bench) -> None:
    raise Quit


def _switch(attribute: str, on: object, off: object) -> Callable[..., None]:
    """Of a fault of the tray, which stays until it is switched off."""

    def switch(bench: Bench, is_on: bool = True) -> None:
        setattr(bench.tray, attribute, on if is_on else off)

    return switch


def _auto(bench: Bench, is_on: bool = True) -> None:
    bench.throw_by_itself(is_on)


COMMANDS: Mapping[str, Command] = {
    "throw": Command("[FACE…]", "throw; without faces: by chance, as many as awaited", Bench.throw),
    "auto": Command("[off]", "throw by itself as soon as a throw is awaited", _auto),
    "place": Command("[FACE…]", "put dice there by hand, without a throw", Bench.place),
    "take": Command("[DIE…]", "take these dice out, or all", Bench.take),
    "nudge": Command("[DIE] [FACE]", "bump a die, or set it right", Bench.nudge),
    "spin": Command("[FACE…]", "throw dice that do not come to rest", Bench.spin),
    "lean": Command("DIE", "a die leans, in the throw under way or in the next", Bench.lean),
    "stack": Command("DIE", "a die lies on another, likewise", Bench.stack),
    "miss": Command("[DIE]", "a die is missing, likewise", Bench.miss),
    "extra": Command("[FACE]", "a thing too many lies there, likewise", Bench.extra),
    "unsure": Command("DIE PERCENT", "how sure the sensor is of a die, likewise", Bench.doubt),
    "stuck": Command("[off]", "the camera gives the same picture", _switch("frozen", True, False)),
    "dark": Command("[off]", "it is too dark", _switch("blind", "light", "")),
    "lid": Command("[off]", "the lid is open", _switch("blind", "lid", "")),
    "cam": Command("[off]", "the camera does not answer", _switch("failing", True, False)),
    "below": Command("[off]", "the camera sees 7 − face", _switch("from_below", True, False)),
    "five": Command("[off]", "the camera reads 6 as 5", _switch("six_as_five", True, False)),
    "unplug": Command("", "pull the cable in the middle of a line", Bench.unplug),
    "plug": Command("", "put the cable back; the sensor begins anew", Bench.plug),
    "reboot": Command("", "the sensor begins anew by itself", Bench.reboot),
    "noise": Command("", "rubbish comes over the line", Bench.disturb),
    "wait": Command("armed|SECONDS", "do nothing until a throw is awaited, or so long", _wait),
    "quit": Command("", "end", _quit),
}


def _help() -> list[str]:
    lines = [f"{name:6} {command.takes:14} {command.does}" for name, command in COMMANDS.items()]
    return [*lines, "!LINE                 type a line of the protocol, as in: !PING 1"]
