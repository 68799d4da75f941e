"""The folder of rule files."""

import os
from pathlib import Path

from firmware_host.doctor.finding import Finding
from firmware_host.settings import Settings
from rules import RulesError, check


def check_rules(settings: Settings) -> Finding:
    """Whether a game can be played by each file that the box would offer."""
    folder = settings.rules_directory
    if folder is None:
        return Finding("rules", True, "no folder of rule files is set: the box offers its presets")
    if not os.access(f"{folder}/.", os.R_OK | os.X_OK):
        how = f"rules_directory: {folder} is no folder that may be read"
        return Finding("rules", False, how, "make it, or name another in the settings")
    files = sorted(folder.glob("*.toml"))
    bad = {file: fault for file in files if (fault := _first_fault(file))}
    if not bad:
        return Finding("rules", True, f"read {len(files)} rule files in {folder}: all fit")
    file, fault = next(iter(bad.items()))
    how = f"{len(bad)} of {len(files)} rule files are not offered; {file}: {fault}"
    return Finding("rules", False, how, f"dicetower rules check {file} tells all")


def _first_fault(file: Path) -> str | None:
    try:
        faults = check(file)
    except RulesError as error:
        return str(error)
    return str(faults[0]) if faults else None
