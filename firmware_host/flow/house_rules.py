"""The switches as the box offers them: a few values each, of which none makes a bad game."""

from collections.abc import Mapping

from rules import SWITCHES, Rules, RulesError, Switch, with_options
from rules.ruleset import Value

Options = tuple[tuple[str, Value], ...]
"""Switches set otherwise than the game itself has them, in the order of SWITCHES."""

NUMBERS: Mapping[str, tuple[int, ...]] = {
    "target": (1000, 2000, 3000, 4000, 5000, 10000, 15000, 20000),
    "opening_minimum": (0, 300, 350, 400, 500, 600, 750, 1000),
    "minimum": (0, 300, 350, 400, 500),
    "three_blanks_penalty": (0, 500, 1000),
    "last_die_bonus": (0, 250, 500, 1000),
    "wipe_out_twos": (0, 3, 4, 5),
}
"""Numbers worth offering; a rule file may have others, and its own is always offered, too."""


VARIATIONS = (
    "build_on_frozen",
    "must_top_previous",
    "challenge",
    "take_over",
    "three_blanks_penalty",
    "last_die_bonus",
    "wipe_out_twos",
    "six_of_a_kind_wins",
)
"""Switches that a player must know of before the first throw, whoever set them."""


def in_force(game: Rules, options: Options) -> Options:
    """All that is worth telling before a game: house rules, and the game's own variations."""
    changed = dict(options)
    return tuple(
        (switch.name, changed.get(switch.name, getattr(game, switch.name)))
        for switch in SWITCHES
        if switch.name in changed
        or (switch.name in VARIATIONS and getattr(game, switch.name) != switch.default)
    )


def following(game: Rules, options: Options, switch: Switch) -> Options:
    """The options with the switch's next value that goes with all others."""
    set_now = dict(options)
    now = set_now.get(switch.name, getattr(game, switch.name))
    values = _values(game, switch)
    after = values.index(now) + 1 if now in values else 0
    for value in values[after:] + values[:after]:
        changed = normal(game, set_now | {switch.name: value})
        if changed is not None:
            return changed
    return options


def normal(game: Rules, options: Mapping[str, Value]) -> Options | None:
    """Options without what the game itself says; None when they make no game."""
    try:
        with_options(game, options)
    except (RulesError, TypeError):
        return None
    return tuple(
        (switch.name, options[switch.name])
        for switch in SWITCHES
        if switch.name in options and options[switch.name] != getattr(game, switch.name)
    )


def _values(game: Rules, switch: Switch) -> list[Value]:
    match switch.kind:
        case "choice":
            return list(switch.choices)
        case "on_off":
            return [False, True]
    own: int = getattr(game, switch.name)
    return sorted({*NUMBERS[switch.name], own})
