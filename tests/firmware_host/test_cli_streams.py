"""Commands in processes that were started without standard streams."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEADER = '{"record": 1, "rules": "zilch", "players": ["Aino", "Bruno"]}\n'

STATUSES = {
    ("rules", "list"): 0,
    ("rules",): 2,
    ("score", "zilch", "115"): 0,
    ("score", "zilch", "7"): 2,
    ("replay", "game.jsonl"): 0,
    ("replay", "missing"): 2,
    ("rng", "test", "--device", "--bytes", "1280"): 0,
    ("rng", "test", "missing"): 2,
    ("rng", "collect", "raw", "--bytes", "10"): 0,
    ("rng", "collect", "/dev/full", "--bytes", "10"): 1,
    ("doctor",): 1,
    ("panel-test",): 1,
    ("play",): 2,
    ("run", "--settings", "missing"): 2,
    ("demo", "--rules", "no-such-game"): 2,
}
"""Of commands, each with what it ends with however few streams it has."""

STREAMS = {"none": (0, 1, 2), "no input": (0,), "no output": (1,), "no errors": (2,)}


@pytest.mark.parametrize("arguments", STATUSES, ids=" ".join)
@pytest.mark.parametrize("closed", STREAMS.values(), ids=STREAMS)
def test_a_stream_that_is_missing_changes_no_status_and_no_traceback_comes(
    tmp_path: Path, arguments: tuple[str, ...], closed: tuple[int, ...]
) -> None:
    settings = tmp_path / "dicetower.toml"
    settings.write_text('[dice]\ndevice = "/dev/urandom"\n[panel]\nbus = 250\n')
    (tmp_path / "game.jsonl").write_text(HEADER)
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, ",".join(map(str, closed)), *arguments],
        cwd=tmp_path,
        env=os.environ
        | {
            "PYTHONPATH": str(ROOT),
            "DICETOWER_SETTINGS": str(settings),
            "XDG_STATE_HOME": str(tmp_path),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == STATUSES[arguments], ended.stderr.decode()
    assert b"Traceback" not in ended.stderr + (tmp_path / "traceback").read_bytes()


@pytest.mark.parametrize("arguments", [("rules", "show", "zilch"), ("doctor",)])
@pytest.mark.parametrize("encoding", ["latin-1", "iso-8859-15", "utf-8"])
def test_letters_that_the_output_has_not_are_question_marks(
    tmp_path: Path, arguments: tuple[str, ...], encoding: str
) -> None:
    settings = tmp_path / "dicetower.toml"
    settings.write_text(
        f'state_directory = "{tmp_path}"\n[dice]\ndevice = "/dev/urandom"\n[panel]\nbus = 250\n'
    )
    ended = subprocess.run(
        [sys.executable, "-m", "firmware_host.cli", *arguments],
        env=os.environ
        | {
            "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": encoding,
            "DICETOWER_SETTINGS": str(settings),
        },
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (STATUSES.get(arguments, 0), b"")
    mark = "–" if arguments[0] == "rules" else "→"
    known = encoding == "utf-8"
    assert (f" {mark} ".encode() in ended.stdout, b" ? " in ended.stdout) == (known, not known)


PROGRAM = """
import os, sys
for stream in sys.argv[1].split(","):
    os.close(int(stream))
os.execv(sys.executable, [sys.executable, "-c", '''
import sys, traceback
from pathlib import Path
told = Path("traceback")
told.touch()
try:
    from firmware_host.cli import main
    main(sys.argv[1:])
except Exception:
    told.write_text(traceback.format_exc())
    raise
''', *sys.argv[2:]])
"""
"""Closes streams, and starts a command that leaves word of what it could not say."""
