"""The settings file."""

from pathlib import Path

from firmware_host.doctor.finding import Finding
from firmware_host.settings import (
    Settings,
    SettingsError,
    default_settings,
    read_settings,
    settings_file,
)


def check_settings(file: Path | None) -> tuple[Settings, Finding]:
    """The settings, or the defaults where the file cannot be used.

    Raise `SettingsError` where the environment leaves no defaults either.
    """
    try:
        settings, read = read_settings(file), settings_file(file)
    except SettingsError as error:
        fault, _, what_to_do = str(error).rpartition("; ")
        how = f"{fault}; the other parts are tested with the defaults"
        return default_settings(), Finding("settings", False, how, what_to_do)
    how = f"read {read}: every key fits" if read else "there is no file: all is as by default"
    return settings, Finding("settings", True, how)
