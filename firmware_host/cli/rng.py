"""`dicetower rng`: whether the box's random source is one, and raw bytes of it for other tests."""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path

import click

from firmware_host.cli.errors import (
    ProblemError,
    WrongUseError,
    command_needed,
    unusable_files,
    wrong_use,
)
from firmware_host.cli.options import A_FILE, A_PATH, settings_option, written_as
from firmware_host.cli.streams import is_terminal
from firmware_host.settings import SettingsError, read_settings
from hw.clock import SystemClock
from hw.raw import EndedError, RandomDevice, RawFile, collect, cure_of
from hw.statistics import LEAST, Finding, examine

USUAL = 65_536  # bytes: a moment's work, and 256 of each value
MOST = 10_000_000  # bytes: some seconds, and the memory of a small Pi


@click.group(invoke_without_command=True)
@click.pass_context
def rng(ctx: click.Context) -> None:
    """Test the dice's random source, or collect its bytes."""
    command_needed(ctx)


@rng.command("test")
@click.argument("file", type=A_PATH, required=False)
@click.option("--device", is_flag=True, help="Test the device of the settings, dice.device.")
@settings_option
@click.option(
    "--bytes",
    "size",
    type=click.IntRange(LEAST, MOST),
    default=USUAL,
    show_default=True,
    help="How many are tested, at most.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--plot",
    type=A_FILE,
    callback=written_as(".png"),
    metavar="FILE",
    help="Save a picture (PNG) of the counts.",
)
def test_source(
    file: Path | None,
    device: bool,
    settings_file: Path | None,
    size: int,
    as_json: bool,
    plot: Path | None,
) -> int:
    """Tell by statistics how like chance the raw bytes of FILE, or of the device, look.

    FILE may be a pipe or another device, too.

    Exit status 0: as good bytes do, 1: not, or the device fails, 2: FILE can not be used.
    """
    if (file is not None) == device:
        raise WrongUseError("give a FILE of raw bytes, or --device; see dicetower rng test --help")
    source = file or _device(settings_file)
    raw = _read(source, size) if file else b"".join(_pieces(source, size))
    name = str(source)
    findings = _findings(name, raw)
    if plot:
        _save_plot(raw, plot)
    click.echo(_json(name, raw, findings) if as_json else "\n".join(_table(name, raw, findings)))
    return 0 if _all_good(findings) else 1


@rng.command("collect")
@click.argument("file", type=A_FILE)
@click.option("--bytes", "size", type=click.IntRange(1), required=True, help="How many.")
@settings_option
def collect_bytes(file: Path, size: int, settings_file: Path | None) -> None:
    """Write raw bytes of the device, untested and unmixed, to FILE.

    Until all have come, they are in FILE.part, and FILE is as it was.
    """
    device = _device(settings_file)
    pieces = _pieces(device, size)
    first = next(pieces)  # a device that does not work makes no file
    with unusable_files("give another place for the bytes", file):
        _write(file, chain([first], pieces), size)
    click.echo(f"{file}: {size} bytes of {device}")


def _write(file: Path, pieces: Iterable[bytes], size: int) -> None:
    """All to FILE, or what came to the file beside it, which the error names."""
    whole = Path(os.path.realpath(file))
    part = file if _is_stream(file) else whole.with_name(f"{whole.name}.part")
    written = 0
    with part.open("wb") as out:
        try:
            for piece in pieces:
                written += out.write(piece)
        except ProblemError as error:
            raise ProblemError(f"{error.message}; {part} has {written} of {size} bytes") from error
    if part != file:
        part.replace(whole)


def _is_stream(file: Path) -> bool:
    """Whether it is a pipe or a device, which keeps nothing and cannot be replaced."""
    return file.exists() and not file.is_file()


def _findings(name: str, raw: bytes) -> list[Finding]:
    try:
        return examine(raw)
    except ValueError as error:
        raise WrongUseError(f"{name}: {error}") from error


def _device(settings_file: Path | None) -> Path:
    with wrong_use(SettingsError):
        return read_settings(settings_file).dice.device


def _pieces(device: Path, size: int) -> Iterator[bytes]:
    _announce(device, size)
    try:
        with closing(RandomDevice(device)) as source:
            yield from collect(source, size, SystemClock())
    except OSError as error:
        raise ProblemError(f"{device}: {error.strerror}; {cure_of(error)}") from error


def _read(file: Path, size: int) -> bytes:
    """At most `size` bytes, fewer where FILE ends before."""
    if _is_stream(file):
        _announce(file, size)
    raw = bytearray()
    try:
        with suppress(EndedError), closing(RawFile(file)) as source:
            for piece in collect(source, size, SystemClock(), size):
                raw += piece
    except OSError as error:
        cure = cure_of(error) if file.is_char_device() else "give a file of raw bytes"
        raise WrongUseError(f"{file}: {error.strerror}; {cure}") from error
    return bytes(raw)


def _announce(source: Path, size: int) -> None:
    if is_terminal(sys.stderr):
        click.echo(f"Reading {size} bytes of {source}; Ctrl-C ends.", err=True)


def _save_plot(raw: bytes, place: Path) -> None:
    from firmware_host.cli.rng_plot import plot

    with unusable_files("give another place for the picture"):
        plot(raw).save(place, "PNG")


def _all_good(findings: list[Finding]) -> bool:
    return all(finding.good for finding in findings)


def _json(name: str, raw: bytes, findings: list[Finding]) -> str:
    tests = [{**finding._asdict(), "good": finding.good} for finding in findings]
    good = _all_good(findings)
    return json.dumps({"source": name, "bytes": len(raw), "good": good, "tests": tests})


def _table(name: str, raw: bytes, findings: list[Finding]) -> Iterator[str]:
    yield f"{name}: {len(raw)} bytes"
    yield f"{'test':22}{'statistic':>12}{'p-value':>12}  {'verdict':9}sample"
    for finding in findings:
        verdict = "good" if finding.good else "bad"
        sample = f"{finding.size} {finding.unit}"
        numbers = f"{finding.statistic:>12.6g}{finding.p:>12.4g}"
        yield f"{finding.test:22}{numbers}  {verdict:9}{sample}"
    yield _conclusion(findings)


def _conclusion(findings: list[Finding]) -> str:
    if _all_good(findings):
        return "These bytes look like chance."
    bad = ", ".join(finding.test for finding in findings if not finding.good)
    return f"These bytes do not look like chance ({bad}): test again, and do not use such a source."
