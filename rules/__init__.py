"""The games: Zilch, Diecimila and their relatives. Pure: no clock, no thread, no randomness.

>>> from rules import Bank, Game, Keep, Roll, load
>>> game = Game.new(load("diecimila"), ["Aino", "Bruno"])
>>> game = game.apply(Roll((1, 3, 3, 5, 6, 2)))
>>> dict(game.keeps)
{(1,): 100, (1, 5): 150, (5,): 50}
>>> game.apply(Keep((5, 1))).apply(Bank()).scores
(150, 0)
"""

from rules.actions import Action, Bank, Challenge, Keep, Roll, Take
from rules.faults import Fault, RulesError
from rules.files import check, load, preset_names, with_options
from rules.game import Game, IllegalAction
from rules.outcome import Outcome
from rules.refusals import BankRefusal, KeepRefusal
from rules.ruleset import SWITCHES, Rules, Switch

__all__ = [
    "SWITCHES",
    "Action",
    "Bank",
    "BankRefusal",
    "Challenge",
    "Fault",
    "Game",
    "IllegalAction",
    "Keep",
    "KeepRefusal",
    "Outcome",
    "Roll",
    "Rules",
    "RulesError",
    "Switch",
    "Take",
    "check",
    "load",
    "preset_names",
    "with_options",
]
