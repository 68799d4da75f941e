"""The OLED panel: pictures in, the changed bytes out."""

from hw.panel.bus import Bus, PanelLost
from hw.panel.chips import ChipName
from hw.panel.i2c import I2c
from hw.panel.pages import Height, Rotation
from hw.panel.panel import Panel
from hw.panel.thread import PanelThread

__all__ = ["Bus", "ChipName", "Height", "I2c", "Panel", "PanelLost", "PanelThread", "Rotation"]
