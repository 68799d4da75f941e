"""A newer package: the settings and the games are kept, and the box runs the newer program."""

from collections.abc import Iterator

from container.rig import APT, SETTINGS, Rig, equal, expect

MINE = '\nlanguage = "fi"\n'


def upgraded(rig: Rig) -> Iterator[str]:
    machine = rig.machine
    machine.run("systemctl", "start", "dicetower")
    mine = MINE + machine.path(SETTINGS).read_text("utf-8")
    machine.path(SETTINGS).write_text(mine, "utf-8")
    games, process = rig.games(), rig.runs()
    expect(bool(games), "there are games to lose")
    before = machine.run("dicetower", "--version")

    machine.run(*APT, "install", str(rig.newer))
    expect(machine.run("dicetower", "--version") != before, f"it is newer than {before}")
    expect(rig.runs() != process, "the box was restarted")
    yield "a newer version is installed, and the box restarted by it"

    equal(machine.path(SETTINGS).read_text("utf-8"), mine, "the settings")
    equal(rig.games(), games, "the games")
    yield f"the changed settings and {len(games)} game are as they were"
