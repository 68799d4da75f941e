"""The languages say the same, and every text that the program asks for."""

import re
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

import firmware_host
from firmware_host.view import Say
from firmware_host.words import LANGUAGES, Words
from hw.events import Cause, DiceSource
from rules import SWITCHES, Switch, preset_names
from rules.actions import Name

TEXTS = {language: Words(language).texts for language in LANGUAGES}
SOURCES = [
    file.read_text(encoding="utf-8") for file in Path(firmware_host.__file__).parent.rglob("*.py")
]
SAID = re.compile(r"""Say(?:\.of)?\(\s*"([a-z_]+\.[a-z0-9_-]+)\"""")
EITHER = re.compile(r"""Say(?:\.of)?\(\s*"([a-z_.]+)" if [^"]+ else "([a-z_.]+)"\)""")
MADE_UP = {"button", "menu", "new_game"}  # tables whose keys are put together


def value_keys(switch: Switch) -> set[str]:
    """What a switch is set to, in words; numbers need none but for 0."""
    if switch.kind == "on_off":
        return {"switch_value.on", "switch_value.off"}
    if switch.kind == "number":
        return {"switch_value.off"}
    nobody = {"none": "nobody"} if switch.name == "last_turns" else {}
    return {f"switch_value.{nobody.get(choice, choice)}" for choice in switch.choices}


OF_THE_RULES = (
    {f"game.{name}" for name in preset_names()}
    | {f"{table}.{switch.name}" for switch in SWITCHES for table in ("switch", "switch_help")}
    | {key for switch in SWITCHES for key in value_keys(switch)}
)

OF_THE_DICE = {f"unread.{cause}" for cause in get_args(Cause)} | {
    f"{table}.dice_{source}" for source in get_args(DiceSource) for table in ("menu", "new_game")
}

OF_THE_ACTIONS = {f"menu.{way}_{action}" for way in ("undo", "redo") for action in get_args(Name)}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def said() -> set[str]:
    """The keys that stand in the code as they are."""
    whole = {key for source in SOURCES for key in SAID.findall(source)}
    either = {key for source in SOURCES for pair in EITHER.findall(source) for key in pair}
    return whole | either


def test_english_finnish_and_italian_are_spoken() -> None:
    assert LANGUAGES == ("en", "fi", "it")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_keys_of_english(language: str) -> None:
    assert TEXTS[language].keys() == TEXTS["en"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_takes_the_values_that_the_english_one_takes(language: str) -> None:
    taken = {key: placeholders(text) for key, text in TEXTS[language].items()}
    assert taken == {key: placeholders(text) for key, text in TEXTS["en"].items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_not_empty_and_has_no_space_at_its_ends(language: str) -> None:
    assert [key for key, text in TEXTS[language].items() if text != text.strip() or not text] == []


def test_every_key_that_is_said_is_there() -> None:
    assert said() - TEXTS["en"].keys() == set()


def test_every_game_switch_and_choice_of_the_rules_has_its_words() -> None:
    assert OF_THE_RULES - TEXTS["en"].keys() == set()


def test_all_dice_and_every_cause_why_they_are_not_read_have_their_words() -> None:
    assert OF_THE_DICE - TEXTS["en"].keys() == set()


def test_every_action_that_can_be_taken_back_has_its_words() -> None:
    assert OF_THE_ACTIONS - TEXTS["en"].keys() == set()


def test_every_key_that_is_there_is_said() -> None:
    silent = TEXTS["en"].keys() - said() - OF_THE_RULES - OF_THE_DICE - OF_THE_ACTIONS
    parts = [key.split(".") for key in silent]
    unused = [
        f"{table}.{name}"
        for table, name in parts
        if table not in MADE_UP or not any(f'"{name}"' in source for source in SOURCES)
    ]
    assert unused == []


def test_values_go_where_a_language_wants_them() -> None:
    say = Say.of("refusal.need", need=350, have=200)
    assert [Words(language)(say) for language in LANGUAGES] == [
        "350 needed, 200 now",
        "Tarvitaan 350, nyt 200",
        "Servono 350, ora 200",
    ]


def test_a_name_with_braces_is_shown_as_it_is() -> None:
    assert Words("en")(Say.of("over.wins", name="{0}")) == "{0} wins!"


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"'sv': choose en, fi, it"):
        Words("sv")


def test_an_unknown_key_is_a_key_error() -> None:
    with pytest.raises(KeyError, match=r"button\.fly"):
        Words("en")(Say("button.fly"))


def test_a_missing_value_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="need"):
        Words("en")(Say("refusal.need"))
