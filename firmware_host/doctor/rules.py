"""The folder of rule files."""

import os
import shlex
from pathlib import Path
from typing import NamedTuple

from firmware_host.doctor.finding import Finding
from firmware_host.games import readable, rule_files
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
    files = rule_files(folder)
    bad = [fault for file in files if (fault := _first_fault(file))]
    if not bad:
        return Finding("rules", True, f"read {len(files)} rule files in {folder}: all fit")
    first = bad[0]
    how = f"{len(bad)} of {len(files)} rule files are not offered; {first.words}"
    return Finding("rules", False, how, first.what_to_do)


class _Fault(NamedTuple):
    words: str
    what_to_do: str


def _first_fault(file: Path) -> _Fault | None:
    try:
        faults = check(readable(file))
    except RulesError as error:
        reason = error.fault.reason.partition("; ")[0]
        return _Fault(f"{file}: {reason}", "make it a file that may be read, or move it away")
    if not faults:
        return None
    more = f"dicetower rules check {shlex.quote(str(file))} tells all"
    return _Fault(f"{file}: {faults[0]}", more)
