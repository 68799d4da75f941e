"""Commands of this machine."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


class CommandFailedError(RuntimeError):
    """With the command, and all it said."""


def run(
    command: Sequence[str], cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> str:
    """What a command prints; CommandFailedError when it fails."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CommandFailedError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout
