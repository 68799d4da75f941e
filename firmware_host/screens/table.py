"""Whose turn it is, how everybody stands, and how the game ends."""

from firmware_host.screens import dice_row
from firmware_host.screens.canvas import WIDTH, Canvas
from firmware_host.screens.fonts import LABEL, fit, width
from firmware_host.screens.layout import (
    FIGURES,
    HEADING,
    LEFT,
    LINE,
    RIGHT,
    ROOM,
    WHOLE_CAPTION,
    Slot,
    caption,
    captions,
    figure,
    heading,
    line,
    lines_beside,
)
from firmware_host.screens.lists import SCROLLBAR, scrollbar, window
from firmware_host.screens.qr import LEFT_EDGE, qr_code
from firmware_host.view import (
    STANDINGS_A_PAGE,
    Banked,
    Over,
    Ready,
    RollOff,
    RollOffResult,
    Say,
    Scores,
    Standing,
    Turns,
)
from firmware_host.words import Words

_PITCH = 13  # from row to row of a page
BELOW = FIGURES - 1  # the first row under a heading
_ROWS_BELOW = 3
_NUMBER, _CHANGE = 20, 72  # columns where a turn's figures end


def ready(canvas: Canvas, body: Ready, words: Words) -> Slot:
    heading(canvas, body.player)
    score = str(body.score)
    figure(canvas, score, "left")
    lines_beside(canvas, _about_the_turn(body, words), score, "right")
    if not body.last_turn:
        return WHOLE_CAPTION
    return caption(canvas, words(Say("ready.last_turn")))


def banked(canvas: Canvas, body: Banked, words: Words) -> Slot | None:
    heading(canvas, body.player)
    figure(canvas, f"+{body.points}", "left")
    figure(canvas, f"={body.score}", "right")
    place = _place(body.place, body.players, words)
    if body.extra is not None:
        return captions(canvas, words(body.extra), place)
    return caption(canvas, place)


def scores(canvas: Canvas, body: Scores, _: Words) -> None:
    right = WIDTH
    if body.pages > 1:
        scrollbar(canvas, body.page, 1, body.pages, STANDINGS_A_PAGE * _PITCH)
        right -= SCROLLBAR
    for i, standing in enumerate(body.rows[:STANDINGS_A_PAGE]):
        _standing(canvas, standing, 3 + i * _PITCH, right)


def turns(canvas: Canvas, body: Turns, words: Words) -> None:
    right = WIDTH
    if body.pages > 1:
        scrollbar(canvas, body.page, 1, body.pages, STANDINGS_A_PAGE * _PITCH)
        right -= SCROLLBAR
    line(canvas, body.player, Slot(LEFT, 3, right - 2 * LEFT))
    for i, turn in enumerate(body.rows):
        y = 3 + (i + 1) * _PITCH
        canvas.text(LABEL, f"{turn.number}", _NUMBER, y, "right")
        canvas.text(LABEL, _signed(turn.change), _CHANGE, y, "right")
        canvas.text(LABEL, str(turn.score), right - LEFT, y, "right")
    if not body.rows:
        line(canvas, words(Say("turns.none")), Slot(LEFT, 3 + _PITCH, right - 2 * LEFT))


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else str(change).replace("-", "−")


def roll_off(canvas: Canvas, body: RollOff, words: Words) -> Slot:
    heading(canvas, words(Say("roll_off.title")))
    names = [name for name, _ in body.among]
    following = next((i for i, (_, points) in enumerate(body.among) if points is None), 0)
    first = window(len(names), following, _ROWS_BELOW)
    for i, (name, points) in enumerate(body.among[first : first + _ROWS_BELOW]):
        y = BELOW + i * LINE
        row(canvas, name, "" if points is None else str(points), y, WIDTH, first + i == following)
    return Slot(RIGHT, HEADING + 6, 0, "right")


def roll_off_result(canvas: Canvas, body: RollOffResult, _: Words) -> Slot:
    dice_row.rest_all(canvas, body.dice)
    figure(canvas, str(body.points), "right")
    return caption(canvas, body.player)


def over(canvas: Canvas, body: Over, words: Words) -> Slot | None:
    if body.code:
        _over_beside_code(canvas, body, body.code, words)
        return None
    heading(canvas, _title(body.winners, words))
    for i, standing in enumerate(body.rows[: _ROWS_BELOW - 1]):
        _standing(canvas, standing, BELOW + i * LINE, WIDTH)
    y = BELOW + 2 * LINE
    said = _about_the_end(body)
    return caption(canvas, words(said), y) if said else Slot(LEFT, y, ROOM)


def _over_beside_code(canvas: Canvas, body: Over, code: str, words: Words) -> None:
    """There is no room for scores, which are a press away."""
    qr_code(canvas, code)
    room = LEFT_EDGE - 3 * LEFT
    heading(canvas, _title(body.winners, words), room)
    said = words(body.extra or Say("over.saved_short"))
    places = [f"{standing.place} {standing.name}" for standing in body.rows[: _ROWS_BELOW - 1]]
    for i, text in enumerate((*places, said)):
        line(canvas, text, Slot(LEFT, BELOW + i * LINE, room))


def _about_the_turn(body: Ready, words: Words) -> list[str]:
    """Whom it is played against, or else the place in the game; what is needed to bank."""
    if body.rival is not None:
        lines = [words(Say.of("ready.rival", name=body.rival))]
    else:
        lines = [_place(body.place, body.players, words)]
    if body.need is not None:
        lines.append(words(Say.of("ready.need", need=body.need)))
    return lines


def _place(place: int, players: int, words: Words) -> str:
    return words(Say.of("value.place", place=place, players=players))


def _about_the_end(body: Over) -> Say | None:
    """What there is room to say: a game that is not saved, how it was won, or that it is saved."""
    if body.saved is False:
        return Say("over.not_saved")
    return body.extra or (Say("over.saved") if body.saved else None)


def _title(winners: tuple[str, ...], words: Words) -> str:
    if len(winners) > 1:
        return words(Say("over.shared"))
    return words(Say.of("over.wins", name=winners[0]))


def _standing(canvas: Canvas, standing: Standing, y: int, right: int) -> None:
    name = f"{standing.place} {standing.name}"
    row(canvas, name, str(standing.score), y, right, standing.now)


def row(canvas: Canvas, left: str, value: str, y: int, right: int, lit: bool) -> None:
    """A name and its value; lit for whose turn it is."""
    if lit:
        canvas.light((0, y - 2, right, y + 10))
    canvas.text(LABEL, value, right - LEFT, y, "right", dark=lit)
    font, shown = fit(left, right - width(LABEL, value) - 2 * LEFT - 4, LABEL)
    canvas.text(font, shown, LEFT, y, dark=lit)
