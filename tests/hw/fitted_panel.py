"""A panel on a bus with troubles, and its thread that turns only when told, on a fake clock."""

from collections.abc import Callable

from hw_pictures import draw, same
from PIL import Image
from smbus2 import i2c_msg

from hw.events import Event, PartReport
from hw.fakes.bus import FakeBus
from hw.fakes.chip import Chip, Sh1106, Ssd1306, Ssd1309
from hw.fakes.clock import FakeClock
from hw.panel import ChipName, I2c, Panel, PanelThread, Rotation

MODELS: dict[ChipName, type[Chip]] = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}
KERNELS_PATIENCE = 1.0  # s that a transfer on a stuck bus takes

BLACK = Image.new("1", (128, 64))
DIE = draw(BLACK, [(10, 20, 15, 15, 1)])
OTHER = draw(BLACK, [(50, 20, 15, 15, 1)])


class TroubledBus(FakeBus):
    """A bus to which things happen before a transfer, and which can be stuck."""

    def __init__(self, chip: Chip, clock: FakeClock) -> None:
        super().__init__(chip)
        self.stuck: int | None = None  # the error that each transfer ends with
        self.happened = False  # what was to happen before some transfer
        self._clock = clock
        self._trouble: tuple[int, Callable[[], None]] | None = None

    def before(self, transfer: int, trouble: Callable[[], None]) -> None:
        """Let this happen before a transfer to come, counted from 0."""
        self._trouble = (self.transactions + transfer, trouble)

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        if self._trouble and self._trouble[0] == self.transactions:
            self._trouble[1]()
            self.happened = True
        if self.stuck is not None:
            self.transactions += 1
            self._clock.advance(KERNELS_PATIENCE)
            raise OSError(self.stuck, "said the kernel")
        super().i2c_rdwr(*messages)


class Fitted:
    """What a box has, and its viewer's eye."""

    def __init__(self, chip: ChipName = "ssd1306", rotation: Rotation = 0) -> None:
        self.posted: list[Event] = []
        self.clock = FakeClock(100.0)
        self.bus = TroubledBus(MODELS[chip](), self.clock)
        self.panel = Panel(chip, I2c(open_bus=self.bus.open), rotation=rotation)
        self.thread = PanelThread(self.panel, self.posted.append, self.clock)
        self._turned = rotation == 180

    @property
    def reports(self) -> list[PartReport]:
        return [event for event in self.posted if isinstance(event, PartReport)]

    def show(self, picture: Image.Image) -> None:
        self.thread.show(picture)
        self.thread.turn()

    def settle(self, picture: Image.Image) -> None:
        """Show a picture for so long that the panel is trusted."""
        self.show(picture)
        self.thread.turn()
        assert self.shows(picture)

    def shows(self, picture: Image.Image) -> bool:
        seen = self.bus.chip.picture()
        return same(seen.rotate(180) if self._turned else seen, picture)

    def seconds_until(self, picture: Image.Image) -> float:
        """How long it takes until it is seen, and stays."""
        began = self.clock.now()
        while not self.shows(picture):
            assert self.clock.now() < began + 1000, "it never came"
            self.thread.turn()
        took = self.clock.now() - began
        for _ in range(3):
            self.thread.turn()
            assert self.shows(picture)
        return took
