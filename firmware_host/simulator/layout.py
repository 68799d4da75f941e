"""What fits into a terminal of some size."""

from dataclasses import dataclass

from firmware_host.simulator.cells import BRAILLE, HALF_BLOCKS, Cells
from firmware_host.simulator.oled import HEIGHT, WIDTH

RIM = 2  # columns, and rows, that the panel's rim takes
HIGH_CAP, LOW_CAP = 3, 1  # rows
MOST_LINES = 3  # rows of help and messages; the longest message fits at 80 columns


@dataclass(frozen=True, slots=True)
class Layout:
    cells: Cells  # the panel's characters
    columns: int  # of the whole
    cap_rows: int
    line_rows: int  # below the buttons, for help and messages


def layout_for(width: int, height: int) -> Layout | None:
    """The largest layout for so many columns and rows; None when nothing fits."""
    for cells in (HALF_BLOCKS, BRAILLE):
        columns = WIDTH // cells.wide + RIM
        rows = height - HEIGHT // cells.high - RIM  # for all below the panel
        if columns <= width and rows > LOW_CAP:
            cap = HIGH_CAP if rows > HIGH_CAP else LOW_CAP
            return Layout(cells, columns, cap, min(rows - cap, MOST_LINES))
    return None


LEAST_WIDTH = WIDTH // BRAILLE.wide + RIM
LEAST_HEIGHT = HEIGHT // BRAILLE.high + RIM + LOW_CAP + 1
