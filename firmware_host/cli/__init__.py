"""The command line: `dicetower COMMAND`. Exit status 0 good, 1 found a problem, 2 wrong use."""

import signal
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command, by default that of the process, and exit with its status."""
    # Who thinks better of it while this is loaded is not told where it was.
    interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if interruptible:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from firmware_host.cli.commands import run_command

    if interruptible:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(run_command(arguments))
