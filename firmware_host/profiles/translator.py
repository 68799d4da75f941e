"""What a press of a mounted button is to the box."""

from typing import Protocol, cast

from firmware_host.view import Choose, Labels, Offer, Say, View, Waiting, stops
from hw.events import Button, Key

Meaning = tuple[Button, ...] | Say
"""The box's buttons to press, in order, or why this one does nothing."""

NOT_NOW = Say("refusal.not_now")


class Translator(Protocol):
    """Each `View` that it takes is what the box would show with five buttons."""

    def meaning(self, key: Key, view: View, /) -> Meaning:
        """What the press of `key` is while `view` is on the screen."""

    def shown(self, view: View) -> View:
        """The same view, with the labels and the cursor of these buttons."""

    @property
    def place(self) -> object:
        """What the screen of five buttons does not tell of where these are, as JSON."""

    def go_to(self, place: object, view: View, /) -> None:
        """Back to where they were on `view`, as far as `place` is one of theirs."""


class Placeless:
    """A profile that is nowhere but where the screen of five buttons says."""

    @property
    def place(self) -> None:
        """There is nothing to remember."""

    def go_to(self, place: object, view: View) -> None:
        """There is nothing to go back to."""


class Five(Placeless):
    """A button for each of the box's: nothing to translate."""

    def meaning(self, key: Key, view: View) -> Meaning:
        return itself(cast(Button, key), view)

    def shown(self, view: View) -> View:
        return view


def itself(button: Button, view: View) -> Meaning:
    """A button of the box's own; ▶ does nothing where there was no room to name it."""
    crowded = isinstance(view.body, Offer | Waiting) and Labels(*view.labels).right is None
    return NOT_NOW if crowded and button == "right" else (button,)


def way(body: Choose, stop: int) -> tuple[Button, ...]:
    """The presses that take the box's own cursor to a stop of the choose screen."""
    assert body.cursor is not None  # the box has one
    row = stops(len(body.dice), body.mendable)
    return steps(row.index(body.cursor), row.index(stop), len(row))


def steps(start: int, end: int, of: int, button: Button = "right") -> tuple[Button, ...]:
    """The presses from one place of a round of `of` to another."""
    presses: list[Button] = [button] * ((end - start) % of)
    return tuple(presses)
