"""Six faults are made at once in a healthy machine: the doctor names each, and nothing else."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from container.machine import wait_for
from container.rig import UNIT, equal, expect

from hw.events import Key
from machine.bench import Bench
from machine.pi import PINS, SEEN, SETTINGS, STATE, Pi

BUTTON: Key = "keep"
SENSOR = "/dev/dicetower-sensor"
RULES = "/etc/dicetower/rules"
FAULTY_SETTINGS = f"""
rules_directory = "{RULES}"
[sensor]
port = "{SENSOR}"
"""
TAKEN = "/run/taken"
TAKE_PIN = f"""
import os, pathlib, time
os.chdir("/run")  # for the pipe that lgpio makes
import lgpio
lgpio.gpio_claim_input(lgpio.gpiochip_open(0), {PINS[BUTTON]})
pathlib.Path("{TAKEN}").touch()
time.sleep(100)
"""
FAULTY_RULES = "target = -5\n"
UNSET = {"clock"}  # nothing here knows the time

NAMED: Mapping[str, tuple[str, ...]] = {
    "rules": (f"{RULES}/mine.toml", "target"),
    "buttons": (f"GPIO {PINS[BUTTON]} ({BUTTON}) is already in use", "free it"),
    "panel": ("the panel does not answer at 0x3c on I2C bus 1", "wires"),
    "random": ("/dev/hwrng cannot be used", "rng_available"),
    "sensor": (SENSOR,),
    "state": (f"{STATE} cannot be written", "read-only"),
}
"""By part, what has to be in its finding."""


def doctor(bench: Bench) -> Iterator[str]:
    with bench.ready() as pi:
        pi.run("systemctl", "stop", UNIT)
        findings = examined(pi)
        equal(wrong(findings), UNSET, "what is wrong with a healthy machine")
        yield f"of {len(findings)} parts of a healthy machine it finds fault with the clock alone"

        make_faults(pi)
        findings = examined(pi)
        equal(wrong(findings) - UNSET, {*NAMED}, "which parts are wrong")
        for part, words in NAMED.items():
            expect(bool(findings[part]["what_to_do"]), f"it says what to do about {part}")
            said = f"{findings[part]['how']} {findings[part]['what_to_do']}"
            for named in words:
                expect(named in said, f"{part} names {named!r}: {said}")
            yield f"{part}: {said}"


def make_faults(pi: Pi) -> None:
    pi.ask("write", SETTINGS, FAULTY_SETTINGS)
    pi.ask("write", f"{RULES}/mine.toml", FAULTY_RULES)
    pi.ask("start", "python3", "-c", TAKE_PIN)
    wait_for("the pin's other owner", lambda: pi.try_out("ls", TAKEN).status == 0, SEEN)
    pi.ask("unplug")
    pi.run("modprobe", "--remove", "virtio_rng")
    pi.run("mount", "--bind", STATE, STATE)
    pi.run("mount", "-o", "remount,bind,ro", STATE)


def examined(pi: Pi) -> dict[str, dict[str, Any]]:
    """What the doctor finds, by part."""
    told = pi.try_out("dicetower", "doctor", "--json")
    equal(told.complaint, "", "what it complains of")
    return {part["part"]: part for part in json.loads(told.out)["parts"]}


def wrong(findings: Mapping[str, Mapping[str, Any]]) -> set[str]:
    return {part for part, finding in findings.items() if not finding["ok"]}
