"""The folder that the computer has as its root: the installed package, and what starts there."""

import shutil
from pathlib import Path

from container.commands import run

TESTS = Path(__file__).parents[2]
TOOLS = Path("usr/local/lib/dicetower-test")  # what of them is there
FIRST = "/sbin/first"
FIRST_PROGRAM = f"""\
#!/bin/sh
export PYTHONPATH=/usr/share/dicetower:/{TOOLS}
exec /usr/bin/python3 -m machine.cuts.inside.first_process "$@"
"""
MODULES = (
    *("machine/__init__.py", "machine/inside/header.py", "machine/inside/usb_i2c.py"),
    *("machine/cuts/__init__.py", "machine/cuts/inside/first_process.py"),
    *("machine/cuts/inside/told_box.py", "kill/__init__.py", "kill/telling.py"),
)


def root(installed: Path, tree: Path) -> Path:
    """Make `tree` of an installed one, whose files it shares: nothing in there is to be changed."""
    run(["cp", "--archive", "--link", str(installed), str(tree)])
    for module in MODULES:
        (tree / TOOLS / module).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TESTS / module, tree / TOOLS / module)
    first = Path(f"{tree}{FIRST}")
    first.write_text(FIRST_PROGRAM)
    first.chmod(0o755)
    return tree
