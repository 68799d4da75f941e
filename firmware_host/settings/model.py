"""The settings there are, their defaults and what they mean."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from firmware_host.settings.keys import Range, Says, SettingsError, Taken
from hw.events import KEYS, Button, Key, Profile

_BUSES = Taken({0: "a HAT's memory", 1: "a HAT's memory", 2: "I²C", 3: "I²C"})

SPI_PINS = ((9, 10, 11), (19, 20, 21))
"""By port: data in, data out and clock. What comes from a panel is not used, but the port's."""

SPI_SELECTS = ((8, 7), (18, 17, 16))
"""By port and device."""

SENSOR_LINK = Path("/dev/dicetower-sensor")
"""What the udev rule calls a sensor, whichever port it is plugged into."""

Pin = Annotated[int, Range(0, 27), _BUSES]
"""A BCM number, as in GPIO17."""


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """Which buttons there are, and their pins; those of other profiles count for nothing.

    The default pins of five lie together on the header (13, 15, 16, 18, 22), with ground at 14 and
    20. They have no second use: I²C, SPI, the serial console, PWM, I²S and 1-Wire all stay free.
    """

    left: Annotated[Pin, Says("Header pin 13.")] = 27
    right: Annotated[Pin, Says("Header pin 15.")] = 22
    keep: Annotated[Pin, Says("Header pin 16.")] = 23
    roll: Annotated[Pin, Says("Header pin 18.")] = 24
    bank: Annotated[Pin, Says("Header pin 22.")] = 25
    next: Annotated[Pin, Says("Header pin 15.")] = 22
    ok: Annotated[Pin, Says("Header pin 18.")] = 24
    hold_1: Annotated[Pin, Says("Header pin 11; under the die at the left.")] = 17
    hold_2: Annotated[Pin, Says("Header pin 13.")] = 27
    hold_3: Annotated[Pin, Says("Header pin 15.")] = 22
    hold_4: Annotated[Pin, Says("Header pin 16.")] = 23
    hold_5: Annotated[Pin, Says("Header pin 29.")] = 5
    hold_6: Annotated[Pin, Says("Header pin 31.")] = 6
    pull_up: Annotated[
        bool, Says("true: a button connects its pin to ground; false: to 3.3 V.")
    ] = True
    profile: Annotated[
        Profile,
        Says('"five"; "three": next, ok and bank; "hold-six": one under each die, roll and bank.'),
    ] = "five"

    @property
    def pins(self) -> dict[Key, int]:
        """The BCM number of each button of the profile."""
        return {button: getattr(self, button) for button in KEYS[self.profile]}


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """A panel 128 pixels wide; `dicetower panel-test` shows whether these fit."""

    interface: Annotated[
        Literal["i2c", "spi"], Says('A panel with four pins is "i2c", one with seven "spi".')
    ] = "i2c"
    chip: Annotated[
        Literal["ssd1306", "ssd1309", "sh1106"],
        Says('The controller. If the left edge is missing and the right one noise: "sh1106".'),
    ] = "ssd1306"
    height: Annotated[
        Literal[64, 32], Says("Of the panel. On 32 lines only the large figures can be read.")
    ] = 64
    bus: Annotated[int, Range(0, 255), Says("i2c: the N of /dev/i2c-N.")] = 1
    address: Annotated[
        int,
        Range(0x08, 0x77),
        Says("i2c: 0x3C or 0x3D; the board may print it doubled, 0x78 or 0x7A.", shown="0x3C"),
    ] = 0x3C
    spi_port: Annotated[int, Range(0, 1), Says("spi: the P of /dev/spidevP.D.")] = 0
    spi_device: Annotated[int, Range(0, 2), Says("spi: the D, as in CE0.")] = 0
    dc: Annotated[Pin, Says("spi: the panel's DC, on header pin 29.")] = 5
    reset: Annotated[Pin, Says("spi: the panel's RES, on header pin 31.")] = 6
    rotate: Annotated[Literal[0, 180], Says("180 when the panel is built in upside down.")] = 0
    column_offset: Annotated[
        Annotated[int, Range(0, 127)] | None,
        Says("Columns the picture is shifted by, where the chip's usual is wrong.", shown="2"),
    ] = None
    line_offset: Annotated[
        int, Range(0, 63), Says("Lines the picture is shifted up by, where the panel needs it.")
    ] = 0
    contrast: Annotated[
        int, Range(0, 255), Says("Half is bright enough indoors, and the panel lasts longer.")
    ] = 127

    def __post_init__(self) -> None:
        if self.spi_device >= len(SPI_SELECTS[self.spi_port]):
            raise SettingsError("panel.spi_device: SPI port 0 has no device 2; give 0 or 1")

    @property
    def pins(self) -> Iterator[tuple[str, int]]:
        """The pins in use beside those of I²C, which nothing else may have anyway."""
        if self.interface == "spi":
            yield from (("panel.dc", self.dc), ("panel.reset", self.reset))
            yield from (("the panel's SPI", pin) for pin in SPI_PINS[self.spi_port])
            yield "the panel's SPI", SPI_SELECTS[self.spi_port][self.spi_device]


@dataclass(frozen=True, slots=True)
class DiceSettings:
    """Where the box's own dice come from."""

    device: Annotated[Path, Says("The hardware random source.")] = Path("/dev/hwrng")
    require_hardware: Annotated[
        bool,
        Says("true: no throw without it; false: the system's randomness throws where it fails."),
    ] = False


@dataclass(frozen=True, slots=True)
class SensorSettings:
    """A sensor that reads real dice, on USB; `dicetower sensor` shows what it says."""

    port: Annotated[
        Path | None,
        Says(
            "Where it is, or its name in /dev/serial/by-id. Without a port: no sensor.",
            f'"{SENSOR_LINK}"',
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """A piezo buzzer between its pin and ground; header pin 34 is ground, too."""

    pin: Annotated[
        Pin | None, Says("The buzzer, such as on header pin 32. Without a pin: no sound.", "12")
    ] = None
    volume: Annotated[int, Range(1, 5), Says("From 1, soft, to 5, loud.")] = 3
    mute: Annotated[bool, Says("true: no sound, though there is a buzzer.")] = False


@dataclass(frozen=True, slots=True)
class LampSettings:
    """Lamps between their pins and ground; header pins 34 and 39 are ground, too."""

    roll: Annotated[
        Pin | None, Says("The lamp in ROLL, such as on header pin 36. Without a pin: none.", "16")
    ] = None
    bank: Annotated[
        Pin | None, Says("The lamp in BANK, such as on header pin 37. Without a pin: none.", "26")
    ] = None

    @property
    def pins(self) -> dict[Button, int]:
        """The BCM number of each lamp there is."""
        pins: dict[Button, int | None] = {"roll": self.roll, "bank": self.bank}
        return {button: pin for button, pin in pins.items() if pin is not None}


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
            shown='"/etc/dicetower/games"',
        ),
    ] = None
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    panel: PanelSettings = field(default_factory=PanelSettings)
    dice: DiceSettings = field(default_factory=DiceSettings)
    sensor: SensorSettings = field(default_factory=SensorSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    lamps: LampSettings = field(default_factory=LampSettings)

    def __post_init__(self) -> None:
        owners: dict[int, str] = {}
        for key, pin in self._pins():
            if (other := owners.setdefault(pin, key)) != key:
                raise SettingsError(f"{key}: pin {pin} is {other}'s too; give each its own pin")

    def _pins(self) -> Iterator[tuple[str, int]]:
        """Each pin in use, by the key that says so."""
        yield from ((f"buttons.{button}", pin) for button, pin in self.buttons.pins.items())
        yield from self.panel.pins
        if self.sound.pin is not None:
            yield "sound.pin", self.sound.pin
        yield from ((f"lamps.{button}", pin) for button, pin in self.lamps.pins.items())
