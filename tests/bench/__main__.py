"""`make bench`: every figure the box must reach, measured in one run, against its bar."""

import sys

import panel
import scoring
import startup
from figures import Figure

FIGURES = (
    panel.bytes_on_the_bus,
    panel.press_to_last_byte,
    scoring.keep_lists,
    scoring.tables,
    scoring.whole_games,
    startup.first_picture,
)


def main() -> int:
    figures: list[Figure] = []
    for measure in FIGURES:
        figures.append(measure())
        print(figures[-1], flush=True)
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
