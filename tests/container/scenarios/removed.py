"""Away with it: removing keeps settings and games, purging leaves nothing."""

from collections.abc import Iterator

from container.rig import APT, SETTINGS, STATE, UNIT, Rig, equal, expect

LEFT_OVER = ("/usr/share/dicetower", "/usr/bin/dicetower", "/run/dicetower")


def removed(rig: Rig) -> Iterator[str]:
    machine = rig.machine
    games, settings = rig.games(), machine.path(SETTINGS).read_text("utf-8")
    expect(bool(games), "there are games to lose")
    rig.runs()
    machine.run(*APT, "remove", "dicetower")
    equal(machine.show(UNIT, "ActiveState"), "inactive", "the service")
    equal(_there(rig, *LEFT_OVER), [], "what is left of the program")
    yield "removed, the box is stopped and the program is gone"

    machine.run(*APT, "install", str(rig.newer))
    rig.runs()
    equal(rig.games(), games, "the games")
    equal(machine.path(SETTINGS).read_text("utf-8"), settings, "the settings")
    yield "installed again, it has the same settings and games"


def purged(rig: Rig) -> Iterator[str]:
    rig.machine.run(*APT, "purge", "dicetower")
    equal(_there(rig, *LEFT_OVER, str(STATE), str(SETTINGS.parent)), [], "what is left")
    equal(rig.machine.run("systemctl", "--failed", "--plain", "--no-legend"), "", "what has failed")
    yield "purged, settings and games are gone, too"


def _there(rig: Rig, *paths: str) -> list[str]:
    return [path for path in paths if rig.machine.path(path).exists()]
