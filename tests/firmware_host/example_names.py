"""The longest that screens are to bear."""

from firmware_host.view import Say

LONG = "Bartholomäus"  # 12 characters
WIDE = "WWWWWWWWWWWW"
SEED = Say.of("note.seed", seed=7)
