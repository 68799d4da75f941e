"""Where the settings and the games are, and the one reading of the settings."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from firmware_host.settings.keys import SettingsError
from firmware_host.settings.model import Settings
from firmware_host.settings.table import read_table

VARIABLE = "DICETOWER_SETTINGS"
SYSTEM_FILE = Path("/etc/dicetower/dicetower.toml")
SYSTEM_STATE = Path("/var/lib/dicetower")  # for a process without a home


def read_settings(path: Path | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of `path`, else of $DICETOWER_SETTINGS, else of the user's or the system's file.

    Without any of them the defaults. Raise `SettingsError` for a file that cannot be used, and
    for a named one that is missing.
    """
    file = path or _named(environ) or _found(environ)
    table = {"state_directory": str(_state_directory(environ))} | (_parse(file) if file else {})
    try:
        return read_table(Settings, table)
    except SettingsError as error:
        raise SettingsError(f"{file or 'defaults'}: {error}") from None


def _parse(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(
            f"{file}: cannot be read ({error.strerror}); name another file or mend this one"
        ) from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{file}: is not TOML ({error}); mend that line") from error


def _named(environ: Mapping[str, str]) -> Path | None:
    named = environ.get(VARIABLE)
    return Path(named) if named else None


def _found(environ: Mapping[str, str]) -> Path | None:
    config = _user_folder(environ, "XDG_CONFIG_HOME", ".config")
    files = [config / "dicetower.toml"] if config else []
    # A folder that may not be entered holds no settings of this user.
    return next((file for file in [*files, SYSTEM_FILE] if os.access(file, os.F_OK)), None)


def _state_directory(environ: Mapping[str, str]) -> Path:
    """Where the games are kept unless the settings say otherwise."""
    if given := environ.get("STATE_DIRECTORY"):
        return Path(given.split(":")[0])  # systemd lists all that the unit asks for
    return _user_folder(environ, "XDG_STATE_HOME", ".local/state") or SYSTEM_STATE


def _user_folder(environ: Mapping[str, str], variable: str, below_home: str) -> Path | None:
    base = Path(environ.get(variable, ""))
    if not base.is_absolute():  # as the XDG rules have it
        if not environ.get("HOME"):
            return None
        base = Path(environ["HOME"], below_home)
    return base / "dicetower"
