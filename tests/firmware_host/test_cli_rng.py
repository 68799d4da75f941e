"""`dicetower rng`: statuses, numbers for programs, pictures, and a device at the wire."""

import errno
import json
import os
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from firmware_host.cli import main
from firmware_host.cli import rng as command
from hw import raw

GOOD = random.Random(1).randbytes(20_000)
COUNTER = bytes(range(256)) * 64


class Rng:
    """Runs the command and keeps what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["rng", *map(str, arguments)])
        status = ended.value.code
        assert isinstance(status, int)
        return status, *self._capsys.readouterr()


@pytest.fixture
def rng(capsys: pytest.CaptureFixture[str]) -> Rng:
    return Rng(capsys)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good"
    file.write_bytes(GOOD)
    return file


@pytest.fixture
def counter(tmp_path: Path) -> Path:
    file = tmp_path / "counter"
    file.write_bytes(COUNTER)
    return file


def settings_in(folder: Path, device: Path) -> Path:
    settings = folder / "dicetower.toml"
    settings.write_text(f'[dice]\ndevice = "{device}"\n')
    return settings


def set_device(folder: Path, monkeypatch: pytest.MonkeyPatch, device: Path) -> None:
    monkeypatch.setenv("DICETOWER_SETTINGS", str(settings_in(folder, device)))


@pytest.fixture
def pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """The end to write to of what the settings call the device."""
    device = tmp_path / "hwrng"
    os.mkfifo(device)
    set_device(tmp_path, monkeypatch, device)
    return os.open(device, os.O_RDWR)


def test_good_bytes_are_status_0_with_a_line_a_test(rng: Rng, good: Path) -> None:
    status, out, err = rng("test", good)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"{good}: 20000 bytes"
    assert lines[1].split() == ["test", "statistic", "p-value", "verdict", "sample"]
    assert [line[:22].strip() for line in lines[2:-1]] == [
        "chi-square of bytes",
        "chi-square of faces",
        "runs of bits",
        "serial correlation",
        "repetition count",
        "adaptive proportion",
    ]
    assert all("  good  " in line for line in lines[2:-1])
    assert lines[-1] == "These bytes look like chance."


def test_bad_bytes_are_status_1_and_the_tests_that_say_so_are_named(
    rng: Rng, counter: Path
) -> None:
    status, out, err = rng("test", counter)
    assert (status, err) == (1, "")
    assert out.splitlines()[-1].startswith(
        "These bytes do not look like chance (chi-square of bytes, chi-square of faces, serial"
    )


def test_programs_read_json(rng: Rng, counter: Path) -> None:
    status, out, _ = rng("test", counter, "--json", "--bytes", "10240")
    found = json.loads(out)
    assert status == 1
    assert (found["source"], found["bytes"], found["good"]) == (str(counter), 10240, False)
    assert found["tests"][0] == {
        "test": "chi-square of bytes",
        "statistic": 0.0,
        "p": 0.0,
        "size": 10240,
        "unit": "bytes",
        "good": False,
    }


def test_the_picture_has_a_bar_a_face_and_a_bar_a_byte(
    rng: Rng, counter: Path, tmp_path: Path
) -> None:
    place = tmp_path / "counts.png"
    assert rng("test", counter, "--plot", place)[0] == 1
    with Image.open(place) as picture:
        assert picture.format == "PNG"
        bars = [_bars(picture.convert("RGB"), row) for row in (200, 400)]
    assert bars == [6, 256]


def _bars(picture: Image.Image, row: int) -> int:
    """How many runs of coloured pixels there are in a row."""
    coloured = [picture.getpixel((x, row)) == (59, 110, 165) for x in range(picture.width)]
    return sum(now and not before for before, now in pairwise(coloured))


@pytest.mark.usefixtures("good")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["test"], "give a FILE of raw bytes, or --device"),
        (["test", "good", "--device"], "give a FILE of raw bytes, or --device"),
        (["test", "missing"], "missing: No such file or directory; give a file of raw bytes"),
        (["test", "."], ".: Is a directory; give a file of raw bytes"),
        (["test", "short"], "short: 9 bytes are too few to judge; give 1280 or more"),
        (["test", "good", "--bytes", "1000"], "1000 is not in the range"),
        (["test", "good", "--plot", "no/such.png"], "give another place for the picture"),
        (["test", "good", "--plot", "x.gif"], "x.gif would be no .gif: let it end with .png"),
        (["test", "good", "--plot", "."], "'.' is a directory"),
        (["collect", "raw"], "Missing option '--bytes'"),
        (["collect", "raw", "--bytes", "0"], "0 is not in the range"),
        ([], ""),
    ],
)
def test_wrong_use_is_status_2(
    rng: Rng, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("short").write_bytes(GOOD[:9])
    status, out, err = rng(*arguments)
    assert (status, out) == (2, "")
    assert told in err


def test_the_device_of_the_settings_is_tested(rng: Rng, pipe: int) -> None:
    os.write(pipe, GOOD)
    status, out, err = rng("test", "--device", "--bytes", "20000", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["source"].endswith("/hwrng")
    os.close(pipe)


def test_bytes_are_collected_raw(rng: Rng, pipe: int, tmp_path: Path) -> None:
    os.write(pipe, COUNTER)
    place = tmp_path / "raw"
    status, out, err = rng("collect", place, "--bytes", "3000")
    assert (status, err) == (0, "")
    assert out.startswith(f"{place}: 3000 bytes of ")
    assert place.read_bytes() == COUNTER[:3000]
    os.close(pipe)


@pytest.mark.parametrize("arguments", [["test", "--device"], ["collect", "raw", "--bytes", "99"]])
def test_a_device_that_cannot_be_used_is_status_1(
    rng: Rng, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    set_device(tmp_path, monkeypatch, tmp_path / "missing")
    status, out, err = rng(*arguments)
    assert (status, out) == (1, "")
    assert err == (
        f"dicetower: {tmp_path}/missing: No such file or directory; "
        "load its driver (a Pi has one), or set dice.device to another\n"
    )
    assert not list(tmp_path.glob("raw*"))


@pytest.mark.parametrize("before", [None, b"of yesterday"])
def test_what_was_collected_before_a_device_fell_silent_is_kept_beside_a_file_left_as_it_was(
    rng: Rng, pipe: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bytes | None
) -> None:
    monkeypatch.setattr(raw, "SILENCE", 0.0)
    os.write(pipe, GOOD[:50])
    place, part = tmp_path / "raw", tmp_path / "raw.part"
    if before:
        place.write_bytes(before)
    status, out, err = rng("collect", place, "--bytes", "51")
    assert (status, out) == (1, "")
    assert "No byte for 0 s; see that nothing else reads it" in err
    assert err.endswith(f"; {part} has 50 of 51 bytes\n")
    assert part.read_bytes() == GOOD[:50]
    assert (place.read_bytes() if place.exists() else None) == before
    os.close(pipe)


def test_a_whole_collection_replaces_what_a_link_leads_to_and_leaves_no_part(
    rng: Rng, pipe: int, tmp_path: Path
) -> None:
    os.write(pipe, GOOD)
    place, link = tmp_path / "raw", tmp_path / "link"
    place.write_bytes(b"of yesterday")
    link.symlink_to(place)
    assert rng("collect", link, "--bytes", "60")[0] == 0
    assert link.is_symlink()
    assert place.read_bytes() == GOOD[:60]
    assert not list(tmp_path.glob("*.part"))
    os.close(pipe)


def test_a_folder_is_refused_before_anything_is_collected(
    rng: Rng, pipe: int, tmp_path: Path
) -> None:
    os.write(pipe, GOOD)
    place = tmp_path / "folder"
    place.mkdir()
    status, _, err = rng("collect", place, "--bytes", "60")
    assert status == 2
    assert f"'{place}' is a directory" in err
    assert not list(tmp_path.glob("*.part"))
    os.close(pipe)


def test_a_place_that_cannot_be_written_is_called_what_the_user_called_it(
    rng: Rng, pipe: int, tmp_path: Path
) -> None:
    os.write(pipe, GOOD)
    place = tmp_path / "nowhere" / "x"
    assert rng("collect", place, "--bytes", "60") == (
        2,
        "",
        f"dicetower: {place}: No such file or directory; give another place for the bytes\n",
    )
    os.close(pipe)


def test_bytes_can_be_collected_into_a_pipe(
    rng: Rng, pipe: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raw, "SILENCE", 0.0)
    os.write(pipe, GOOD[:90])
    place = tmp_path / "pipe"
    os.mkfifo(place)
    end = os.open(place, os.O_RDWR | os.O_NONBLOCK)
    assert rng("collect", place, "--bytes", "60")[0] == 0
    assert os.read(end, 100) == GOOD[:60]
    status, _, err = rng("collect", place, "--bytes", "60")
    assert (status, err.endswith(f"; {place} has 30 of 60 bytes\n")) == (1, True)
    assert os.read(end, 100) == GOOD[60:90]
    os.close(end)
    os.close(pipe)


# -- a file of settings, and pipes and devices in a file's place ------------------------------


def test_the_device_is_that_of_the_settings_that_are_named(
    rng: Rng, pipe: int, tmp_path: Path
) -> None:
    (tmp_path / "another").mkdir()
    zeros = settings_in(tmp_path / "another", Path("/dev/zero"))
    status, out, _ = rng("test", "--device", "--settings", zeros, "--bytes", "1280")
    assert (status, out.splitlines()[0]) == (1, "/dev/zero: 1280 bytes")
    place = tmp_path / "raw"
    status, out, _ = rng("collect", place, "--bytes", "40", "--settings", zeros)
    assert (status, out) == (0, f"{place}: 40 bytes of /dev/zero\n")
    assert place.read_bytes() == bytes(40)
    os.close(pipe)


@pytest.mark.parametrize("arguments", [["test", "--device"], ["collect", "raw", "--bytes", "9"]])
def test_settings_that_cannot_be_used_are_wrong_use(
    rng: Rng, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = rng(*arguments, "--settings", "missing.toml")
    assert (status, out) == (2, "")
    assert "missing.toml: cannot be read" in err


def test_a_device_can_be_tested_by_its_name(rng: Rng) -> None:
    status, out, err = rng("test", "/dev/zero", "--bytes", "2000")
    assert (status, err) == (1, "")
    assert out.startswith("/dev/zero: 2000 bytes\n")


def test_a_device_that_may_not_be_read_is_answered_with_the_rule_and_the_group(
    rng: Rng, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(command, "RawFile", forbidden)
    status, _, err = rng("test", "/dev/null")
    assert (status, err) == (
        2,
        "dicetower: /dev/null: Permission denied; install the udev rule 60-dicetower.rules,"
        " and add the user to the group hwrng\n",
    )


def test_a_pipe_to_which_nobody_writes_is_not_waited_for_for_ever(
    rng: Rng, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raw, "SILENCE", 0.0)
    place = tmp_path / "pipe"
    os.mkfifo(place)
    status, out, err = rng("test", place)
    assert (status, out) == (2, "")
    assert err == f"dicetower: {place}: No byte for 0 s; give a file of raw bytes\n"


def test_what_a_pipe_gives_to_its_end_is_tested() -> None:
    command = [sys.executable, "-m", "firmware_host.cli", "rng", "test", "/dev/stdin"]
    ended = subprocess.run(command, input=GOOD, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.startswith(b"/dev/stdin: 20000 bytes\n")


def test_no_picture_loads_nothing_to_draw_with(good: Path) -> None:
    program = f"""
import sys
from firmware_host.cli import main
from firmware_host.cli import rng as command
try:
    main(["rng", "test", {str(good)!r}])
except SystemExit:
    print(*sys.modules)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    loaded = set(ended.stdout.split())
    assert "hw.statistics" in loaded
    assert not {"PIL", "luma", "gpiozero", "rules", "firmware_host.run"} & loaded
