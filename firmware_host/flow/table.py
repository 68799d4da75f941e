"""The state machine as data: every screen, and where each press leads.

A press that has no line here, or whose conditions do not hold, is refused with a reason
(`refusals.py`). Callbacks are methods of `Flow`; they do no input or output.
"""

from collections.abc import Iterable
from typing import Any

from hw.events import BUTTONS

Line = dict[str, Any]

STATES: tuple[str | Line, ...] = (
    "attract",
    "new_game",
    "house_rules",
    "in_force",
    "ready",
    "offer",
    "challenge",
    {"name": "throw", "on_exit": "end_tumble"},
    "choose",
    "corner",
    "last_die",
    "trouble",
    "blank",
    "banked",
    "roll_off",
    "roll_off_result",
    "over",
    "scores",
    "menu",
    "ask",
)

# Where play goes on, by the phase the game is in: menus and messages end this way.
BETWEEN_TURNS = (
    ("in_start", "ready"),
    ("in_offer", "offer"),
    ("in_roll_off", "roll_off"),
    ("in_over", "over"),
)
PLAY = (
    *BETWEEN_TURNS,
    ("in_choose", "choose"),
    ("in_decide", "corner"),
    ("in_last_die", "last_die"),
    ("in_between", "trouble"),
)


def line(trigger: str, source: str | Iterable[str], dest: str | None, **more: Any) -> Line:
    """One transition; `dest` None stays on the screen."""
    sources = source if isinstance(source, str) else list(source)
    return {"trigger": trigger, "source": sources, "dest": dest, **more}


def play_on(
    trigger: str,
    source: str | Iterable[str],
    *also: str,
    to: Iterable[tuple[str, str]] = PLAY,
) -> list[Line]:
    """Back to the game, on the screen its phase asks for; `also` are further conditions."""
    return [line(trigger, source, dest, conditions=[phase, *also]) for phase, dest in to]


EVERY_PRESS = tuple(f"press_{button}" for button in BUTTONS)

ATTRACT = [line(press, "attract", "new_game") for press in EVERY_PRESS]

NEW_GAME = [
    line("press_left", "new_game", "house_rules", conditions="on_house_rules"),
    line("press_right", "new_game", "house_rules", conditions="on_house_rules"),
    line("press_left", "new_game", None, conditions="has_values", after="previous_value"),
    line("press_right", "new_game", None, conditions="has_values", after="next_value"),
    line("press_keep", "new_game", None, after="next_row"),
    line("press_roll", "new_game", "in_force", conditions="has_in_force", after="first_page"),
    line("press_roll", "new_game", "ready", before="begin"),
    line("press_bank", "new_game", "attract"),
    line("press_left", "house_rules", None, after="previous_switch"),
    line("press_right", "house_rules", None, after="next_switch"),
    line("press_keep", "house_rules", None, after="change_switch"),
    line("press_roll", "house_rules", "new_game"),
    line("press_bank", "house_rules", "new_game"),
    line("press_left", "in_force", None, conditions="is_long_list", after="previous_in_force"),
    line("press_right", "in_force", None, conditions="is_long_list", after="next_in_force"),
    line("press_roll", "in_force", "ready", before="begin"),
    line("press_keep", "in_force", "ready", before="begin"),
    line("press_bank", "in_force", "new_game"),
]

TURN = [
    line(
        "press_roll",
        ("ready", "offer", "corner", "last_die", "roll_off", "trouble"),
        "throw",
        after="ask_for_throw",
    ),
    line("press_keep", "offer", "throw", before="take", after="ask_for_throw"),
    line(
        "press_bank",
        ("ready", "offer"),
        "challenge",
        conditions="can_challenge",
        after="open_challenge",
    ),
    line("press_left", "challenge", None, conditions="has_rivals", after="previous_rival"),
    line("press_right", "challenge", None, conditions="has_rivals", after="next_rival"),
    line("press_keep", "challenge", "ready", before="challenge"),
    *play_on("press_bank", "challenge", to=BETWEEN_TURNS[:2]),
    line("press_left", "choose", None, after="cursor_left"),
    line("press_right", "choose", None, after="cursor_right"),
    line("press_keep", "choose", "menu", conditions="on_menu", after="open_menu"),
    line("press_keep", "choose", None, conditions="can_toggle", after="toggle"),
    line("press_roll", "choose", "corner", conditions=["has_choice", "keeps_last"], before="keep"),
    line(
        "press_roll",
        "choose",
        "throw",
        conditions="has_choice",
        before="keep",
        after="ask_for_throw",
    ),
    line("press_bank", "choose", "banked", conditions="can_bank_choice", before="keep_and_bank"),
    line("press_bank", "corner", "banked", conditions="can_bank", before="bank"),
]

# Thrown dice are committed when they arrive; the screen follows when they lie still, or at once
# after any press.
THROW = [
    line("arrived", "throw", None, conditions="is_awaited", before="roll"),
    line("missed", "throw", "trouble", conditions="is_awaited"),
    *[
        line(trigger, "throw", screen, conditions=["has_landed", landed], after=then)
        for trigger in ("still", *EVERY_PRESS)
        for landed, screen, then in (
            ("in_choose", "choose", "preselect"),
            ("in_last_die", "last_die", []),
            ("was_roll_off", "roll_off_result", []),
            ("was_lost", "blank", []),
            ("in_over", "over", []),
        )
    ],
]

MESSAGES = [
    *play_on("press_roll", ("blank", "banked", "roll_off_result"), to=BETWEEN_TURNS),
    *play_on("press_keep", ("blank", "banked", "roll_off_result"), to=BETWEEN_TURNS),
    line("press_roll", "over", "new_game"),
    line("press_keep", "over", "scores", after="first_page"),
    line("press_bank", "over", "attract"),
]

MENUS = [
    line(
        "press_left",
        (
            "ready",
            "offer",
            "corner",
            "last_die",
            "trouble",
            "blank",
            "banked",
            "roll_off",
            "roll_off_result",
        ),
        "menu",
        after="open_menu",
    ),
    line(
        "press_right",
        ("ready", "offer", "corner", "last_die", "roll_off", "trouble"),
        "scores",
        after="first_page",
    ),
    line("press_left", "menu", None, after="previous_item"),
    line("press_right", "menu", None, after="next_item"),
    *play_on("press_bank", "menu"),
    *[
        choice
        for button in ("press_keep", "press_roll")
        for choice in (
            *play_on(button, "menu", "item_is_go_on"),
            line(button, "menu", "scores", conditions="item_is_scores", after="first_page"),
            line(button, "menu", "ask", conditions="item_is_give_up"),
        )
    ],
    line("press_left", "scores", None, conditions="has_pages", after="previous_page"),
    line("press_right", "scores", None, conditions="has_pages", after="next_page"),
    *play_on("press_keep", "scores"),
    *play_on("press_roll", "scores"),
    *play_on("press_bank", "scores"),
    line("press_keep", "ask", "attract", before="give_up"),
    *play_on("press_roll", "ask"),
    *play_on("press_bank", "ask"),
]

TRANSITIONS: list[Line] = [*ATTRACT, *NEW_GAME, *TURN, *THROW, *MESSAGES, *MENUS]
