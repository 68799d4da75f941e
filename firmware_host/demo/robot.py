"""A player who has only the box to look at, and presses its buttons the way a person would."""

from firmware_host.fakebox import FakeBox
from firmware_host.view import Choose, NewGame, Over, Say, Throw, stops
from hw.events import Button

LOOK = 0.8  # seconds a person looks at a screen before pressing
STEP = 0.2  # seconds between presses that belong together
TUMBLED = 1.2  # seconds after which thrown dice lie still

ENOUGH = 500  # points of a turn that are better banked
FEW = 2  # dice that are better not thrown

MOST_MOVES = 10_000  # more than ten times those of a long game for six players


class EndlessGameError(RuntimeError):
    """A game that does not come to its end."""


class Robot:
    """Plays for everybody at the table. It knows what the box shows, and nothing else."""

    def __init__(self, box: FakeBox) -> None:
        self._box = box

    def choose_game(self, name: str, players: int = 2) -> None:
        """From the attract screen, or after a game, to the first turn.

        ValueError when the box does not offer that game, or not for so many.
        """
        self._press("roll")
        self._turn_to(0, Say.of(f"game.{name}"), f"the game {name!r}")
        self._start(players)

    def start(self, players: int = 2) -> None:
        """As `choose_game`, with the game that is offered first."""
        self._press("roll")
        self._start(players)

    def _start(self, players: int) -> None:
        self._turn_to(1, Say.of("value.number", number=players), f"{players} players")
        self._press("roll")

    def play_to_end(self) -> Over:
        """Play until the game is over, and return the last screen, or raise EndlessGameError."""
        for _ in range(MOST_MOVES):
            body = self._box.view.body
            if isinstance(body, Over):
                return body
            self._move()
        raise EndlessGameError(
            f"the game is not over after {MOST_MOVES} moves, on the screen {self._box.screen}; "
            "give rules by which somebody can reach the target"
        )

    def _move(self) -> None:
        body = self._box.view.body
        match body:
            case Throw():
                self._box.wait(TUMBLED)
            case Choose() if _is_enough(body):
                self._press("bank")
            case Choose() if not self._box.view.refusal and (fives := _spare_fives(body)):
                self._press(*_way(body, fives[0]), "keep")
            case _:
                self._press("roll")

    def _turn_to(self, row: int, wanted: Say, words: str) -> None:
        """Go to a row of the new-game screen and through its values, unless it is right already."""
        passed: list[Say] = []
        while (value := self._new_game.rows[row][1]) != wanted:
            if value in passed:
                raise ValueError(f"the box does not offer {words}: see what its new game does")
            passed.append(value)
            while self._new_game.row != row:
                self._press("keep")
            self._press("right")

    @property
    def _new_game(self) -> NewGame:
        body = self._box.view.body
        assert isinstance(body, NewGame)  # only asked for between attract and the first turn
        return body

    def _press(self, *buttons: Button) -> None:
        self._box.wait(LOOK)
        for button in buttons:
            self._box.press(button)
            self._box.wait(STEP)


def _is_enough(body: Choose) -> bool:
    """Whether to bank; after all six nobody stops, for six fresh dice are rarely blank."""
    left = body.kept.count(False)
    return body.bank is not None and left > 0 and (body.turn >= ENOUGH or left <= FEW)


def _spare_fives(body: Choose) -> list[int]:
    """Places of kept 5s that are better thrown again, where something else is kept."""
    kept = [place for place, is_kept in enumerate(body.kept) if is_kept]
    fives = [place for place in kept if body.dice[place] == 5]
    spare = len(fives) < 3 and 1 < len(kept) < len(body.dice)
    return fives if spare else []


def _way(body: Choose, place: int) -> list[Button]:
    """The presses that move the cursor to a die."""
    assert body.cursor is not None  # the robot plays with five buttons
    row = stops(len(body.dice), body.mendable)
    steps = row.index(place) - row.index(body.cursor)
    return ["right"] * steps if steps >= 0 else ["left"] * -steps
