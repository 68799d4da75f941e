"""`dicetower run` with its wires in the test's hands: `python -m kill.real SETTINGS [early]`."""

import sys

from kill.telling import install

install(early="early" in sys.argv[2:])

import running_box  # noqa: E402, F401  # it runs the box
