"""Whole games with real dice, on a sensor that makes every mistake: `python -m sensor_games`."""
