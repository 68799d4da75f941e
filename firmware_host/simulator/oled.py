"""The panel as a widget."""

from PIL import Image
from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from firmware_host.simulator.cells import BRAILLE, Cells

WIDTH, HEIGHT = 128, 64


class Oled(Widget):
    """Shows a 128 x 64 one-bit picture; only the characters that changed are sent."""

    def __init__(self) -> None:
        super().__init__()
        self._picture = Image.new("1", (WIDTH, HEIGHT))
        self._rows: list[str] = []
        self.draw_in(BRAILLE)

    def draw_in(self, cells: Cells) -> None:
        """Choose the characters, and with them the size."""
        self._cells = cells
        self._rows = cells.rows(self._picture)
        self.styles.width, self.styles.height = WIDTH // cells.wide, HEIGHT // cells.high
        self.refresh()

    def show(self, picture: Image.Image) -> None:
        """Draw what differs from the picture shown before."""
        old, self._rows = self._rows, self._cells.rows(picture)
        self._picture = picture
        for y, (was, row) in enumerate(zip(old, self._rows, strict=True)):
            changed = [x for x, (a, b) in enumerate(zip(was, row, strict=True)) if a != b]
            if changed:
                self.refresh(Region(changed[0], y, changed[-1] - changed[0] + 1, 1))

    def render_line(self, y: int) -> Strip:
        row = self._rows[y] if y < len(self._rows) else ""
        return Strip([Segment(row, self.rich_style)], len(row))
