"""`dicetower doctor` says when the games' own disk is missing, before all else of their folder."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from doctor_machines import Bench, bench_in, refused

ROOT = "PARTUUID=1-02 / ext4 defaults 0 1"
OTHERS = """\
# <file system> <mount point> <type> <options>
proc\t/proc\tproc\tdefaults\t0\t0
PARTUUID=1-01 /boot/firmware vfat defaults 0 2
/dev/sda2 none swap sw 0 0
"""


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    yield from bench_in(tmp_path, monkeypatch)


def listed(bench: Bench, *points: object) -> None:
    """Write /etc/fstab, with these mount points among those of every Pi."""
    disks = (f"LABEL=dicetower {point} ext4 noatime,nofail 0 2" for point in points)
    bench.fstab.write_text("\n".join((ROOT, OTHERS, *disks)) + "\n")


def mounted(bench: Bench, point: object, kind: str = "ext4") -> None:
    with bench.mounts.open("a") as table:
        table.write(f"40 22 8:17 / {point} rw,noatime shared:9 - {kind} /dev/sda1 rw\n")


def misses(bench: Bench, point: Path) -> bool:
    """Whether this disk is named as missing, and what to do."""
    return bench.examine()["state"] == (
        "state",
        False,
        f"nothing is mounted at {point}, where {bench.fstab} has a disk",
        f"plug the disk in, and run: sudo mount {point}",
    )


def test_a_disk_for_the_games_that_is_not_mounted_is_found_and_nothing_else(bench: Bench) -> None:
    listed(bench, bench.state)
    findings = bench.examine()
    assert [part for part, found in findings.items() if not found.ok] == ["state"]
    assert misses(bench, bench.state)


def test_a_disk_that_is_mounted_is_well(bench: Bench) -> None:
    listed(bench, bench.state)
    mounted(bench, bench.state)
    assert bench.examine()["state"].ok


@pytest.mark.parametrize("other", ["/nowhere/else", "/srv/dicetower", "swap"])
def test_a_disk_for_something_else_is_not_missed(bench: Bench, other: str) -> None:
    listed(bench, other, f"{bench.state}2", bench.state / "below")
    assert bench.examine()["state"].ok


def test_the_folder_may_lie_deeper_on_the_disk(bench: Bench) -> None:
    listed(bench, f"{bench.folder}/")
    assert misses(bench, bench.folder)
    mounted(bench, bench.folder)
    assert bench.examine()["state"].ok


def test_a_disk_within_a_disk_is_missed_too(bench: Bench) -> None:
    listed(bench, bench.folder, bench.state)
    mounted(bench, bench.folder)
    assert misses(bench, bench.state)


def test_the_folder_may_be_a_link_to_the_disk(bench: Bench) -> None:
    disk = bench.folder / "disk"
    bench.state.rename(disk)
    bench.state.symlink_to(disk)
    listed(bench, disk)
    assert misses(bench, disk)
    mounted(bench, disk)
    assert bench.examine()["state"].ok


def test_a_mount_point_with_a_space_is_understood_and_quoted(bench: Bench) -> None:
    point = bench.folder / "a disk"
    point.mkdir()
    bench.keys[""] = f'state_directory = "{point}"\n'
    escaped = str(point).replace(" ", "\\040")
    listed(bench, escaped)
    assert bench.examine()["state"].what_to_do.endswith(f"sudo mount '{point}'")
    mounted(bench, escaped)
    assert bench.examine()["state"].ok


def test_a_missing_disk_is_not_taken_for_a_read_only_one(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", refused(errno.EROFS))
    assert "see in dmesg" in bench.examine()["state"].what_to_do
    listed(bench, bench.state)
    assert misses(bench, bench.state)


@pytest.mark.parametrize("kind", ["overlay", "tmpfs"])
def test_a_missing_disk_is_not_taken_for_the_overlay(bench: Bench, kind: str) -> None:
    mounted(bench, "/", kind)
    assert "raspi-config" in bench.examine()["state"].what_to_do
    listed(bench, bench.state)
    assert misses(bench, bench.state)


def test_a_mount_point_that_is_not_there_yet_is_named_too(bench: Bench) -> None:
    point = bench.folder / "disk"
    bench.keys[""] = f'state_directory = "{point}/games"\n'
    listed(bench, point)
    assert misses(bench, point)


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        bytes(512),
        b"LABEL=dicetower\n",
        b"LABEL=dicetower %b\n",
        b"#LABEL=dicetower %b ext4\n",
        b"  # LABEL %b ext4\n",
        b"a %b\0 ext4\n",
        b"a %b\\000 ext4\n",
        b"a \\777\\04 \xff\xfe\n",
        b"a \xff%b b\n",
        b"a \\ \\\n",
    ],
)
def test_a_damaged_line_and_a_comment_name_no_disk(bench: Bench, damaged: bytes) -> None:
    bench.fstab.write_bytes(damaged.replace(b"%b", os.fsencode(bench.state)))
    assert bench.examine()["state"].ok


def test_a_damaged_line_does_not_hide_the_next(bench: Bench) -> None:
    listed(bench, bench.state)
    bench.fstab.write_bytes(b"\xff\0\\\nLABEL\n" + bench.fstab.read_bytes())
    assert misses(bench, bench.state)
