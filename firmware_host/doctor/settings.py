"""The settings file."""

import os
from pathlib import Path

from firmware_host.doctor.finding import Finding
from firmware_host.settings import Settings, SettingsError, read_settings

_NO_KEYS = Path(os.devnull)


def check_settings(file: Path | None) -> tuple[Settings, Finding]:
    """The settings, or the defaults where the file cannot be used.

    Raise `SettingsError` where the environment leaves no defaults either.
    """
    try:
        settings = read_settings(file)
    except SettingsError as error:
        fault, _, what_to_do = str(error).rpartition("; ")
        how = f"{fault}; the other parts are tested with the defaults"
        return read_settings(_NO_KEYS), Finding("settings", False, how, what_to_do)
    where = str(file) if file else "the usual file, or the defaults without one"
    return settings, Finding("settings", True, f"read {where}: every key fits")
