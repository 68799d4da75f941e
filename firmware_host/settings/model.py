"""The settings there are, their defaults and what they mean."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from firmware_host.settings.keys import Range, Says, SettingsError, Taken
from hw.events import BUTTONS, Button

_BUSES = Taken({0: "a HAT's memory", 1: "a HAT's memory", 2: "I²C", 3: "I²C"})

Pin = Annotated[int, Range(0, 27), _BUSES]
"""A BCM number, as in GPIO17."""


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """The default pins lie together on the header (13, 15, 16, 18, 22), with ground at 14 and 20.

    They have no second use: I²C, SPI, the serial console, PWM, I²S and 1-Wire all stay free.
    """

    left: Annotated[Pin, Says("Header pin 13.")] = 27
    right: Annotated[Pin, Says("Header pin 15.")] = 22
    keep: Annotated[Pin, Says("Header pin 16.")] = 23
    roll: Annotated[Pin, Says("Header pin 18.")] = 24
    bank: Annotated[Pin, Says("Header pin 22.")] = 25
    pull_up: Annotated[
        bool, Says("true: a button connects its pin to ground; false: to 3.3 V.")
    ] = True

    def __post_init__(self) -> None:
        owners: dict[int, Button] = {}
        for button, pin in self.pins.items():
            if (other := owners.setdefault(pin, button)) != button:
                raise SettingsError(
                    f"buttons.{button}: pin {pin} is {other}'s too; give each button its own pin"
                )

    @property
    def pins(self) -> dict[Button, int]:
        """The BCM number of each button."""
        return {button: getattr(self, button) for button in BUTTONS}


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """A panel of 128 × 64 on I²C."""

    chip: Annotated[
        Literal["ssd1306", "sh1106"],
        Says('The controller. If the picture is noise, it is the other one: "sh1106".'),
    ] = "ssd1306"
    bus: Annotated[int, Range(0, 255), Says("The N of /dev/i2c-N.")] = 1
    address: Annotated[
        int,
        Range(0x08, 0x77),
        Says("0x3C or 0x3D; the board may print it doubled, 0x78 or 0x7A.", shown="0x3C"),
    ] = 0x3C
    rotate: Annotated[Literal[0, 180], Says("180 when the panel is built in upside down.")] = 0
    column_offset: Annotated[
        Annotated[int, Range(0, 127)] | None,
        Says("Columns the picture is shifted by, where the chip's usual is wrong.", shown="2"),
    ] = None
    contrast: Annotated[
        int, Range(0, 255), Says("Half is bright enough indoors, and the panel lasts longer.")
    ] = 127


@dataclass(frozen=True, slots=True)
class DiceSettings:
    """Where the box's own dice come from."""

    device: Annotated[Path, Says("The hardware random source.")] = Path("/dev/hwrng")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of one box."""

    language: Annotated[Literal["en", "fi", "it"], Says("The language of the screens.")] = "en"
    state_directory: Annotated[
        Path,
        Says(
            "Where the games are kept. Default: the service's own, else ~/.local/state/dicetower.",
            shown='"/var/lib/dicetower"',
        ),
    ]
    rules_directory: Annotated[
        Path | None,
        Says(
            "A folder of rule files of your own, offered beside the games there are.",
            shown='"/home/me/games"',
        ),
    ] = None
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    panel: PanelSettings = field(default_factory=PanelSettings)
    dice: DiceSettings = field(default_factory=DiceSettings)
