"""The panel's chips by their datasheets: bytes of the bus in, what a viewer sees out."""

from typing import ClassVar

from PIL import Image, ImageChops

WIDTH, HEIGHT, PAGES = 128, 64, 8
NOISE = 0xA5  # the memory after power-up is anything but black

MEMORY_MODE, COLUMN_WINDOW, PAGE_WINDOW = 0x20, 0x21, 0x22
CONTRAST, CHARGE_PUMP, MULTIPLEX, DC_DC, DISPLAY_OFFSET = 0x81, 0x8D, 0xA8, 0xAD, 0xD3
REMAP, ALL_ON, INVERSE, POWER = 0xA0, 0xA4, 0xA6, 0xAE  # the odd code switches on, the even one off
HORIZONTAL, VERTICAL, PAGE = 0, 1, 2
OFF_BIT = 0x40  # of the status


class Chip:
    """What all chips share; on the usual panel the picture is upright when both remaps are set."""

    COLUMNS: ClassVar[int]
    FIRST: ClassVar[int]  # memory column at the panel's left edge
    MODEL: ClassVar[int]  # low bits of the status, as real chips have been seen to give them
    ARGUMENTS: ClassVar[dict[int, int]] = {
        CONTRAST: 1,
        MULTIPLEX: 1,
        DISPLAY_OFFSET: 1,
        0xD5: 1,
        0xD9: 1,
        0xDA: 1,
        0xDB: 1,
    }

    def __init__(self, height: int = HEIGHT) -> None:
        self.height = height  # lines of the panel that the chip is bonded to
        self.power_up()

    def power_up(self) -> None:
        """Power comes: noise in the memory, and a reset."""
        self.memory = [bytearray([NOISE]) * self.COLUMNS for _ in range(PAGES)]
        self.reset()

    def reset(self) -> None:
        """The state after the reset pin was low, by the datasheet; the memory keeps."""
        self.registers = {CONTRAST: 0x7F, MULTIPLEX: 63, DISPLAY_OFFSET: 0}
        self.switches = {REMAP: False, ALL_ON: False, INVERSE: False, POWER: False}
        self.upside_down = True
        self.start_line = self.page = self.column = 0
        self.unknown: list[int] = []
        self._pending: list[int] = []

    def write(self, payload: bytes) -> None:
        """Take one write transaction, without the address byte."""
        at = 0
        while at < len(payload):
            control, at = payload[at], at + 1
            end = at + 1 if control & 0x80 else len(payload)
            self.take(bool(control & 0x40), payload[at:end])
            at = end

    def take(self, data: bool, payload: bytes) -> None:
        """Take bytes of the picture, or commands."""
        for byte in payload:
            (self._data if data else self._command)(byte)

    @property
    def status(self) -> int:
        """What the chip answers to who reads on I2C."""
        return self.MODEL | (0 if self.switches[POWER] else OFF_BIT)

    @property
    def lit(self) -> bool:
        """Whether the panel is on and has the voltage to glow."""
        return self.switches[POWER]

    @property
    def contrast(self) -> int:
        return self.registers[CONTRAST]

    def picture(self) -> Image.Image:
        """The one-bit picture as the viewer sees it; black when nothing glows."""
        if not self.lit or self.switches[ALL_ON]:
            return Image.new("1", (WIDTH, self.height), self.lit)
        seen = self._rows().crop((0, 0, WIDTH, self.height))
        if self.upside_down:
            seen = seen.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return ImageChops.invert(seen) if self.switches[INVERSE] else seen

    def _rows(self) -> Image.Image:
        window = slice(self.FIRST, self.FIRST + WIDTH)
        columns = bytes(
            byte
            for column in zip(*(page[window] for page in self.memory), strict=True)
            for byte in column
        )
        rows = Image.frombytes("1", (HEIGHT, WIDTH), columns, "raw", "1;R").transpose(
            Image.Transpose.TRANSPOSE
        )
        rows = ImageChops.offset(rows, 0, -(self.start_line + self.registers[DISPLAY_OFFSET]))
        rows.paste(0, (0, self.registers[MULTIPLEX] + 1, WIDTH, HEIGHT))
        return rows

    def _data(self, byte: int) -> None:
        if self.column < self.COLUMNS:
            mirrored = self.column if self.switches[REMAP] else self.COLUMNS - 1 - self.column
            self.memory[self.page][mirrored] = byte
        self._advance()

    def _advance(self) -> None:
        raise NotImplementedError

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        code, *arguments = self._pending
        if len(arguments) == self.ARGUMENTS.get(code, 0):
            self._pending = []
            self._obey(code, arguments)

    def _obey(self, code: int, arguments: list[int]) -> None:
        if code in self.registers:
            self.registers[code] = arguments[0]
        elif code & 0xFE in self.switches:
            self.switches[code & 0xFE] = bool(code & 1)
        elif 0x40 <= code < 0x80:
            self.start_line = code & 0x3F
        elif code & 0xF0 == 0xC0:
            self.upside_down = not code & 0x08
        elif code < 0x20 or code & 0xF0 == 0xB0:
            self._point(code)
        elif code not in self.ARGUMENTS:
            self.unknown.append(code)

    def _point(self, code: int) -> None:
        """Move the pointer as page addressing does."""
        if code >= 0xB0:
            self.page = code & 0x07
        elif code < 0x10:
            self.column = self.column & 0xF0 | code
        else:
            self.column = self.column & 0x0F | (code & 0x0F) << 4


class Sh1106(Chip):
    """132 columns, the middle 128 of them seen; page addressing only; glows without a pump."""

    COLUMNS = 132
    FIRST = 2
    MODEL = 0x08
    ARGUMENTS: ClassVar[dict[int, int]] = Chip.ARGUMENTS | {DC_DC: 1}

    def _advance(self) -> None:
        self.column = min(self.column + 1, self.COLUMNS)  # stays behind the last column


class Ssd1306(Chip):
    """128 columns; each addressing mode obeys only its own commands; dark without its pump."""

    COLUMNS = WIDTH
    FIRST = 0
    MODEL = 0x06
    ARGUMENTS: ClassVar[dict[int, int]] = Chip.ARGUMENTS | {
        MEMORY_MODE: 1, COLUMN_WINDOW: 2, PAGE_WINDOW: 2, CHARGE_PUMP: 1,
        0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2,
    }  # fmt: skip

    def reset(self) -> None:
        super().reset()
        self.registers |= {MEMORY_MODE: PAGE, CHARGE_PUMP: 0x10}
        self.column_window, self.page_window = (0, WIDTH - 1), (0, PAGES - 1)

    @property
    def lit(self) -> bool:
        return super().lit and bool(self.registers[CHARGE_PUMP] & 0x04)

    @property
    def mode(self) -> int:
        """HORIZONTAL, VERTICAL or PAGE."""
        return self.registers[MEMORY_MODE] & 0x03

    def _obey(self, code: int, arguments: list[int]) -> None:
        if code not in (COLUMN_WINDOW, PAGE_WINDOW):
            super()._obey(code, arguments)
        elif self.mode != PAGE:
            self._frame(code, (arguments[0], arguments[1]))

    def _frame(self, code: int, window: tuple[int, int]) -> None:
        if code == COLUMN_WINDOW:
            self.column_window, self.column = window, window[0]
        else:
            self.page_window, self.page = window, window[0]

    def _point(self, code: int) -> None:
        if self.mode == PAGE:
            super()._point(code)

    def _advance(self) -> None:
        if self.mode == PAGE:
            self.column = (self.column + 1) % WIDTH
        elif self.mode == HORIZONTAL:
            self.column, wrapped = _next(self.column, self.column_window)
            self.page = _next(self.page, self.page_window)[0] if wrapped else self.page
        else:
            self.page, wrapped = _next(self.page, self.page_window)
            self.column = _next(self.column, self.column_window)[0] if wrapped else self.column


class Ssd1309(Ssd1306):
    """The same to a program, but glows from a supply of its own."""

    MODEL = 0x01

    @property
    def lit(self) -> bool:
        return self.switches[POWER]


def _next(at: int, window: tuple[int, int]) -> tuple[int, bool]:
    """One step inside the window, and whether it wrapped."""
    first, last = window
    return (first, True) if at == last else (at + 1, False)
