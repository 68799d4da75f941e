"""The wall clock."""

from firmware_host.doctor.finding import Finding
from firmware_host.doctor.machine import Machine

UNKNOWN = 16.0  # s; the kernel's largest error, which it has until something sets the clock
HARM = "games go on all the same, but carry no date"


def check_clock(machine: Machine) -> Finding:
    """Whether something keeps the clock right: a Pi has none that runs without power."""
    try:
        error = machine.clock_error()
    except OSError as refused:
        how = f"the kernel does not say how right the clock is ({refused.strerror})"
        return Finding("clock", None, how, "see what timedatectl says")
    if error < UNKNOWN:
        return Finding("clock", True, f"the kernel says it is right to {error:.2f} s or better")
    how = f"the kernel says that nothing has set it since power came: {HARM}"
    what_to_do = "connect the network and wait a minute, or: sudo timedatectl set-ntp true"
    return Finding("clock", False, how, what_to_do)
