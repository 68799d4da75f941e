"""What luma alone would do: draw with its canvas, and send every frame whole."""

from luma.core.interface.serial import i2c
from luma.core.render import canvas
from luma.oled.device import ssd1306
from PIL import Image, ImageFont
from smbus2 import i2c_msg

from hw.fakes.bus import FakeBus
from hw.fakes.chip import Ssd1306


class LumaPanel:
    """luma's own device over the same chip model, in the mode that sends the fewest bytes."""

    def __init__(self) -> None:
        self.bus = FakeBus(Ssd1306())
        serial = i2c(bus=self.bus)
        serial._managed, serial._i2c_msg_write = True, i2c_msg.write  # as over a real bus
        self.device = ssd1306(serial)
        self.device.persist = True
        self._font = ImageFont.load_default()

    def frame_bytes(self) -> int:
        """Bytes on the bus for one frame: all frames have the same."""
        before = self.bus.bytes_seen
        self.device.display(Image.new("1", self.device.size))
        return self.bus.bytes_seen - before

    def draw_and_send(self) -> None:
        """A frame as hobby projects draw it: six dice, two lines of text, sent whole."""
        with canvas(self.device) as draw:
            for die in range(6):
                x = 2 + die * 21
                draw.rectangle((x, 2, x + 17, 19), outline=1)
                for pip in range(4):
                    left, top = x + 4 + pip % 2 * 8, 6 + pip // 2 * 8
                    draw.ellipse((left, top, left + 2, top + 2), fill=1)
            draw.text((2, 26), "TURN 1050", fill=1, font=self._font)
            draw.text((2, 50), "KEEP  ROLL  BANK", fill=1, font=self._font)
