"""The grammar of one frame."""

from .crc import crc16

FRAME = 0x24  # "$" begins a line that carries a check
BENCH = 0x21  # "!" begins one that was typed by hand and carries none
LONGEST_OUT = 192  # octets with the line's end
LONGEST_IN = 64
LAST_SEQ = 255

_LOWER = "abcdefghijklmnopqrstuvwxyz"
_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = "0123456789"
_PLAIN = _LOWER + _UPPER + _DIGITS + "-._~"


class FrameError(ValueError):
    """A frame that is not carried out; `code` says why in the words of a NAK."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Frame:
    """A frame of the host; `bench` tells that it was typed by hand."""

    def __init__(self, body: str, bench: bool = False) -> None:
        """Take a body apart; FrameError("form") where it breaks the grammar."""
        verb, *parts = body.split(" ")
        if len(verb) < 3 or not _made_of(verb, _UPPER, 8) or not parts or not _is_seq(parts[0]):
            raise FrameError("form")
        self.body = body
        self.bench = bench
        self.verb = verb
        self.seq = int(parts[0])
        self.params: dict[str, str] = {}
        for part in parts[1:]:
            self._add(part)

    def _add(self, part: str) -> None:
        key, equals, value = part.partition("=")
        named = equals and _made_of(key, _LOWER + _DIGITS, 8) and key[0] in _LOWER
        if not named or key in self.params or "*" in value or "$" in value:
            raise FrameError("form")
        self.params[key] = value

    def number(self, key: str, least: int, most: int) -> int:
        """The value of `key`; FrameError("arg") when it is no whole number from least to most."""
        text = self.params.get(key, "")
        if not _made_of(text, _DIGITS, 5) or not least <= int(text) <= most:
            raise FrameError("arg")
        return int(text)


def parse(line: bytes) -> Frame:
    """The frame in a line that begins with "$" or "!"; FrameError("form") or ("crc")."""
    bench = line[0] == BENCH
    body = line[1:] if bench else _checked(line)
    for octet in body:
        if not 0x20 <= octet < 0x7F:
            raise FrameError("form")
    return Frame(body.decode(), bench)


def compose(verb: str, seq: int, params: str, bench: bool = False) -> bytes:
    """The line of a frame; ValueError when it is longer than may be sent."""
    body = f"{verb} {seq} {params}".rstrip().encode()
    line = b"!" + body + b"\r\n" if bench else b"$" + body + f"*{crc16(body):04X}\r\n".encode()
    if len(line) > LONGEST_OUT:
        raise ValueError(f"{verb} makes a line of {len(line)} octets: shorten what it says")
    return line


def percent(text: str, most: int) -> str:
    """Free text as the value of a parameter, cut to so many octets."""
    value = ""
    for letter in text:
        octets = letter.encode()
        piece = letter if letter in _PLAIN else "".join([f"%{octet:02X}" for octet in octets])
        if len(value) + len(piece) > most:
            break
        value += piece
    return value


def _checked(line: bytes) -> bytes:
    """The body of a line whose check is right."""
    star = len(line) - 5
    if star < 1 or line.find(b"*") != star or max(line) >= 0x80:
        raise FrameError("form")
    digits = line[star + 1 :].decode()
    if not _made_of(digits, _DIGITS + "ABCDEF", 4):
        raise FrameError("form")
    if int(digits, 16) != crc16(line[1:star]):
        raise FrameError("crc")
    return line[1:star]


def _is_seq(text: str) -> bool:
    return _made_of(text, _DIGITS, 3) and int(text) <= LAST_SEQ and str(int(text)) == text


def _made_of(text: str, alphabet: str, most: int) -> bool:
    """Whether it has at least one letter, at most so many, and all are of the alphabet."""
    for letter in text:
        if letter not in alphabet:
            return False
    return 0 < len(text) <= most
