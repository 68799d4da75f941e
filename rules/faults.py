"""What can be wrong with rules."""

from typing import NamedTuple


class Fault(NamedTuple):
    """One thing wrong with rules: where (a key, "" for the whole file) and why."""

    key: str
    reason: str

    def __str__(self) -> str:
        key = self.key if self.key.isprintable() else ascii(self.key)
        return f"{key}: {self.reason}" if key else self.reason


class RulesError(ValueError):
    """Rules that can not be played by; names the file, the key and the reason."""

    def __init__(self, file: str, fault: Fault) -> None:
        super().__init__(f"{file}: {fault}")
        self.file = file
        self.fault = fault
