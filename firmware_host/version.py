"""The version of this program, as others are told it."""

from importlib.metadata import PackageNotFoundError, version

ROOM = 20  # characters that a greeting to a sensor has for it
UNKNOWN = "unknown"  # where the program runs from a folder that was never installed


def own_version() -> str:
    """The version, cut to what a sensor can be told."""
    try:
        return version("dicetower")[:ROOM]
    except PackageNotFoundError:
        return UNKNOWN
