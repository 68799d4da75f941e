"""What can become of a file of games, and a file for it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from firmware_host.store.rows import Ending, Entry
from firmware_host.store.store import Store

HEADER = {"record": 1, "rules": "zilch", "players": ["Aino", "Bruno"]}
ROWS = [Entry(n, {"do": "roll", "dice": [1, 2, 3, 4, 5, 6]}, "box", n) for n in range(1, 200)]
PAGE = 4096  # bytes


def keep_games(file: Path) -> None:
    """A finished and an unfinished game, some pages long."""
    with Store.open(file) as store:
        store.append(store.begin(HEADER), ROWS, ending=Ending("over", (1, 2)))
        store.append(store.begin(HEADER), ROWS)


def overwrite(file: Path, at: int, data: bytes) -> None:
    with file.open("r+b") as damaged:
        damaged.seek(at)
        damaged.write(data)


def replace(file: Path, data: bytes) -> None:
    file.write_bytes(data)


def change(file: Path, *statements: str) -> None:
    db = sqlite3.connect(file)
    with db:
        for statement in statements:
            db.execute(statement)
    db.close()


def page_of(file: Path, name: str) -> int:
    """Where the first page of a table or an index begins."""
    db = sqlite3.connect(file)
    query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
    page: int = db.execute(query, (name,)).fetchone()[0]
    db.close()
    return (page - 1) * PAGE


def overwrite_page(file: Path, name: str, data: bytes) -> None:
    overwrite(file, page_of(file, name), data)


def put_over(file: Path, before: bytes, after: bytes) -> None:
    overwrite(file, file.read_bytes().index(before), after)


# What leaves a file that cannot be trusted.
DAMAGES: dict[str, Callable[[Path], None]] = {
    "no database at all": lambda file: overwrite(file, 0, b"\0" * 512),
    "text": lambda file: replace(file, b"hello " * 1000),
    "half of it": lambda file: replace(file, file.read_bytes()[: PAGE * 3 + 7]),
    "a page of the table": lambda file: overwrite(file, file.stat().st_size - PAGE, b"\xa5" * PAGE),
    "what play does not stand on": lambda file: overwrite_page(file, "best", b"\xa5" * PAGE),
    "no list of unfinished games": lambda file: overwrite_page(
        file, "unfinished", overlaid(file, "unfinished")
    ),
    "letters of the schema": lambda file: put_over(file, b"CREATE TRIGGER", b"CR\xf3\xa5TE"),
    "a word of the schema": lambda file: put_over(file, b"INSERT OR REPLACE", b"INSERT OR X"),
    "no results": lambda file: change(file, "DROP VIEW results"),
    "another program's tables": lambda file: change(
        file, "CREATE TABLE recipes (name TEXT)", "PRAGMA user_version = 0"
    ),
}

# What was done to a game, in a file that is sound.
GAME_DAMAGES: dict[str, Callable[[Path], None]] = {
    "another throw": lambda file: change(
        file, "UPDATE actions SET action = replace(action, '1,2', '6,6') WHERE game = 2"
    ),
    "a missing throw": lambda file: change(file, "DELETE FROM actions WHERE game = 2 AND seq = 9"),
    "a time beyond all": lambda file: change(file, "UPDATE actions SET at = 9e999 WHERE game = 2"),
    "an end that is missing": lambda file: change(file, "UPDATE unfinished SET hash = x'00'"),
    "a present game that is missing": lambda file: change(file, "UPDATE present SET game = 9"),
    "text that is not JSON": lambda file: change(
        file, "UPDATE games SET header = '{' WHERE id = 2"
    ),
    "text that is not UTF-8": lambda file: change(
        file, "UPDATE actions SET action = CAST(x'ff' AS TEXT) WHERE game = 2 AND seq = 9"
    ),
    "a header of another game": lambda file: change(
        file, "UPDATE games SET header = '[]' WHERE id = 2"
    ),
    "a missing header": lambda file: change(file, "DELETE FROM games WHERE id = 2"),
}


def overlaid(file: Path, name: str) -> bytes:
    """The page with zeros where its rows are: their number is said, but nothing of them."""
    at = page_of(file, name)
    return file.read_bytes()[at : at + PAGE - 512] + bytes(512)
