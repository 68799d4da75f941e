"""What goes wrong with a throw, and with what people do about it."""

from hw.fakes.tray import TUMBLE
from sensor_games.rigs import Rig
from sensor_games.table import Table

KINDS: dict[str, int] = {
    "clean": 46,
    "misread": 7,  # without a doubt
    "unsure": 5,
    "guess": 5,
    "wrong guess": 4,
    "lean": 5,
    "stack": 3,
    "miss": 4,
    "extra": 4,
    "spin": 2,
    "place": 3,
    "blind": 2,
    "reboot": 4,
    "habit": 3,
}
"""How often each befalls a throw."""

DISTURBED = 0.08  # of the throws that lie on the screen


class Mischief:
    """Befalls the throws of one table."""

    def __init__(self, box: Rig, table: Table) -> None:
        self.done: dict[str, int] = {}
        self._box = box
        self._table = table
        self._chance = table.chance
        self._spinning = False

    def throw(self, wanted: int) -> None:
        """People throw, and something may be wrong with it."""
        kind = self._chance.choices([*KINDS], [*KINDS.values()])[0]
        self._tell(kind)
        self._clear()
        match kind:
            case "misread" | "unsure" | "wrong guess":
                self._misread(kind, wanted)
            case "extra":
                self._leave(wanted)
            case "place":
                self._table.tray.take()
                self._box.wait(3.0)
                self._table.place(wanted)
            case "habit":
                self._box.press("roll")  # reads what lies there, and nobody has thrown
            case _:
                self._table.cast(wanted, self._ms())
                self._spoil(kind, wanted)

    def calm_throw(self, wanted: int) -> None:
        """People throw again, and nothing is wrong."""
        self.see_again()
        self._table.cast(wanted, self._ms())

    def complete(self) -> None:
        """The missing die comes."""
        self._table.drop(self._chance.random() < 0.7)

    def come_to_rest(self) -> None:
        """Dice that spin do so no more."""
        if self._spinning:
            throw = self._table.throw
            self._table.tray.throw(*(throw.faces if throw else ()), ms=200)
        self._spinning = False

    def see_again(self) -> None:
        self._table.tray.blind = ""

    def disturb(self) -> bool:
        """What people do to dice that were scored; whether they did."""
        table = self._table
        if self._chance.random() > DISTURBED:
            return False
        if table.throw is None or table.throw.thrown_by != "sensor":
            return False  # who knows what lies in the tray
        if self._chance.random() < 0.5:
            self._tell("bump")
            table.tray.nudge(0, self._chance.randint(1, 6))
        else:
            self._tell("eager")
            table.tray.throw(*table.faces(self._chance.randint(1, 6)), ms=self._ms())
        self._box.wait(self._chance.uniform(2.5, 4.0))  # until they lie still
        return True

    def _ms(self) -> int:
        return self._chance.randint(120, TUMBLE)

    def _clear(self) -> None:
        """A hand takes the dice out before they are thrown, or they are thrown at once."""
        if self._chance.random() < 0.4:
            self._table.tray.take()
            self._box.wait(self._chance.uniform(0.1, 4.0))

    def _misread(self, kind: str, wanted: int) -> None:
        least, most = {"misread": (90, 97), "unsure": (60, 89), "wrong guess": (0, 59)}[kind]
        places = self._chance.sample(range(wanted), self._chance.randint(1, min(2, wanted)))
        misread = [(place, self._chance.randint(least, most)) for place in places]
        self._table.cast(wanted, self._ms(), misread=misread)

    def _leave(self, wanted: int) -> None:
        """Dice that were kept stay in the tray."""
        extra = 1 + (wanted == 1)  # not as many as are wanted, for those would be asked about
        self._table.tray.take()
        self._box.wait(1.0)
        self._table.tray.place(*self._table.faces(extra))
        self._box.wait(1.0)
        self._table.cast(wanted, self._ms(), beside=extra)

    def _spoil(self, kind: str, wanted: int) -> None:
        table, place = self._table, self._chance.randrange(wanted)
        match kind:
            case "guess":
                table.doubt(place, self._chance.randint(0, 59))
            case "lean" | "stack":
                table.lean(place, stacked=kind == "stack")
            case "miss":
                table.miss()
            case "spin":
                assert table.throw is not None
                table.tray.spin(*table.throw.faces)
                self._spinning = True
            case "blind":
                table.tray.blind = self._chance.choice(("light", "lid", "cal"))
            case "reboot":
                self._box.wait(self._chance.uniform(0.0, 2.5))
                self._box.reboot_sensor()

    def _tell(self, kind: str) -> None:
        self.done[kind] = self.done.get(kind, 0) + 1
