"""Settings: one TOML file, read once into frozen dataclasses that also document it."""

from firmware_host.settings.files import default_settings, read_settings, settings_file
from firmware_host.settings.keys import SettingsError
from firmware_host.settings.model import (
    ButtonSettings,
    DiceSettings,
    LampSettings,
    PanelSettings,
    SensorSettings,
    Settings,
    SoundSettings,
)

__all__ = [
    "ButtonSettings",
    "DiceSettings",
    "LampSettings",
    "PanelSettings",
    "SensorSettings",
    "Settings",
    "SettingsError",
    "SoundSettings",
    "default_settings",
    "read_settings",
    "settings_file",
]
