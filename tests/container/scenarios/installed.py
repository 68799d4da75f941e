"""apt installs the package and what it depends on; the service starts and says that it is ready."""

import json
from collections.abc import Iterator

from container.rig import APT, SETTINGS, UNIT, Rig, equal, expect

UNREACHABLE = ("firmware_host", "hw", "rules")  # for others' programs


def installed(rig: Rig) -> Iterator[str]:
    machine = rig.machine
    machine.run(*APT, "update")
    machine.run(*APT, "install", str(rig.package))
    yield "apt finds all that it depends on among Debian's packages and the two stand-ins"

    process = rig.runs()
    equal(machine.show(UNIT, "NotifyAccess"), "main", "who may notify")
    status = machine.show(UNIT, "StatusText")
    expect("no buttons" in status, f"the status says what is missing: {status!r}")
    equal(machine.run("systemctl", "is-enabled", UNIT), "enabled", "at the next boot")
    yield f"the service starts, notifies, and says which parts are missing (process {process})"

    for module in UNREACHABLE:
        expect(
            machine.try_out("python3", "-c", f"import {module}").returncode != 0,
            f"{module} is no module of the system's Python",
        )
    compiled = machine.path("/usr/share/dicetower/firmware_host/__pycache__")
    expect(any(compiled.glob("*.pyc")), "it is compiled when it is installed")
    yield "its modules are its own, and compiled"

    machine.run("dicetower", "doctor", "--help")
    shown = machine.path(SETTINGS).read_text("utf-8")
    expect("#language" in shown, "the settings are there, each as a comment")
    equal(machine.run("systemctl", "--failed", "--plain", "--no-legend"), "", "what has failed")


def doctor(rig: Rig) -> Iterator[str]:
    process = rig.runs()
    done = rig.machine.try_out("dicetower", "doctor", "--json")
    equal(done.stderr, "", "what it complains of")
    found = {part["part"]: part for part in json.loads(done.stdout)["parts"]}
    expect(found["settings"]["ok"], f"it read the settings: {found['settings']}")
    expect(found["state"]["ok"], f"the games' folder can be used: {found['state']}")
    expect(str(process) in str(found["buttons"]), f"it saw the running box: {found['buttons']}")
    equal(done.returncode, 1, "its status, for there is no panel")
    equal(rig.runs(), process, "the box it looked at")
    yield f"it answers for {len(found)} parts beside the running box, and leaves it alone"
