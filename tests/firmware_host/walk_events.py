"""What a sensor may tell at any time."""

from collections.abc import Callable, Mapping

from firmware_host.flow import Flow
from firmware_host.view import Say
from hw.events import Armed, Cause, Disarmed, Kind, Motion, NoThrow, Reading

THROWS = (
    (2, 3, 4, 6, 2, 3),  # a blank
    (1, 2, 3, 4, 5, 6),
    (1, 5, 2, 3, 3, 4),
    (4, 4, 4, 4, 4, 4),
)
"""How people's dice fall; of fewer than six, as many from the left."""

SURE, UNSURE, UNKNOWN = 98, 72, 31  # percent

Happening = Callable[[Flow], None]


def _read(
    kind: Kind | None = "roll",
    dice: tuple[int, ...] = THROWS[1],
    first: int = SURE,
    missing: int = 0,
    cause: Cause | None = None,
) -> Happening:
    """The tray is read; `first` is how sure the sensor is of the first die, in percent."""

    def happen(flow: Flow) -> None:
        count = (flow.awaited.dice if flow.awaited else 6) - missing
        faces = tuple(None if first == UNKNOWN and at == 0 else dice[at] for at in range(count))
        sure = (first, *[SURE] * 5)[:count]
        reading = Reading("7C1A", 1, flow.token, kind, cause, faces, sure, moved=True)
        flow.was_read(reading, flow.now)

    return happen


HAPPENINGS: Mapping[str, Happening] = {
    "disarmed": lambda flow: flow.disarmed(Disarmed(flow.token), flow.now),
    "armed": lambda flow: flow.armed(Armed(flow.token), flow.now),
    "motion": lambda flow: flow.moved(Motion(flow.token), flow.now),
    **{f"thrown {dice}": _read(dice=dice) for dice in THROWS},
    "thrown, unsure": _read(dice=THROWS[1][::-1], first=UNSURE),
    "thrown, one unknown": _read(first=UNKNOWN),
    "thrown, one missing": _read(missing=1),
    "read": _read("read"),
    "placed": _read("place"),
    "placed in part": _read("place", missing=1),
    "nudged": _read("nudge"),
    "leaning": _read(None, first=UNKNOWN, cause="cocked"),
    "blind": _read(None, missing=6, cause="cam"),
    "confused": lambda flow: flow.not_thrown(NoThrow(flow.token, ""), flow.now),
    "lost": lambda flow: flow.sensor_is(Say("waiting.lost"), flow.now),
    "back": lambda flow: flow.sensor_is(None, flow.now),
}

NOT_AWAITED = ("armed", "motion", "thrown (1, 2, 3, 4, 5, 6)", "nudged", "leaning", "lost", "back")
"""What may come of a sensor from which nothing is awaited."""
