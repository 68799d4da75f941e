"""The kind of archive that the kernel unpacks into memory when it starts."""

from collections.abc import Iterator, Mapping

FOLDER, PROGRAM = 0o040755, 0o100755
MAGIC, END = "070701", "TRAILER!!!"


def archive(files: Mapping[str, bytes | None]) -> bytes:
    """Folders, where there is None, and programs, in this order, all of them root's."""
    entries = (
        _entry(number, name, FOLDER if content is None else PROGRAM, content or b"")
        for number, (name, content) in enumerate(files.items(), 1)
    )
    return b"".join((*entries, _entry(0, END, 0, b"")))


def _entry(number: int, name: str, mode: int, content: bytes) -> bytes:
    path = name.encode() + b"\0"
    # number, mode, owner, group, links, time, size, four of devices, length of the name, sum
    fields = (number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0)
    head = MAGIC.encode() + b"".join(f"{field:08X}".encode() for field in fields)
    return b"".join(_padded(head + path)) + b"".join(_padded(content))


def _padded(part: bytes) -> Iterator[bytes]:
    yield part
    yield bytes(-len(part) % 4)
