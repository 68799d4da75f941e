"""Choosing dice of a throw."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.flow.selection import Selection
from rules import Game, Roll, load, with_options

throws = st.lists(st.integers(1, 6), min_size=6, max_size=6).map(tuple)


def chosen(throw: tuple[int, ...]) -> Selection | None:
    """The best keep of a throw by the rules of zilch; None for a blank."""
    return chosen_in(Game.new(load("zilch"), ["Aino"]).apply(Roll(throw)))


def chosen_in(game: Game) -> Selection | None:
    best = game.best_keep
    return Selection.of(game.throw, tuple(game.keeps), best) if best else None


@given(throws, st.lists(st.integers(0, 5), max_size=30))
def test_whatever_is_toggled_a_legal_keep_or_nothing_is_chosen(
    throw: tuple[int, ...], places: list[int]
) -> None:
    selection = chosen(throw)
    for place in places if selection else ():
        assert selection is not None
        selection = selection.toggled(place) or selection
        assert not selection.dice or selection.dice in selection.keeps


@given(throws, st.integers(0, 5))
def test_a_toggle_changes_the_die_it_is_for(throw: tuple[int, ...], place: int) -> None:
    selection = chosen(throw)
    toggled = selection.toggled(place) if selection else None
    if selection and toggled:
        assert toggled.kept[place] != selection.kept[place]


@given(throws)
def test_every_keep_of_a_throw_can_be_reached(throw: tuple[int, ...]) -> None:
    selection = chosen(throw)
    seen: set[tuple[int, ...]] = set()
    ahead = [selection] if selection else []
    while ahead:
        at = ahead.pop()
        if at.dice not in seen:
            seen.add(at.dice)
            ahead += [next_ for place in range(6) if (next_ := at.toggled(place))]
    assert selection is None or seen >= set(selection.keeps)


def test_of_equal_faces_the_one_under_the_cursor_is_put_back() -> None:
    selection = chosen((5, 3, 5, 4, 2, 2))
    assert selection is not None
    assert selection.kept == (True, False, True, False, False, False)
    toggled = selection.toggled(2)
    assert toggled is not None
    assert toggled.kept == (True, False, False, False, False, False)


def test_places_that_make_no_legal_keep_are_not_restored() -> None:
    selection = chosen((5, 3, 5, 4, 2, 2))
    assert selection is not None
    assert selection.with_kept([True, True, False, False, False, False]) is None
    assert selection.with_kept([True]) is None


@given(throws, st.sampled_from(["at_least_one", "all"]), st.lists(st.integers(0, 5), max_size=6))
def test_the_dice_that_can_be_toggled_are_known_beforehand(
    throw: tuple[int, ...], keep: str, places: list[int]
) -> None:
    game = Game.new(with_options(load("zilch"), {"keep": keep}), ["Aino"]).apply(Roll(throw))
    selection = chosen_in(game)
    for place in places if selection else ():
        assert selection is not None
        ways = [selection.toggled(die) for die in range(6)]
        assert selection.toggles == tuple(way is not None for way in ways)
        selection = ways[place] or selection
