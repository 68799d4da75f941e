"""Where simulated Pis are made: from power-up, or from the moment when the box was ready."""

import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from container.commands import run
from container.machine import wait_for

from machine.fetching import Archive
from machine.guest import installed_tree
from machine.image import guest_image, second_disk
from machine.kernel import first_disk, kernel
from machine.pi import Pi
from machine.qemu import MOVED, Disk, Hardware, Qemu, qemu_program


class Bench:
    """Has all that takes long to make in `folder`, and makes what is missing."""

    def __init__(self, build: Path) -> None:
        began = time.monotonic()
        self.folder = build / "machine"
        self.folder.mkdir(parents=True, exist_ok=True)
        tree = installed_tree(build)
        archive = Archive(self.folder)
        core = kernel(self.folder, archive, tree)
        first = first_disk(self.folder, archive, core)
        self._hardware = Hardware(qemu_program(self.folder, archive), core, first)
        self._image = guest_image(self.folder, tree, core)
        self.second_disk = second_disk(self.folder, tree)
        self._ready = self._image.with_suffix(".ready")
        self._memory = self._image.with_suffix(".memory")
        if not self._memory.exists():
            self._make_ready()
        self.seconds = time.monotonic() - began  # that it took

    @contextmanager
    def powered_up(
        self, more: str = "", disks: Sequence[Path] = (), exact: bool = False
    ) -> Iterator[Pi]:
        """Started cold, with more disks; `more` is for the kernel. Exact time has its price."""
        all_disks = map(Disk, (self._image, *disks))
        with self._place() as place, self._pi(place, all_disks, more, exact=exact) as pi:
            pi.comes_up()
            yield pi
            pi.must_be_well()

    @contextmanager
    def ready(self) -> Iterator[Pi]:
        """As it was when the box first waited for somebody to press a button."""
        disks = [Disk(self._ready)]
        with self._place() as place, self._pi(place, disks, memory=self._memory) as pi:
            wait_for("the memory", lambda: pi.qemu.status() in ("paused", "running"), MOVED)
            pi.qemu.ask("cont")
            yield pi
            pi.must_be_well()

    def _make_ready(self) -> None:
        run(["cp", "--sparse=always", str(self._image), str(self._ready)])
        new = self.folder / "memory.new"
        with self._place() as place, self._pi(place, [Disk(self._ready, kept=True)]) as pi:
            pi.comes_up()
            pi.plays()
            pi.must_be_well()
            pi.qemu.save(new)  # from now on it stands still, or the disk would not fit the memory
        new.rename(self._memory)

    def _pi(
        self,
        place: Path,
        disks: Iterable[Disk],
        more: str = "",
        memory: Path | None = None,
        exact: bool = False,
    ) -> Pi:
        return Pi(Qemu(self._hardware, place, disks, more, memory, exact), place)

    @contextmanager
    def _place(self) -> Iterator[Path]:
        """A short path, as sockets need it; what the console and QEMU said is kept."""
        with tempfile.TemporaryDirectory(prefix="vm-") as folder:
            try:
                yield Path(folder)
            finally:
                for log in Path(folder).glob("*.log"):
                    shutil.copy(log, self.folder)
