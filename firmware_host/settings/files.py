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
SYSTEM_STATE = Path("/var/lib/dicetower")  # for root, its owner, and a process without a home

ENCODING = "utf-8-sig"  # some editors begin a file with a mark of its encoding


def settings_file(path: Path | None = None, environ: Mapping[str, str] = os.environ) -> Path | None:
    """`path`, else what $DICETOWER_SETTINGS names, else the user's or the system's file, if any."""
    return path or _named(environ) or _found(environ)


def read_settings(path: Path | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of `settings_file`; without one the defaults.

    Raise `SettingsError` for a file that cannot be used, and for a named one that is missing.
    """
    file = settings_file(path, environ)
    table = _parse(file) if file else {}
    if "state_directory" not in table:
        table["state_directory"] = str(_state_directory(environ))
    try:
        return read_table(Settings, table)
    except SettingsError as error:
        raise SettingsError(f"{file}: {error}") from None


def default_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """What holds without any file."""
    return Settings(state_directory=_state_directory(environ))


def _parse(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding=ENCODING))
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
    user = _user_folder(environ, "XDG_CONFIG_HOME", ".config")
    files = [user / "dicetower.toml"] if user else []
    return next((file for file in [*files, SYSTEM_FILE] if _may_be_there(file)), None)


def _may_be_there(file: Path) -> bool:
    """Whether it is to be read, were it to say why it cannot be.

    A home that may not be entered holds no settings of this user; a folder of settings may.
    """
    if not os.path.lexists(file.parent):
        return False
    try:
        file.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return not file.parent.exists()  # a link that leads nowhere
    except OSError:
        return True
    return True


def _state_directory(environ: Mapping[str, str]) -> Path:
    """Where the games are kept unless the settings say otherwise."""
    if given := environ.get("STATE_DIRECTORY"):
        return _whole("STATE_DIRECTORY", given.split(":")[0])  # systemd lists all of the unit's
    if _is_of_the_box() and not environ.get("XDG_STATE_HOME"):
        return SYSTEM_STATE
    return _user_folder(environ, "XDG_STATE_HOME", ".local/state") or SYSTEM_STATE


def _is_of_the_box() -> bool:
    """Whether this is the box's own user, or root, who asks about the box and has no games."""
    return SYSTEM_STATE.is_dir() and os.geteuid() in (0, SYSTEM_STATE.stat().st_uid)


def _user_folder(environ: Mapping[str, str], variable: str, below_home: str) -> Path | None:
    base = Path(environ.get(variable, ""))
    if not base.is_absolute():  # as the XDG rules have it
        if not environ.get("HOME"):
            return None
        base = _whole("HOME", environ["HOME"]) / below_home
    return base / "dicetower"


def _whole(variable: str, value: str) -> Path:
    if not value.startswith("/"):
        raise SettingsError(f"${variable}: {value} is no whole path; let it begin with /")
    return Path(value)
