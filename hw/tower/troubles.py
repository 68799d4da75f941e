"""What can be wrong with a sensor, each in one sentence that ends with what to do."""

from typing import NamedTuple


class Trouble(NamedTuple):
    """A `cause` is one that a screen tells apart: version, busy, silent or absent; or ""."""

    why: str
    cause: str


def absent(port: str) -> Trouble:
    return Trouble(f"there is no sensor at {port}: plug it in, or set another port", "absent")


def busy(port: str) -> Trouble:
    return Trouble(f"another program holds the sensor's port {port}: close that program", "busy")


def forbidden(port: str, group: str) -> Trouble:
    why = f"the sensor's port {port} may not be opened: add this user to the group {group}"
    return Trouble(why, "")


def failed(port: str, error: object) -> Trouble:
    why = f"the sensor's port {port} fails ({error}): see that it is a serial port"
    return Trouble(why, "")


def silent(port: str) -> Trouble:
    why = f"the sensor at {port} does not answer: unplug it, and plug it in again"
    return Trouble(why, "silent")


def version(port: str, theirs: str, ours: int) -> Trouble:
    why = f"the sensor at {port} speaks TDP/{theirs}, not TDP/{ours}: update the older program"
    return Trouble(why, "version")
