"""The wiring page, held to the settings."""

import re
from pathlib import Path

from firmware_host.settings import ButtonSettings

PAGE = Path(__file__).parent.parent / "wiring.md"

HEADER = {2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19}
HEADER |= {9: 21, 25: 22, 11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36}
HEADER |= {26: 37, 20: 38, 21: 40}
"""The header's pin of each GPIO."""


def test_the_button_pins_are_those_of_the_settings() -> None:
    rows = re.findall(r"\| button \S+ \| (\w+) \| (\d+) \| \d+ \|", PAGE.read_text("utf-8"))
    assert {button: int(pin) for button, pin in rows} == ButtonSettings().pins


def test_every_gpio_of_the_page_is_on_the_pin_it_says() -> None:
    text = PAGE.read_text("utf-8")
    rows = re.findall(r"\| \w+ \| (\d+) \| (\d+) \|", text)
    drawn = re.findall(r"GPIO(\d+) +\((\d+)\)", text)
    drawn += [(gpio, pin) for pin, gpio in re.findall(r"\((\d+)\) +GPIO(\d+)", text)]
    assert len(rows) == len(drawn) == 7
    for gpio, pin in rows + drawn:
        assert HEADER[int(gpio)] == int(pin)
