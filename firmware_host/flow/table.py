"""The state machine as data: every screen, and where each press leads.

A press that has no line here, or whose conditions do not hold, is refused with a reason
(`refusals.py`). Callbacks are methods of `Flow`; they do no input or output.
"""

from firmware_host.flow.lines import (
    BEFORE_A_THROW,
    BETWEEN_TURNS,
    Line,
    back_to_play,
    beginning,
    line,
    play_on,
    throwing,
)
from hw.events import BUTTONS

STATES: tuple[str | Line, ...] = (
    "attract",
    "new_game",
    "house_rules",
    "in_force",
    "unfinished",
    "ready",
    "offer",
    "challenge",
    {"name": "throw", "on_exit": "end_tumble"},
    "waiting",
    "tray",
    "by_hand",
    "check",
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
    "turns",
    "menu",
    "ask",
)

EVERY_PRESS = tuple(f"press_{button}" for button in BUTTONS)

ATTRACT = [line(press, "attract", "new_game") for press in EVERY_PRESS]

NEW_GAME = [
    line("press_left", "new_game", "house_rules", conditions="on_house_rules"),
    line("press_right", "new_game", "house_rules", conditions="on_house_rules"),
    line("press_left", "new_game", "unfinished", conditions="on_others", after="open_others"),
    line("press_right", "new_game", "unfinished", conditions="on_others", after="open_others"),
    line("press_left", "new_game", None, conditions="has_values", after="previous_value"),
    line("press_right", "new_game", None, conditions="has_values", after="next_value"),
    line("press_keep", "new_game", None, after="next_row"),
    line("press_roll", "new_game", "in_force", conditions="has_in_force", after="first_page"),
    *beginning("press_roll", "new_game"),
    line("press_bank", "new_game", "attract"),
    line("press_left", "house_rules", None, after="previous_switch"),
    line("press_right", "house_rules", None, after="next_switch"),
    line("press_keep", "house_rules", None, after="change_switch"),
    line("press_roll", "house_rules", "new_game"),
    line("press_bank", "house_rules", "new_game"),
    line("press_left", "in_force", None, conditions="is_long_list", after="previous_in_force"),
    line("press_right", "in_force", None, conditions="is_long_list", after="next_in_force"),
    *beginning("press_roll", "in_force"),
    *beginning("press_keep", "in_force"),
    line("press_bank", "in_force", "new_game"),
]

TURN = [
    *throwing("press_roll", ("ready", "offer", "corner", "last_die", "roll_off", "trouble")),
    *throwing("press_keep", "offer", before=["take"]),
    line(
        "press_bank",
        ("ready", "offer", "waiting"),
        "challenge",
        conditions="can_challenge",
        after="open_challenge",
    ),
    line("press_left", "challenge", None, conditions="has_rivals", after="previous_rival"),
    line("press_right", "challenge", None, conditions="has_rivals", after="next_rival"),
    *[
        line("press_keep", "challenge", dest, conditions=whose, before="challenge", after=then)
        for whose, dest, then in (
            ("with_sensor", "waiting", "ask_for_throw"),
            ([], "ready", []),
        )
    ],
    line("press_bank", "challenge", "waiting", conditions="is_from_sensor"),
    *play_on("press_bank", "challenge", to=BETWEEN_TURNS[:3]),
    line("press_left", "choose", None, after="cursor_left"),
    line("press_right", "choose", None, after="cursor_right"),
    line("press_keep", "choose", "menu", conditions="on_menu", after="open_menu"),
    line("press_keep", "choose", "check", conditions="on_mend", after="check_throw"),
    line("press_keep", "choose", None, conditions="can_toggle", after="toggle"),
    line("press_roll", "choose", "corner", conditions=["has_choice", "keeps_last"], before="keep"),
    *throwing("press_roll", "choose", "has_choice", before=["keep"]),
    line("press_bank", "choose", "banked", conditions="can_bank_choice", before="keep_and_bank"),
    line("press_bank", "corner", "banked", conditions="can_bank", before="bank"),
]

# What the dice have come to, once they lie still.
LANDED: tuple[tuple[str, str, str | list[str]], ...] = (
    ("in_choose", "choose", "preselect"),
    ("in_last_die", "last_die", []),
    ("was_roll_off", "roll_off_result", []),
    ("was_lost", "blank", []),
    ("in_over", "over", []),
)

# Thrown dice are committed when they arrive; the screen follows when they lie still, or at once
# after any press.
THROW = [
    line("arrived", "throw", None, conditions="is_awaited", before="roll"),
    line("missed", "throw", "tray", conditions=["is_awaited", "is_from_sensor"], after="spoil"),
    line("missed", "throw", "trouble", conditions="is_awaited", after="spoil"),
    *[
        line(trigger, "throw", screen, conditions=["has_landed", *landed], after=then)
        for trigger in ("still", *EVERY_PRESS)
        for landed, screen, then in (
            # What has won at once is looked at before: no screen that follows shows it.
            (("was_won_at_once", "is_mendable"), "check", "check_throw"),
            *[((landed,), screen, then) for landed, screen, then in LANDED],
        )
    ],
]

# Dice under the sensor may be thrown while people look at something else.
OVER_PLAY = ("menu", "scores", "turns", "unfinished", "ask")
AWAITING = ("waiting", "tray", "check", "challenge", *OVER_PLAY)
UNDER_SENSOR = (*AWAITING, "throw")

SENSOR = [
    line("rolling", AWAITING, "throw", conditions="is_from_sensor", before="start_tumble"),
    line("scored", "throw", None, conditions="is_from_sensor", before="score_reading"),
    line("scored", AWAITING, "throw", conditions="is_from_sensor", before="score_reading"),
    line("doubted", UNDER_SENSOR, "check", conditions="is_from_sensor", after="check_reading"),
    line("unusable", UNDER_SENSOR, "tray", conditions="is_from_sensor"),
    line("missed", AWAITING, "tray", conditions=["is_awaited", "is_from_sensor"], after="spoil"),
    line("still_moving", "throw", "tray", conditions="is_from_sensor", before="forget_reading"),
    line("still_awaited", ("throw", "waiting"), "tray", conditions=["is_from_sensor", "is_unread"]),
    line("still_awaited", "throw", "waiting", conditions="is_from_sensor"),
    line("still_awaited", "tray", "waiting", conditions="is_from_sensor", unless="is_unread"),
    line("lost", ("throw", "tray"), "waiting", conditions="is_from_sensor", after="ask_for_throw"),
    line("press_roll", "waiting", "throw", conditions="sensor_is_lost", after="throw_by_box"),
    line(
        "press_roll",
        "waiting",
        None,
        conditions="is_armed",
        unless="is_being_read",
        after="read_tray",
    ),
    line("press_keep", "waiting", "by_hand", after="throw_by_hand"),
    *[
        line("press_bank", "waiting", screen, conditions=phase, before="stop_awaiting")
        for phase, screen in BEFORE_A_THROW
    ],
    line("press_roll", "tray", None, unless="is_being_read", after="read_tray"),
    line("press_keep", "tray", "check", conditions="can_put_right", after="check_reading"),
    line("press_keep", "tray", "by_hand", after="throw_by_hand"),
    line("press_bank", "tray", "waiting", before="stop_awaiting", after="ask_for_throw"),
]

BY_HAND = [
    line("press_left", "by_hand", None, after="previous_stop"),
    line("press_right", "by_hand", None, after="next_stop"),
    line("press_keep", "by_hand", "menu", conditions="entry_on_menu", after="open_menu"),
    line("press_keep", "by_hand", "throw", conditions="is_last_entry", before="enter_throw"),
    line("press_keep", "by_hand", None, after="take_die"),
    line("press_bank", "by_hand", None, conditions="has_entered", after="take_back_die"),
    line("press_bank", "by_hand", "waiting", conditions="with_sensor", after="ask_for_throw"),
    *[
        line("press_bank", "by_hand", screen, conditions=phase, before="stop_awaiting")
        for phase, screen in (("in_start", "ready"), *BEFORE_A_THROW)
    ],
]

# Dice are looked at before they count, or mended after; a throw that stands is left as it was.
CHECK = [
    line("press_left", "check", None, after="previous_face"),
    line("press_right", "check", None, after="next_face"),
    line("press_keep", "check", "menu", conditions="checked_on_menu", after="open_menu"),
    line("press_keep", "check", None, conditions="has_other_dice", after="next_checked"),
    *[
        line(
            "press_roll",
            "check",
            screen,
            conditions=["is_accepted", landed],
            unless="is_changed",
            after="end_check",
        )
        for landed, screen, _ in LANDED
    ],
    line("press_roll", "check", "throw", conditions="is_whole", before="accept"),
    *[
        line("press_bank", "check", screen, conditions=["is_accepted", landed], after="end_check")
        for landed, screen, _ in LANDED
    ],
    line("press_bank", "check", "waiting", before="stop_awaiting", after="ask_for_throw"),
]

MENDABLE = ("blank", "last_die", "roll_off_result")
MEND = [line("press_keep", MENDABLE, "check", conditions="is_mendable", after="check_throw")]

MESSAGES = [
    *play_on("press_roll", ("blank", "banked", "roll_off_result"), to=BETWEEN_TURNS),
    *play_on("press_keep", ("blank", "banked", "roll_off_result"), to=BETWEEN_TURNS),
    line("press_roll", "over", "new_game", before="put_away"),
    line("press_keep", "over", "scores", after="first_page"),
    line("press_bank", "over", "attract", before="put_away"),
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
            "waiting",
            "tray",
            "over",
        ),
        "menu",
        after="open_menu",
    ),
    line(
        "press_right",
        ("ready", "offer", "corner", "last_die", "roll_off", "trouble", "waiting"),
        "scores",
        after="first_page",
    ),
    line("press_left", "menu", None, after="previous_item"),
    line("press_right", "menu", None, after="next_item"),
    *back_to_play("press_bank", "menu"),
    *[
        choice
        for button in ("press_keep", "press_roll")
        for choice in (
            *back_to_play(button, "menu", "item_is_go_on"),
            line(button, "menu", "scores", conditions="item_is_scores", after="first_page"),
            line(button, "menu", None, conditions="item_is_dice", after="next_dice"),
            line(button, "menu", None, conditions="item_is_undo", after="undo"),
            line(button, "menu", None, conditions="item_is_redo", after="redo"),
            line(button, "menu", "new_game", conditions="item_is_put_away", before="put_away"),
            line(button, "menu", "unfinished", conditions="item_is_others", after="open_others"),
            line(button, "menu", "ask", conditions="item_is_give_up"),
        )
    ],
    *play_on("came_back", "menu"),
    line("press_left", "scores", None, conditions="has_pages", after="previous_page"),
    line("press_right", "scores", None, conditions="has_pages", after="next_page"),
    line("press_keep", "scores", "turns", after="first_page"),
    line("press_left", "turns", None, conditions="has_history", after="previous_turns"),
    line("press_right", "turns", None, conditions="has_history", after="next_turns"),
    line("press_keep", "turns", None, conditions="has_history", after="next_player"),
    *back_to_play("press_roll", "turns"),
    *back_to_play("press_bank", "turns"),
    *back_to_play("press_roll", "scores"),
    *back_to_play("press_bank", "scores"),
    line("press_left", "unfinished", None, conditions="has_several_others", after="previous_other"),
    line("press_right", "unfinished", None, conditions="has_several_others", after="next_other"),
    line("press_keep", "unfinished", None, conditions="has_others", after="take_up"),
    line("press_roll", "unfinished", None, conditions="has_others", after="take_up"),
    line("press_bank", "unfinished", "new_game", conditions="has_no_game"),
    *back_to_play("press_bank", "unfinished"),
    line("press_keep", "ask", "attract", before=["stop_awaiting", "give_up"]),
    *back_to_play("press_roll", "ask"),
    *back_to_play("press_bank", "ask"),
]

TRANSITIONS: list[Line] = [
    *ATTRACT,
    *NEW_GAME,
    *TURN,
    *THROW,
    *SENSOR,
    *BY_HAND,
    *CHECK,
    *MEND,
    *MESSAGES,
    *MENUS,
]
