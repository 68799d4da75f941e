"""A box that is switched on after a power cut, and what it must have."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from crash.playing import shown
from firmware_host.bookmark import Bookmark
from firmware_host.fakebox import FakeBox
from firmware_host.store.archive import open_archive
from firmware_host.store.chain import Link
from firmware_host.store.errors import StoreError
from firmware_host.store.store import Store
from hw.fakes.dice import SeededDice

Rows = Mapping[int, Sequence[Link]]
"""All that is stored of each game."""


class Told(NamedTuple):
    """What the players were told last, and how much the disk had been by then."""

    steps: int
    what: Mapping[str, Any]
    actions: Mapping[int, int]  # that were acknowledged, of each game


class Damage(Exception):  # noqa: N818 - reads as what was found
    """Something that was acknowledged is lost, or was changed."""


def history(told: Iterable[tuple[int, Mapping[str, Any]]]) -> list[Told]:
    """Each picture with all that was acknowledged by then; before the first there was nothing."""
    found = [Told(0, {"game": None}, {})]
    for steps, what in told:
        actions = dict(found[-1].actions)
        if what.get("game"):
            actions[what["game"]] = what["seq"]
        found.append(Told(steps, what, actions))
    return found


def rows_in(file: Path) -> Rows:
    """All that is stored; the chain of each game is verified."""
    with open_archive(file) as archive:
        for game in archive.games():
            archive.load(game)
        return {game: archive.links(game) for game in archive.games()}


def check(folder: Path, before: Told, after: Told, final: Rows) -> None:
    """Raise `Damage` unless a box in `folder` goes on where the players saw it last.

    `after` is the next thing that they would have been told, `final` what was stored in the end.
    """
    file = folder / "games.sqlite3"
    if not file.exists():
        if before.actions:
            raise Damage("no games, where some had begun")
        return
    try:
        found = rows_in(file)
        _check_box(folder, before)
    except StoreError as error:
        raise Damage(f"unreadable: {error}") from error
    for game in final:
        _check_game(game, found.get(game, ()), final[game])
        actions = sum(link.kind == "action" for link in found.get(game, ()))
        if actions < before.actions.get(game, 0):
            raise Damage(f"game {game} has {actions} actions of {before.actions[game]}")
        if actions > after.actions.get(game, 0):
            raise Damage(f"game {game} has {actions} actions, {after.actions.get(game, 0)} at most")


def _check_game(game: int, found: Sequence[Link], final: Sequence[Link]) -> None:
    if list(found) != list(final[: len(found)]):
        raise Damage(f"game {game} is another one")


def _check_box(folder: Path, before: Told) -> None:
    with closing(Store.open(folder / "games.sqlite3")) as store:
        if store.notice:
            raise Damage(store.notice)
        place = Bookmark(folder / "place.json")
        box = FakeBox(lambda post: SeededDice(0, post), store=store, bookmark=place)
        now = shown(box)
    same = (now["game"], now["seq"]) == (before.what["game"], before.what.get("seq"))
    if same and now["standing"] and now["standing"] != before.what["standing"]:
        raise Damage(f"{now['standing']} is shown, and was {before.what['standing']}")
