"""`dicetower demo`: a whole game by itself, on the fake parts and in fake time."""

from pathlib import Path

from firmware_host.assembly import GAMES
from firmware_host.demo.film import Film
from firmware_host.demo.gif import save_gif
from firmware_host.demo.robot import Robot
from firmware_host.fakebox import FakeBox
from firmware_host.store import Store
from firmware_host.view import Over, Say
from firmware_host.words import Words
from hw.fakes.dice import SeededDice

NAMES = ("Anna", "Leo")  # the same in all languages of the box
ATTRACT = 2.0  # seconds before somebody comes to play


def demo(rules: str, seed: int, frames: Path | None, gif: Path | None, language: str = "en") -> str:
    """Play a game of `rules` with the dice of `seed`, and return how it ended, in words.

    `frames` is a folder for the panel's pictures, `gif` a file for the box in motion. ValueError
    for rules that the box does not offer, OSError where the pictures cannot be written.
    """
    if rules not in GAMES:
        raise ValueError(f"the box has no game {rules!r}: choose one of {', '.join(GAMES)}")
    with Store.memory() as store:
        box = FakeBox(lambda post: SeededDice(seed, post), language, store)
        box.box.flow.name_of = lambda number: NAMES[number - 1]
        film = Film(box)
        over = _play(box, rules)
    if frames:
        film.save_frames(frames)
    if gif:
        save_gif(film.shots, gif)
    return _told(over, Words(language))


def _play(box: FakeBox, rules: str) -> Over:
    box.wait(ATTRACT)
    robot = Robot(box)
    robot.choose_game(rules, len(NAMES))
    return robot.play_to_end()


def _told(over: Over, words: Words) -> str:
    (winner,) = over.winners  # a tie is thrown off in all games that the box offers
    standings = [f"{row.place}. {row.name} {row.score}" for row in over.rows]
    return "\n".join([words(Say.of("over.wins", name=winner)), *standings])
