"""The dice sensor: its protocol, and the program of its microcontroller."""
