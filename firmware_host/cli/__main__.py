"""`python -m firmware_host.cli`: the command, wherever the folder was moved to."""

from firmware_host.cli import main

main()
