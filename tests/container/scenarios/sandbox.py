"""Who the service is, and what it cannot do: the walls are tried from inside."""

import json
import os
import stat
from collections.abc import Iterator

from container.rig import STATE, TOOLS, UNIT, WIRES, Rig, equal, expect

GROUPS = {"dicetower", "hwrng", "gpio", "i2c", "spi", "dialout"}
STATUS = {"NoNewPrivs": "1", "Seccomp": "2", "CapEff": "0" * 16, "CapBnd": "0" * 16}

PROBED = f"""
[Service]
Type=oneshot
Restart=no
WatchdogSec=0
ExecStart=
ExecStart=/usr/bin/python3 {TOOLS}/probe.py
StandardOutput=truncate:{WIRES}/probe
"""
FUSE = os.makedev(10, 229)  # a device that is here, open to all, and none of the box's


def identity(rig: Rig) -> Iterator[str]:
    machine = rig.machine
    process = rig.runs()
    lines = machine.path(f"/proc/{process}/status").read_text().splitlines()
    status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    user = int(machine.run("id", "--user", "dicetower"))
    equal([*map(int, status["Uid"].split())], [user] * 4, "its user")
    numbers = (*status["Groups"].split(), status["Gid"].split()[0])
    names = {machine.run("getent", "group", number).split(":")[0] for number in numbers}
    equal(names, GROUPS, "its groups")
    yield f"it is dicetower, in {' '.join(sorted(names - {'dicetower'}))}"

    equal({key: status[key].strip() for key in STATUS}, STATUS, "its rights")
    yield "no capability, no new privileges, system calls filtered"

    home = machine.path(STATE).stat()
    equal((home.st_uid, stat.S_IMODE(home.st_mode)), (user, 0o750), "owner and mode of the games")


def walls(rig: Rig) -> Iterator[str]:
    machine = rig.machine
    machine.path(WIRES).mkdir(exist_ok=True)
    os.mknod(machine.path("/dev/not-ours"), stat.S_IFCHR, FUSE)
    machine.path("/dev/not-ours").chmod(0o666)
    machine.run("sh", "-c", ": <> /dev/not-ours")  # it can be opened, outside
    with rig.unit_with(PROBED):
        machine.run("systemctl", "restart", UNIT)
        probe = json.loads(machine.path(WIRES / "probe").read_text())
    machine.run("systemctl", "start", UNIT)
    for kind, count in (("may", 4), ("may not", 20)):
        expect(len(probe[kind]) >= count, f"enough was tried that it {kind} do")
    equal([what for what, how in probe["may"].items() if how != "done"], [], "what it must do")
    equal([what for what, how in probe["may not"].items() if how == "done"], [], "what it could do")
    yield f"{len(probe['may'])} things that it needs are done"
    yield f"{len(probe['may not'])} are refused: files elsewhere, network, foreign devices and more"
