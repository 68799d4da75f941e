"""Reads bright dice with dark pips on a dark tray from a grey picture taken from above."""
