"""From power-up to the end of a whole game, by bouncing buttons and by what the panel shows."""

import json
from collections.abc import Iterator

from container.rig import equal
from PIL import Image

from firmware_host.demo.robot import Robot
from firmware_host.screens.drawing import draw
from firmware_host.store.rows import code_of
from firmware_host.view import HouseRule, Over, Say, View
from firmware_host.words import Words
from hw.events import Key
from machine.bench import Bench
from machine.pi import WELL
from machine.twin import Twin

TO_HOUSE_RULES: tuple[Key, ...] = ("roll", "keep", "keep", "right")
SHORTEST = Say.of("value.number", number=1000)
MOST = 20  # values that the target can have


def plays(bench: Bench) -> Iterator[str]:
    with bench.powered_up(exact=True) as pi:
        pi.plays()
        equal(pi.show("StatusText"), WELL, "what the box says of itself")
        yield f"{pi.run('cut', '-d ', '-f1', '/proc/uptime')} s after power-up it is ready"

        twin = Twin(pi)
        choose_the_shortest(twin)
        over = Robot(twin).play_to_end()
        twin.must_be_stored()
        (game,) = json.loads(pi.run("dicetower", "games", "list", "--json"))
        twin.must_show(drawn(twin.view, over, game["hash"]))
        yield f"{len(pi.thrown())} throws to the end: {twin.compared} pictures, all as the fakes'"

        equal(game["ended"], "over", "how the game ended")
        pi.run("dicetower", "games", "verify", str(game["game"]))
        yield f"the game is stored as over, with {max(game['scores'])} points, and verifies"


def choose_the_shortest(twin: Twin) -> None:
    """From the attract screen to the first throw of a game whose target is soon reached."""
    twin.press(*TO_HOUSE_RULES)
    for _ in range(MOST):
        rule = twin.view.body
        assert isinstance(rule, HouseRule)
        if rule.value == SHORTEST:
            break
        twin.press("keep")
    twin.press("roll")
    twin.compare()
    twin.press("roll")


def drawn(view: View, over: Over, last_hash: str) -> Image.Image:
    """The last screen, which has a code that stands for the game as this Pi has saved it."""
    saved = over._replace(saved=True, code=code_of(bytes.fromhex(last_hash)))
    return draw(view._replace(body=saved), Words("en"))
