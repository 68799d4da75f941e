"""Commands of this machine, which end with the one who started them."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

BOUND = ("setpriv", "--pdeathsig", "KILL", "--")
"""In front of a command: it is killed when the thread that started it has ended, however."""

ENCLOSED = (*BOUND, "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
"""The same for all processes that the command starts, and its mounts are gone with them."""


LAST_LINES = 20


class CommandFailedError(RuntimeError):
    """With the command, and the last that it said."""


def run(
    command: Sequence[str],
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    within: Sequence[str] = BOUND,
) -> str:
    """What a command prints; CommandFailedError when it fails."""
    whole = [*within, *command]
    done = subprocess.run(whole, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        said = "\n".join(f"{done.stdout}{done.stderr}".splitlines()[-LAST_LINES:])
        raise CommandFailedError(f"{' '.join(command)} failed:\n{said}")
    return done.stdout
