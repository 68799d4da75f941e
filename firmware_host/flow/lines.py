"""What the lines of the state machine are made of: back to play, and on to the next throw."""

from collections.abc import Iterable
from typing import Any

Line = dict[str, Any]

# Where play goes on, by the phase the game is in: menus and messages end this way. People who
# throw their own dice under the sensor need press nothing before.
BETWEEN_TURNS = (
    ("in_start with_sensor", "waiting"),
    ("in_start", "ready"),
    ("in_offer", "offer"),
    ("in_roll_off", "roll_off"),
    ("in_over", "over"),
)
PLAY = (
    *BETWEEN_TURNS,
    ("in_choose", "choose"),
    ("in_decide", "corner"),
    ("in_last_die", "last_die"),
    ("in_between with_box", "trouble"),
    ("in_between with_sensor", "waiting"),
    ("in_between with_hand", "by_hand"),
)
UNDER_WAY = (
    ("is_entering", "by_hand"),
    ("is_checking", "check"),
    ("is_unread", "tray"),
    ("is_from_sensor", "waiting"),
)
# Screens where players ask for a throw, and may come back to as long as none was made.
BEFORE_A_THROW = (
    ("in_offer", "offer"),
    ("in_roll_off", "roll_off"),
    ("in_decide", "corner"),
    ("in_last_die", "last_die"),
)
WAITS_FOR_DICE = ("waiting", "by_hand")


def line(trigger: str, source: str | Iterable[str], dest: str | None, **more: Any) -> Line:
    """One transition; `dest` None stays on the screen."""
    sources = source if isinstance(source, str) else list(source)
    return {"trigger": trigger, "source": sources, "dest": dest, **more}


def play_on(
    trigger: str,
    source: str | Iterable[str],
    to: Iterable[tuple[str, str]] = PLAY,
) -> list[Line]:
    """Back to the game, on the screen its phase asks for."""
    return [
        line(
            trigger,
            source,
            dest,
            conditions=phase.split(),
            after="ask_for_throw" if dest in WAITS_FOR_DICE else [],
        )
        for phase, dest in to
    ]


def back_to_play(trigger: str, source: str | Iterable[str], *also: str) -> list[Line]:
    """As `play_on`, but to dice that are awaited, or put right; `also` are conditions."""
    under_way = [
        line(
            trigger,
            source,
            dest,
            conditions=[doing],
            after="ask_for_throw" if dest == "waiting" else [],
        )
        for doing, dest in UNDER_WAY
    ]
    lines = [*under_way, *play_on(trigger, source)]
    return [{**found, "conditions": [*found["conditions"], *also]} for found in lines]


def throwing(
    trigger: str, source: str | Iterable[str], *conditions: str, before: Iterable[str] = ()
) -> list[Line]:
    """A throw is to come, from the dice that are played with."""
    return [
        line(
            trigger,
            source,
            dest,
            conditions=[whose, *conditions],
            before=[*before],
            after="ask_for_throw",
        )
        for whose, dest in (
            ("with_box", "throw"),
            ("with_sensor", "waiting"),
            ("with_hand", "by_hand"),
        )
    ]


def beginning(trigger: str, source: str) -> list[Line]:
    """A new game, and whoever throws first."""
    return [
        line(
            trigger,
            source,
            "waiting",
            conditions="with_sensor",
            before="begin",
            after="ask_for_throw",
        ),
        line(trigger, source, "ready", before="begin"),
    ]
