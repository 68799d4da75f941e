"""A kernel of Debian that can simulate GPIO lines, and what it needs to find its disk."""

import gzip
import lzma
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from container.commands import run
from container.kept import kept, mark

from machine import loader
from machine.cpio import archive
from machine.fetching import BACKPORTS, Archive, unpack

META = "linux-image-amd64"  # Debian 13's own kernels have no gpio-sim
IMAGE = "linux-image-"

FOR_THE_DISK = ("virtio_pci", "virtio_blk", "ext4")
FIRST_PROGRAM = """\
#!/bin/busybox sh
export PATH=/bin
busybox mount -t devtmpfs none /dev
busybox mount -t proc none /proc
for module in $(busybox cat /modules/order); do busybox insmod /modules/$module; done
until busybox test -b /dev/vda; do busybox usleep 10000; done
how=rw
busybox grep -qw ro /proc/cmdline && how=ro
busybox mount -t ext4 -o $how,noatime /dev/vda /root
busybox umount /proc
busybox mount --move /dev /root/dev
exec busybox switch_root /root /sbin/init
"""


class Kernel(NamedTuple):
    """Unpacked as `folder`/usr/lib/modules/`version`."""

    folder: Path
    version: str

    @property
    def modules(self) -> Path:
        return self.folder / "usr/lib/modules" / self.version

    @property
    def image(self) -> Path:
        return self.modules / "vmlinuz"

    def files(self, *names: str) -> list[Path]:
        """The files of these modules, each behind those it depends on, relative to `modules`."""
        depends = dict(
            line.split(":", 1) for line in (self.modules / "modules.dep").read_text().splitlines()
        )
        by_name = {_name_of(file): file for file in depends}
        wanted = [by_name[name] for name in names if name in by_name]  # others are built in
        whole = (file for first in wanted for file in (*reversed(depends[first].split()), first))
        return [Path(file) for file in dict.fromkeys(whole)]

    def built_in(self) -> list[Path]:
        """The lists of what is in the kernel itself, relative to `modules`."""
        return [file.relative_to(self.modules) for file in self.modules.glob("modules.builtin*")]


def kernel(folder: Path, archive_: Archive, tools: Path) -> Kernel:
    """The newest that Debian 13's backports have, fetched once; `tools` is a Debian with kmod."""

    def make(new: Path) -> None:
        version = _newest(archive_)
        names = (f"linux-{part}-{version}" for part in ("base", "binary", "modules"))
        unpack(archive_.download(names, BACKPORTS), new)
        run([*loader.command(tools, "sbin/depmod"), "--basedir", str(new / "usr"), version])

    what = "Debian's kernel, fetched in some ten seconds"
    place = kept(folder / "kernel", what, make)
    (modules,) = (place / "usr/lib/modules").iterdir()
    return Kernel(place, modules.name)


def first_disk(folder: Path, archive_: Archive, kernel_: Kernel) -> Path:
    """The disk in memory that the kernel starts with: it finds the real one, made once."""

    def make(new: Path) -> None:
        shell = folder / "busybox"
        unpack(archive_.download(["busybox-static"]), shell)
        files = dict(_first_files(shell / "usr/bin/busybox", kernel_))
        new.write_bytes(gzip.compress(archive(files), compresslevel=1))
        shutil.rmtree(shell)

    disk = folder / f"first-{kernel_.version}-{mark(FIRST_PROGRAM, *FOR_THE_DISK)}.gz"
    return kept(disk, "the disk in memory that it starts with", make, "first-*")


def _first_files(shell: Path, kernel_: Kernel) -> Iterator[tuple[str, bytes | None]]:
    yield from dict.fromkeys(("bin", "dev", "proc", "root", "modules")).items()
    yield "bin/busybox", shell.read_bytes()
    yield "init", FIRST_PROGRAM.encode()
    files = kernel_.files(*FOR_THE_DISK)
    for file in files:
        yield f"modules/{_name_of(file)}.ko", lzma.decompress((kernel_.modules / file).read_bytes())
    yield "modules/order", "\n".join(f"{_name_of(file)}.ko" for file in files).encode()


def _newest(archive_: Archive) -> str:
    names = _starting(archive_.depends(META, BACKPORTS), IMAGE)
    return next(names).removeprefix(IMAGE)


def _starting(names: Iterable[str], beginning: str) -> Iterator[str]:
    return (name for name in names if name.startswith(beginning))


def _name_of(file: str | Path) -> str:
    return Path(file).name.split(".")[0].replace("-", "_")
