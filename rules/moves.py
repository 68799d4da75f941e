"""What each action does: from the table and a stage to the next, with what it brought."""

from rules.dice import ALL_DICE, Dice
from rules.ending import Over, RollOff, Stage, after_turn
from rules.outcome import Banked, Blank, Kept, Missed, Outcome, SixAlike, ThrewOff, WipedOut
from rules.refusals import keep_refusal
from rules.setup import Setup
from rules.table import Table
from rules.turn import CHALLENGE_COST, Challenged, Offer, Turn

Move = tuple[Table, Stage, Outcome | None]

BLANKS_PENALISED = 3  # so many in a row


class RefusedError(ValueError):
    """The action is legal, but not with these dice or this player; says why."""


def roll(setup: Setup, table: Table, turn: Turn, dice: Dice) -> Move:
    """A throw in a turn; a fresh one declines an open offer."""
    turn, table = turn.before_throw(), table.without_offer()
    if len(dice) != turn.free:
        raise RefusedError(f"{turn.free} dice must be thrown, not {len(dice)}")
    rules, player = setup.rules, turn.player
    if rules.six_of_a_kind_wins and len(dice) == ALL_DICE and len(set(dice)) == 1:
        return table, Over(player, (player,)), SixAlike(player, dice)
    if 0 < rules.wipe_out_twos <= dice.count(2):
        return _wipe_out(setup, table, turn, dice)
    if setup.table(turn.frozen)[dice]:
        return _score(setup, table, turn, dice)
    if rules.last_die_bonus and len(dice) == 1 and turn.phase != "last_die":
        return table, turn._replace(phase="last_die"), Missed(player, dice)
    return _lose(setup, table, turn, dice)


def _wipe_out(setup: Setup, table: Table, turn: Turn, dice: Dice) -> Move:
    player = turn.player
    brought = WipedOut(player, dice, table.seats[player].score)
    return *after_turn(setup.rules, table.wiped_out(player), player), brought


def _score(setup: Setup, table: Table, turn: Turn, dice: Dice) -> Move:
    if setup.rules.blanks_counted == "first_throw":
        table = table.without_blanks(turn.player)
    return table, turn.with_throw(dice), None


def _lose(setup: Setup, table: Table, turn: Turn, dice: Dice) -> Move:
    rules, player = setup.rules, turn.player
    counts = turn.points == 0 or rules.blanks_counted == "turn"
    blanks = table.seats[player].blanks + counts
    brought = Blank(
        player,
        dice,
        lost=turn.stake,
        penalty=rules.three_blanks_penalty if blanks == BLANKS_PENALISED else 0,
        challenge_cost=CHALLENGE_COST[turn.challenged.slot] if turn.challenged else 0,
        pool_falls=rules.build_on_frozen and setup.table(turn.frozen).falls(dice),
    )
    offer = Offer(turn.stake, len(dice)) if rules.take_over and turn.stake else None
    table = table.lost(player, brought.cost, blanks % BLANKS_PENALISED, offer)
    return *after_turn(rules, table, player), brought


def keep(setup: Setup, table: Table, turn: Turn, dice: Dice) -> Move:
    """Freeze dice of the throw; taken over points and a last die's bonus join with them."""
    points = setup.table(turn.frozen)[turn.throw].get(tuple(sorted(dice)))
    if points is None:
        raise RefusedError(_keep_fault(setup, turn, dice))
    bonus = 0
    if _lands_last_die(setup, turn):
        table = table._replace(bonuses=table.bonuses + 1)
        bonus = setup.rules.last_die_bonus * table.bonuses
    return table, turn.with_keep(dice, points + bonus), Kept(turn.player, points, turn.taken, bonus)


def _lands_last_die(setup: Setup, turn: Turn) -> bool:
    """Whether the throw is a last die that earns the bonus: a 1 or 5 that scores by itself."""
    return bool(
        setup.rules.last_die_bonus and turn.throw in ((1,), (5,)) and setup.scores[turn.throw]
    )


def _keep_fault(setup: Setup, turn: Turn, dice: Dice) -> str:
    kept, thrown = " ".join(map(str, dice)), " ".join(map(str, turn.throw))
    match keep_refusal(setup, turn, dice):
        case "not_thrown":
            return f"{kept} can not be kept, the throw is {thrown}"
        case "pool_falls":
            return f"keeping {kept} would not raise the points of the frozen dice"
        case "not_most":
            return f"keeping {kept} is worth less than the most of the throw {thrown}"
    return f"not every die of {kept} makes a counter"


def bank(setup: Setup, table: Table, turn: Turn) -> Move:
    """The turn's points are the player's."""
    challenged = turn.challenged.target if turn.challenged else None
    brought = Banked(turn.player, turn.points, challenged)
    return *after_turn(setup.rules, table.banked(turn), turn.player), brought


def challenge(table: Table, turn: Turn, target: int) -> Move:
    """Stake the turn against another player; closes an open offer."""
    if target == turn.player or not 0 <= target < len(table.seats):
        raise RefusedError(f"the target must be the seat of another player, not {target}")
    slot = table.seats[turn.player].slot
    challenged = turn._replace(challenged=Challenged(target, slot))
    return table.without_offer().with_challenge(turn.player), challenged, None


def take(table: Table, turn: Turn) -> Move:
    """Play on with the open offer's dice and points."""
    if table.offer is None:
        raise RefusedError("no lost turn is open to be taken over")
    taker = Turn(turn.player, free=table.offer.dice, taken=table.offer.points)
    return table.without_offer(), taker, None


def throw_off(setup: Setup, table: Table, stage: RollOff, dice: Dice) -> Move:
    """One tied player's throw."""
    if len(dice) != ALL_DICE:
        raise RefusedError(f"{ALL_DICE} dice must be thrown, not {len(dice)}")
    points = max(setup.scores[dice].values(), default=0)
    thrown = (*stage.thrown, points)
    return table, stage.after(points), ThrewOff(stage.player, dice, stage.tied, thrown)
