"""The disk of the simulated Pi: the installed tree, with the drivers and what plays the world."""

import shutil
from pathlib import Path

from container.commands import run
from container.kept import kept, remove

from machine.guest import mark_of
from machine.kernel import Kernel

TOOLS = Path("/usr/local/lib/dicetower-test")  # in the tree
FILES = TOOLS / "machine/inside"  # what is in the folder inside/ here
INSIDE = Path(__file__).parent / "inside"
MADE_BY = tuple(map(Path(__file__).with_name, ("image.py", "kernel.py", "qemu.py", "starts.py")))

DRIVERS = (
    *("gpio_sim", "configfs"),
    *("i2c_dev", "i2c_tiny_usb", "vhci_hcd"),
    *("virtio_rng", "i6300esb"),
    *("xhci_pci", "usb_storage", "sd_mod", "cdc_acm", "usbserial", "ftdi_sio", "spidev"),
)

NOT_NEEDED = (
    *("apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "fstrim.timer"),
    *("e2scrub_all.timer", "e2scrub_reap.service", "getty.target", "serial-getty@ttyS0.service"),
    *("systemd-logind.service", "systemd-user-sessions.service"),
    *("systemd-binfmt.service", "proc-sys-fs-binfmt_misc.automount", "systemd-pstore.service"),
    *("systemd-update-utmp.service", "systemd-random-seed.service", "systemd-firstboot.service"),
    *("dev-hugepages.mount", "dev-mqueue.mount", "systemd-hostnamed.socket"),
    *("systemd-networkd-wait-online.service", "systemd-timesyncd.service"),
    *("modprobe@drm.service", "modprobe@efi_pstore.service", "modprobe@fuse.service"),
    *("modprobe@dm_mod.service", "modprobe@loop.service", "systemd-journal-catalog-update.service"),
    *("sys-kernel-debug.mount", "sys-kernel-tracing.mount", "sys-fs-fuse-connections.mount"),
    *("run-lock.mount", "systemd-sysctl.service", "systemd-udev-load-credentials.service"),
)
"""What a Pi does besides, and is slow here."""

NAME = "dicetower"
MACHINE_ID = "0123456789abcdef0123456789abcdef\n"
SYSTEM = "system.ext4"
DISK, SECOND_DISK = "1G", "24M"
LAZY = "lazy_itable_init=1,lazy_journal_init=1"  # done when it is mounted, if ever
GAMES = Path("/srv/dicetower")  # where the second disk is mounted


def guest_image(folder: Path, installed: Path, kernel: Kernel) -> Path:
    """A disk to start from, made anew for another package or another world; never written to.

    It has a folder of its own, for what is made from it: that goes when it goes.
    """
    made_of = mark_of([*MADE_BY, *sorted(INSIDE.glob("*.*"))])

    def make(new: Path) -> None:
        tree = folder / "guest"
        remove(tree)
        run(["cp", "--archive", "--reflink=auto", str(installed), str(tree)])
        _fit_out(tree, kernel)
        new.mkdir()
        _format(new / SYSTEM, DISK, "root", LAZY, tree)
        shutil.rmtree(tree)

    name = f"{installed.name.replace('installed', 'disk')}-{made_of}"
    what = "the disk of the simulated Pi, in some ten seconds"
    return kept(folder / name, what, make, "disk-*") / SYSTEM


def second_disk(folder: Path, installed: Path) -> Path:
    """A disk for games alone, as the package's own guide makes it, and gives it to the box."""
    image = folder / "second.ext4"
    users = (installed / "etc/passwd").read_text().splitlines()
    (ids,) = (user.split(":")[2:4] for user in users if user.startswith(f"{NAME}:"))
    _format(image, SECOND_DISK, NAME, f"root_owner={':'.join(ids)}")
    return image


def _fit_out(tree: Path, kernel: Kernel) -> None:
    modules = tree / "usr/lib/modules" / kernel.version
    modules.mkdir(parents=True)
    for file in (*kernel.files(*DRIVERS), *kernel.built_in()):
        (modules / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(kernel.modules / file, modules / file)
    run(["chroot", str(tree), "depmod", kernel.version])
    shutil.copytree(
        INSIDE, tree / FILES.relative_to("/"), ignore=shutil.ignore_patterns("__pycache__")
    )
    run(["chroot", str(tree), "python3", "-m", "compileall", "-q", str(TOOLS)])
    (tree / "etc/modules-load.d/world.conf").symlink_to(FILES / "world.modules-load")
    units = tree / "etc/systemd/system"
    for unit in NOT_NEEDED:
        (units / unit).symlink_to("/dev/null")
    (units / "multi-user.target.wants/world.service").symlink_to(FILES / "world.service")
    (units / "world.service").symlink_to(FILES / "world.service")
    shutil.copy(INSIDE / "99-com.rules", tree / "etc/udev/rules.d")
    (units / "dicetower.service.d").mkdir()
    (units / "dicetower.service.d/cpuinfo.conf").symlink_to(FILES / "dicetower.conf")
    (tree / GAMES.relative_to("/")).mkdir()
    for place in ("etc", "var"):
        (tree / place / ".updated").touch()
    (tree / "etc/machine-id").write_text(MACHINE_ID)
    (tree / "etc/hostname").write_text(NAME)


def _format(image: Path, size: str, label: str, how: str, tree: Path | None = None) -> None:
    image.unlink(missing_ok=True)
    filled = ["-d", str(tree)] if tree else []
    run(["mke2fs", "-q", "-t", "ext4", "-L", label, *filled, "-E", how, str(image), size])
