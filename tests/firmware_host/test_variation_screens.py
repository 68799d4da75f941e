"""The screens and words of house rules: whole in every language, and what each shows."""

import pytest
from screen_examples import EVERY, USUAL
from screen_looks import WORDS, assert_whole, dice, texts

from firmware_host.screens import drawing as screens
from firmware_host.view import (
    Blank,
    Challenge,
    Choose,
    HouseRule,
    InForce,
    Labels,
    NewGame,
    Offer,
    Over,
    Say,
    View,
)
from firmware_host.words import LANGUAGES
from rules import SWITCHES, Switch, preset_names

_HOUSE_RULE = Labels("previous", "next", "change", "done", "back")

every_screen = pytest.mark.parametrize("name", EVERY)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def values_of(switch: Switch) -> list[Say]:
    """Every value of a switch in words, and the longest of its numbers."""
    if switch.kind == "on_off":
        return [Say("switch_value.on"), Say("switch_value.off")]
    if switch.numbers:
        return [
            Say("switch_value.off"),
            Say.of("value.number", number=switch.numbers.most or 99999),
        ]
    nobody = {"none": "nobody"} if switch.name == "last_turns" else {}
    return [Say(f"switch_value.{nobody.get(choice, choice)}") for choice in switch.choices]


@every_language
@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_switch_and_value_is_said_whole(switch: Switch, language: str) -> None:
    name, sentence = Say(f"switch.{switch.name}"), Say(f"switch_help.{switch.name}")
    for value in values_of(switch):
        chosen = View(HouseRule(name, value, sentence, 17, 17, changed=True), _HOUSE_RULE)
        listed = View(InForce(Say("game.kcd"), ((name, value),), 0, 2))
        words = WORDS[language]
        assert_whole(screens.compose(chosen, words), words(name), words(value), words(sentence))
        assert_whole(screens.compose(listed, words), words(name), words(value))


@every_language
@pytest.mark.parametrize("name", preset_names())
def test_every_game_s_name_is_whole_where_it_is_chosen(name: str, language: str) -> None:
    game = Say(f"game.{name}")
    rows = ((Say("new_game.game"), game), *[(Say("new_game.dice"), Say("new_game.dice_box"))] * 3)
    canvas = screens.compose(View(NewGame(rows, 0)), WORDS[language])
    assert_whole(canvas, WORDS[language](game))


def test_a_long_title_of_a_rule_file_leaves_room_for_the_page() -> None:
    title = Say.of("value.text", text="The rules of the long summer evenings at Aino's")
    canvas = screens.compose(View(InForce(title, (), 9, 10)), WORDS["en"])
    assert_whole(canvas, "10/10")


@every_language
@every_screen
def test_what_else_a_choice_a_blank_or_a_bank_brings_is_said_whole(
    name: str, language: str
) -> None:
    extra = getattr(EVERY[name].body, "extra", None)
    if isinstance(extra, Say) and "name" not in dict(extra.values):
        assert WORDS[language](extra) in " ".join(texts(EVERY[name], language))


@every_language
@every_screen
def test_an_extra_never_hides_what_banking_would_give(name: str, language: str) -> None:
    body = EVERY[name].body
    if isinstance(body, Choose) and body.bank is not None:
        assert f"→{body.bank}" in texts(EVERY[name], language)


@pytest.mark.parametrize("lost", [0, 450])
def test_a_blank_that_costs_more_says_so_beside_what_is_lost(lost: int) -> None:
    body = Blank("Aino", (2, 3, 4), lost, extra=Say.of("blank.challenge", points=600))
    said = texts(View(body))
    assert {"Dare: -600", "Aino"} < set(said)
    assert ("-450" in said) == bool(lost)


@pytest.mark.parametrize("dice_left", range(1, 7))
def test_an_offer_shows_as_many_dice_as_would_be_thrown(dice_left: int) -> None:
    body = Offer("Bruno", 99999, dice_left)
    assert len(dice(body)) == dice_left


def test_a_lone_rival_is_not_counted() -> None:
    body = Challenge("Bruno", 9800, 600, None, 1, 1)
    assert "1/1" not in texts(View(body))
    assert "1/2" in texts(View(body._replace(of=2)))


def test_a_game_won_by_six_alike_says_so_unless_it_could_not_be_saved() -> None:
    body = USUAL["over-six"].body
    assert isinstance(body, Over)
    assert "Six alike!" in texts(View(body))
    assert "Not saved" in texts(View(body._replace(saved=False)))
