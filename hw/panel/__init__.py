"""The OLED panel: pictures in, the changed bytes out."""

from hw.panel.chips import ChipName
from hw.panel.panel import Panel, PanelLost
from hw.panel.thread import PanelThread

__all__ = ["ChipName", "Panel", "PanelLost", "PanelThread"]
