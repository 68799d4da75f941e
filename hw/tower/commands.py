"""What the box wants of the sensor, and how much of it was said on the present link."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from hw.events import Armed, Disarmed, NoThrow, Post
from hw.tower.frame import Frame
from hw.tower.link import Link
from hw.tower.meaning import LAST


@dataclass(slots=True, eq=False)
class Command:
    """One that is repeated until the sensor answers."""

    verb: Literal["ARM", "OFF", "READ"]
    params: dict[str, int]
    said: bool = False
    heard: bool = False  # the sensor took it

    @property
    def token(self) -> int | None:
        """Of the throw it is about; None for OFF."""
        return self.params.get("tok")


class Commands:
    """At most one ARM or OFF, and one READ after it; a later one replaces an earlier one.

    ARM and READ are kept until their result came, to be said again on another link. Posts `Armed`,
    `Disarmed` where that link is no more, and `NoThrow` where the sensor refuses.
    """

    def __init__(self, post: Post, link: Link) -> None:
        self._post = post
        self._link = link
        self._commands: list[Command] = []
        self._sent: Command | None = None  # not answered yet; it may have been replaced meanwhile

    @property
    def tokens(self) -> set[int]:
        """Those under which a result is awaited."""
        return {command.token for command in self._commands if command.token}

    @property
    def next(self) -> Command | None:
        """The one that can be said now."""
        unsaid = [command for command in self._commands if not command.said]
        return unsaid[0] if unsaid and self._link.free else None

    def arm(self, token: int, count: int) -> None:
        """Have the next settled throw of `count` dice belong to `token`."""
        self._commands = [Command("ARM", {"tok": must_be_token(token), "n": count})]

    def off(self) -> None:
        """Await no throw."""
        self._commands = [Command("OFF", {})]

    def read(self, token: int) -> None:
        """Have the tray read as it lies."""
        others = [command for command in self._commands if command.verb != "READ"]
        self._commands = [*others, Command("READ", {"tok": must_be_token(token)})]

    def say(self, now: float) -> None:
        """Send what can be said."""
        if command := self.next:
            command.said = True
            self._sent = command
            self._link.command(now, command.verb, command.params)

    def settle(self, frame: Frame, now: float) -> None:
        """An ACK or NAK came."""
        outcome = self._link.settle(frame, now)
        if outcome and self._sent in self._commands:
            if outcome == "done":
                self._heard(self._sent)
            else:
                self._refused(self._sent, frame.params.get("e", ""))

    def fulfil(self, token: int, verbs: Collection[str]) -> None:
        """What these wait for came, or never will."""
        self._commands = [
            command
            for command in self._commands
            if command.token != token or command.verb not in verbs
        ]

    def still_armed(self, token: int) -> None:
        """The sensor waits for this throw, though it told of motion."""
        if any(command.verb == "ARM" and command.token == token for command in self._commands):
            self._post(Armed(token))

    def begin_anew(self) -> None:
        """The link is another: what is still wanted is to be said again."""
        for command in self._commands:
            if command.heard and command.verb == "ARM" and command.token:
                self._post(Disarmed(command.token))
            command.said = command.heard = False

    def _heard(self, command: Command) -> None:
        command.heard = True
        if command.verb == "OFF":
            self._commands.remove(command)
        if command.verb == "ARM" and command.token:
            self._post(Armed(command.token))

    def _refused(self, command: Command, reason: str) -> None:
        self._commands.remove(command)
        if command.token:
            why = f"the sensor refuses {command.verb} ({reason}): enter the dice by hand"
            self._post(NoThrow(command.token, why))


def must_be_token(token: int) -> int:
    """The token; ValueError when it is none that the line carries."""
    if not 1 <= token <= LAST:
        raise ValueError(f"token {token} can't be sent to the sensor: give one from 1 to {LAST}")
    return token
