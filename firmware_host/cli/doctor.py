"""`dicetower doctor`: what is wrong with this box, and what to do about it."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_host.cli.errors import wrong_use
from firmware_host.cli.options import settings_option
from firmware_host.cli.signals import ended_by_signals

if TYPE_CHECKING:
    from firmware_host.doctor import Finding

MARKS = {True: "ok", False: "WRONG", None: "?"}


@click.command
@settings_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(settings_file: Path | None, as_json: bool) -> int:
    """Look at every part, change nothing, and tell what to do.

    Run it as the user that runs the box: another may have other rights.

    Exit status 0: all is well, 1: something is wrong or could not be tested.
    """
    from firmware_host.doctor import Machine, examine
    from firmware_host.settings import SettingsError

    with (
        ended_by_signals(),
        wrong_use(SettingsError),
        closing(examine(settings_file, Machine())) as findings,
    ):
        well = _print_json(findings) if as_json else _print_lines(findings)
    return 0 if well else 1


def _print_lines(findings: "Iterator[Finding]") -> bool:
    """Each line as soon as it is found: some parts take their time."""
    well = True
    for finding in findings:
        click.echo(_line(finding))
        well = well and finding.ok is True
    return well


def _print_json(findings: "Iterator[Finding]") -> bool:
    found = list(findings)
    well = all(finding.ok for finding in found)
    click.echo(json.dumps({"ok": well, "parts": [finding._asdict() for finding in found]}))
    return well


def _line(finding: "Finding") -> str:
    what_to_do = f" → {finding.what_to_do}" if finding.what_to_do else ""
    line = f"{MARKS[finding.ok]:7}{finding.part:10}{finding.how}{what_to_do}"
    return "".join(letter if letter.isprintable() else "?" for letter in line)
