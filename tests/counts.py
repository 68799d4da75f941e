"""Numbers on the command lines of the long tests."""

import argparse


def at_least_one(text: str) -> int:
    """A number of runs, 1 or more; ArgumentTypeError otherwise, for argparse to tell."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 up")
    return int(text)
