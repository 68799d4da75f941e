"""What a result of the sensor's counts for. Pure: the box asks before it scores anything."""

from typing import Literal

from hw.dice import Answer
from hw.events import Reading

ACCEPT = 90  # percent: the least certain die of a throw that needs no question
ENTER = 60  # percent: a die below it is entered by hand

Verdict = Literal["score", "ask", "mend", "place", "count", "bad", "stale", "ignore"]


def verdict(reading: Reading, token: int | None, count: int, before: Reading | None) -> Verdict:
    """What to do with a `reading` while `count` dice are awaited under `token`, None for none.

    `before` is the sensor's reading before this one, if there was one.

    - `score`: it is the throw. Show it; it spends the token.
    - `ask`: it may be the throw. Show it and score it only if the player says that it is right:
      a die is not quite certain, or the picture is that of `before` and nothing moved, or the tray
      was read as it lies, so that the dice may still be those of the last throw.
    - `mend`: it is the throw but for the dice of `to_enter`, which the player enters.
    - `place`: the dice were put there. Ask "use these?"; with a yes they are as a throw that was
      asked about, and those of `to_enter` are still to be entered. The token stays armed.
    - `count`: another number of dice than awaited was thrown, or more were put there. They can't
      be scored: have them thrown again, or entered. A throw is no longer armed then.
    - `bad`: the sensor can't read them, for the reading's `cause`. Have them set right and read,
      thrown again, or entered. The token stays armed.
    - `stale`: it belongs to another throw. Log it and do nothing.
    - `ignore`: the dice were bumped after their result, or not all put there yet. As `stale`.
    """
    if reading.token != token:
        return "stale"
    if reading.cause:
        return "bad"
    if reading.kind == "nudge":
        return "ignore"
    if reading.kind == "place":
        return _of_placed(len(reading.dice), count)
    if len(reading.dice) != count:
        return "count"
    if to_enter(reading):
        return "mend"
    doubtful = min(reading.sure, default=0) < ACCEPT or _is_stuck(reading, before)
    return "ask" if doubtful or reading.kind == "read" else "score"


def _of_placed(dice: int, count: int) -> Verdict:
    if dice == count:
        return "place"
    return "count" if dice > count else "ignore"


def to_enter(reading: Reading) -> tuple[int, ...]:
    """The places, from 0, of the dice that must be entered by hand; the least certain first."""
    unsure = [
        (sure, place)
        for place, (die, sure) in enumerate(zip(reading.dice, reading.sure, strict=True))
        if die is None or sure < ENTER
    ]
    return tuple(place for _, place in sorted(unsure))


def answer_to(reading: Reading, stored: Reading | None) -> Answer:
    """What the sensor is told once the reading is stored, or is found `stored` under its name."""
    if stored is None or reading._replace(moved=stored.moved) == stored:
        return "ack"
    return "conflict"


def _is_stuck(reading: Reading, before: Reading | None) -> bool:
    """Whether a camera may have given the same picture twice."""
    if before is None or reading.moved or reading.kind != "roll":
        return False
    return (reading.dice, reading.spots) == (before.dice, before.spots)
