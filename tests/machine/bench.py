"""Where simulated Pis are made: from power-up, or from the moment when the box was ready."""

import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from container.commands import run
from container.kept import kept
from container.machine import wait_for

from machine.fetching import Archive
from machine.guest import installed_tree
from machine.image import guest_image, second_disk
from machine.kernel import first_disk, kernel
from machine.pi import SEEN, Pi
from machine.qemu import MOVED, Disk, Hardware, Qemu, qemu_program
from machine.starts import PLAIN, STARTS, Start

KEPT = ("*.log", "*.png")


class Bench:
    """Has all that takes long to make in `folder`, and makes what is missing."""

    def __init__(self, build: Path) -> None:
        began = time.monotonic()
        self.folder = build / "machine"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.logs = self.folder / "logs"  # where what the machines say is kept
        tree = installed_tree(build)
        archive = Archive(self.folder)
        core = kernel(self.folder, archive, tree)
        first = first_disk(self.folder, archive, core)
        self._hardware = Hardware(qemu_program(self.folder, archive), core, first)
        self._image = guest_image(self.folder, tree, core)
        self.second_disk = second_disk(self.folder, tree)
        for start in STARTS:
            what = f"the memory of a ready machine, {start.name}, in some twenty seconds"
            kept(self._ready(start), what, partial(self._make_ready, start))
        self.seconds = time.monotonic() - began  # that it took

    @contextmanager
    def powered_up(self, exact: bool = False) -> Iterator[Pi]:
        """Started cold. Exact time has its price."""
        disks = map(Disk, self._images(PLAIN))
        with self._place() as place, self._pi(place, disks, PLAIN, exact=exact) as pi:
            pi.comes_up()
            yield pi
            pi.must_be_well()

    @contextmanager
    def ready(self, start: Start = PLAIN) -> Iterator[Pi]:
        """As it was when, after such a start, the box first waited for somebody's press."""
        folder = self._ready(start)
        disks = [Disk(folder / image.name) for image in self._images(start)]
        memory = folder / "memory"
        with self._place() as place, self._pi(place, disks, start, memory) as pi:
            wait_for("the memory", lambda: pi.qemu.status() in ("paused", "running"), MOVED)
            pi.qemu.ask("cont")
            yield pi
            pi.must_be_well()

    def _ready(self, start: Start) -> Path:
        return self._image.with_name(start.name)

    def _images(self, start: Start) -> list[Path]:
        return [self._image, self.second_disk] if start.with_games else [self._image]

    def _make_ready(self, start: Start, new: Path) -> None:
        new.mkdir()
        disks = [Disk(_copy(image, new), kept=True) for image in self._images(start)]
        with self._place() as place, self._pi(place, disks, start) as pi:
            pi.comes_up()
            pi.plays()
            wait_for(f"a box that says {start.says}", lambda: pi.says(start.says), SEEN)
            pi.must_be_well()
            # From now on it stands still, or the disks would not fit the memory.
            pi.qemu.save(new / "memory")

    def _pi(
        self,
        place: Path,
        disks: Iterable[Disk],
        start: Start,
        memory: Path | None = None,
        exact: bool = False,
    ) -> Pi:
        return Pi(Qemu(self._hardware, place, disks, start.more, memory, exact), place)

    @contextmanager
    def _place(self) -> Iterator[Path]:
        """A short path, as sockets need it; what was said, and wrong pictures, are kept."""
        with tempfile.TemporaryDirectory(prefix="vm-") as folder:
            try:
                yield Path(folder)
            finally:
                self.logs.mkdir(parents=True, exist_ok=True)
                for file in (file for kind in KEPT for file in Path(folder).glob(kind)):
                    shutil.copy(file, self.logs)


def _copy(image: Path, folder: Path) -> Path:
    run(["cp", "--sparse=always", str(image), str(folder)])
    return folder / image.name
