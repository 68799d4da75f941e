"""A game: immutable, and each action makes the next one."""

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from rules import moves
from rules.actions import Action, Bank, Challenge, Keep, Name, Roll, Take
from rules.dice import Dice
from rules.ending import Over, RollOff, Stage
from rules.outcome import Outcome
from rules.refusals import (
    NOTHING,
    BankRefusal,
    KeepRefusal,
    bank_refusal,
    keep_refusal,
    legal_in,
    points_needed,
)
from rules.ruleset import Rules
from rules.scoring import Keeps, best_keep
from rules.setup import Setup
from rules.table import Seat, Table
from rules.turn import CHALLENGE_COST, Offer, Phase, Turn


class IllegalAction(ValueError):  # noqa: N818 - reads as what the player did
    """An action that is not possible now: `reason` says why, `legal` names what is."""

    def __init__(self, reason: str, legal: tuple[Name, ...]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.legal = legal


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two actions."""

    setup: Setup
    table: Table
    stage: Stage
    last: Outcome | None = None  # what the last action brought, beside the state

    @staticmethod
    def new(rules: Rules, players: Iterable[str]) -> "Game":
        """Before the first throw of the first player. ValueError without a player."""
        setup = Setup.of(rules, tuple(players))
        return Game(setup, Table((Seat(),) * len(setup.players)), Turn(0))

    def apply(self, action: Action) -> "Game":
        """The game after the action; IllegalAction when it is not possible now."""
        legal = self.legal
        if action.do not in legal:
            raise IllegalAction(self._why_not(action.do), legal)
        try:
            return Game(self.setup, *self._move(action))
        except moves.RefusedError as refused:
            raise IllegalAction(str(refused), legal) from None

    def _move(self, action: Action) -> moves.Move:
        setup, table, stage = self.setup, self.table, self.stage
        if isinstance(action, Roll) and isinstance(stage, RollOff):
            return moves.throw_off(setup, table, stage, action.dice)
        turn = self._turn
        match action:
            case Roll():
                return moves.roll(setup, table, turn, action.dice)
            case Keep():
                return moves.keep(setup, table, turn, action.dice)
            case Bank():
                return moves.bank(setup, table, turn)
            case Challenge():
                return moves.challenge(table, turn, action.target)
            case Take():
                return moves.take(table, turn)

    def _why_not(self, name: Name) -> str:
        if self.phase == "over":
            return "the game is over"
        if name == "bank" and (refusal := self.bank_refusal):
            return str(refusal)
        return f"{name} is not possible now"

    @property
    def _turn(self) -> Turn:
        """The present turn; one without anything in a roll-off and after the end."""
        stage = self.stage
        return stage if isinstance(stage, Turn) else Turn(stage.player)

    @property
    def legal(self) -> tuple[Name, ...]:
        """The names of the actions that are possible now, sorted."""
        if isinstance(self.stage, Turn):
            return legal_in(self.setup, self.table, self.stage)
        return ("roll",) if isinstance(self.stage, RollOff) else ()

    @property
    def rules(self) -> Rules:
        return self.setup.rules

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat."""
        return self.setup.players

    @property
    def phase(self) -> Phase:
        return self.stage.phase

    @property
    def player(self) -> int:
        """The seat whose move it is; when the game is over, the last to move."""
        return self.stage.player

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(seat.score for seat in self.table.seats)

    @property
    def on_board(self) -> tuple[bool, ...]:
        """Who has banked at least once."""
        return tuple(seat.on_board for seat in self.table.seats)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winners' seats; None until the game is over."""
        return self.stage.winners if isinstance(self.stage, Over) else None

    @property
    def roll_off(self) -> RollOff | None:
        """Who is tied, and what the throws of this round were worth so far."""
        return self.stage if isinstance(self.stage, RollOff) else None

    @property
    def final_round(self) -> bool:
        """Whether the present turn is the player's last."""
        return self.table.turns_left is not None and isinstance(self.stage, Turn)

    @property
    def turn_points(self) -> int:
        """Points at risk; points taken over count from the first keep on."""
        return self._turn.points

    @property
    def dice_left(self) -> int:
        """Dice not frozen, those just thrown included; 0 when all six are frozen."""
        return self._turn.free

    @property
    def dice_to_throw(self) -> int:
        """How many dice the next roll has."""
        return self._turn.dice_to_throw

    @property
    def throw(self) -> Dice:
        """The dice to keep from, in the order thrown; () when there are none."""
        return self._turn.throw

    @property
    def frozen(self) -> Dice:
        """The dice that the player has frozen in this set."""
        return self._turn.frozen

    @property
    def keeps(self) -> Keeps:
        """The legal keeps of the throw with their points, each in rising order; {} without one."""
        turn = self._turn
        return self.setup.table(turn.frozen)[turn.throw] if turn.throw else MappingProxyType({})

    @property
    def best_keep(self) -> Dice | None:
        """The keep worth most."""
        return best_keep(self.keeps)

    def keep_refusal(self, dice: Dice) -> KeepRefusal | None:
        """Why these dice can not be kept now, or None when they can."""
        return keep_refusal(self.setup, self._turn, dice)

    @property
    def bank_refusal(self) -> BankRefusal | None:
        """Why banking is not possible now, or None when it is."""
        if isinstance(self.stage, Turn):
            return bank_refusal(self.setup, self.table, self.stage)
        return NOTHING

    @property
    def points_needed(self) -> int:
        """The points with which the present turn may be banked; 0 when any will do."""
        return points_needed(self.setup, self.table, self.player)

    @property
    def taken(self) -> int:
        """Points taken over that join the turn with its first keep."""
        return self._turn.taken

    @property
    def last_die_bonus(self) -> int:
        """What the next last die earns with a 1 or 5; 0 where there is no such bonus."""
        return self.rules.last_die_bonus * (self.table.bonuses + 1)

    @property
    def challenge_cost(self) -> int:
        """What the player would lose with a challenge declared now."""
        return CHALLENGE_COST[self.table.seats[self.player].slot]

    @property
    def challenged(self) -> int | None:
        """The seat for whose points the present turn is played."""
        challenged = self._turn.challenged
        return None if challenged is None else challenged.target

    @property
    def offer(self) -> Offer | None:
        """The lost turn that the player may take over now."""
        return self.table.offer if self.phase == "start" else None

    def standings(self) -> list[tuple[int, int]]:
        """(place, seat), best first; equal scores share a place, the first is 1."""
        scores = self.scores
        by_score = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        return [(1 + sum(score > scores[seat] for score in scores), seat) for seat in by_score]

    def state(self) -> dict[str, object]:
        """The state as plain data, for JSON."""
        return {
            "phase": self.phase,
            "player": self.player,
            "scores": list(self.scores),
            "on_board": list(self.on_board),
            "turn_points": self.turn_points,
            "dice_left": self.dice_left,
            "legal": list(self.legal),
            "winners": None if self.winners is None else list(self.winners),
        }
