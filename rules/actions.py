"""What a player may do, and its JSON form in a game record."""

from dataclasses import dataclass
from reprlib import repr as shown
from typing import ClassVar, Literal

from rules.dice import Dice, fault_of

Name = Literal["bank", "challenge", "keep", "roll", "take"]


class ActionError(ValueError):
    """No action: something is missing, or not what it should be."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice came to rest, in this order."""

    do: ClassVar[Name] = "roll"
    dice: Dice

    def __post_init__(self) -> None:
        _check(self.dice)


@dataclass(frozen=True, slots=True)
class Keep:
    """Freeze these dice of the throw, in any order."""

    do: ClassVar[Name] = "keep"
    dice: Dice

    def __post_init__(self) -> None:
        _check(self.dice)


@dataclass(frozen=True, slots=True)
class Bank:
    """End the turn and write its points down."""

    do: ClassVar[Name] = "bank"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Play the turn for the points of the player in the seat `target`."""

    do: ClassVar[Name] = "challenge"
    target: int


@dataclass(frozen=True, slots=True)
class Take:
    """Play on with the dice and points of the turn lost just before."""

    do: ClassVar[Name] = "take"


Action = Roll | Keep | Bank | Challenge | Take


def to_json(action: Action) -> dict[str, object]:
    """The action as an object of a game record."""
    match action:
        case Roll(dice) | Keep(dice):
            return {"do": action.do, "dice": list(dice)}
        case Challenge(target):
            return {"do": action.do, "target": target}
        case Bank() | Take():
            return {"do": action.do}


def from_json(thing: object) -> Action:
    """The action in an object of a game record; unknown keys are ignored. Raises ActionError."""
    if not isinstance(thing, dict):
        raise ActionError('an action must be an object such as {"do": "bank"}')
    match thing.get("do"):
        case "roll":
            return Roll(_dice_in(thing))
        case "keep":
            return Keep(_dice_in(thing))
        case "bank":
            return Bank()
        case "challenge":
            return Challenge(_target_in(thing))
        case "take":
            return Take()
        case unknown:
            raise ActionError(f"{shown(unknown)} is no action")


def _dice_in(thing: dict[str, object]) -> Dice:
    dice = thing.get("dice")
    if not isinstance(dice, list):
        raise ActionError(f'"{thing["do"]}" needs "dice", a list of faces')
    return tuple(dice)


def _target_in(thing: dict[str, object]) -> int:
    target = thing.get("target")
    if type(target) is not int:  # True is no seat
        raise ActionError('"challenge" needs "target", the number of a seat')
    return target


def _check(dice: Dice) -> None:
    if fault := fault_of(dice):
        raise ActionError(fault)
