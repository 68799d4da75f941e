"""`dicetower demo`: a whole game by itself, on the fake parts and in fake time."""

from pathlib import Path

from firmware_host.demo.film import Film
from firmware_host.demo.gif import save_gif
from firmware_host.demo.robot import EndlessGameError, Robot
from firmware_host.fakebox import FakeBox
from firmware_host.store.store import Store
from firmware_host.view import Over, Say
from firmware_host.words import Words
from hw.fakes.dice import SeededDice
from rules import load

__all__ = ["EndlessGameError", "demo"]

NAMES = ("Anna", "Leo")  # the same in all languages of the box
ATTRACT = 2.0  # seconds before somebody comes to play


def demo(rules: str, seed: int, frames: Path | None, gif: Path | None, language: str = "en") -> str:
    """Play a game of `rules` with the dice of `seed`, and return how it ended, in words.

    `rules` is a preset or a rule file, `frames` a folder for the panel's pictures, `gif` a file for
    the box in motion. RulesError for rules that make no game, OSError where the pictures cannot be
    written.
    """
    games = {rules: load(rules)}
    with Store.memory() as store:
        box = FakeBox(lambda post: SeededDice(seed, post), language, store, games=games)
        box.box.flow.name_of = lambda number: NAMES[number - 1]
        film = Film(box)
        over = _play(box)
    if frames:
        film.save_frames(frames)
    if gif:
        save_gif(film.shots, gif)
    return _told(over, Words(language))


def _play(box: FakeBox) -> Over:
    box.wait(ATTRACT)
    robot = Robot(box)
    robot.start(len(NAMES))
    return robot.play_to_end()


def _told(over: Over, words: Words) -> str:
    standings = [f"{row.place}. {row.name} {row.score}" for row in over.rows]
    alone = len(over.winners) == 1
    result = Say.of("over.wins", name=over.winners[0]) if alone else Say("over.shared")
    return "\n".join([words(result), *standings])
