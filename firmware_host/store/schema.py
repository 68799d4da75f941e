"""The tables, as the list of steps that led to them. `PRAGMA user_version` counts the steps done.

Rows are only ever appended, and deleted only with their whole game: `games`, `actions` and
`endings` carry one chain of hashes per game. `unfinished` repeats what they say, with the last
hash, so that a start need not look through all games. `written` counts their rows since power-up.
`present` names the game that is played: the one begun last, unless another was taken up since.
`expected` and `readings` are what the sensor is about just now, and are replaced.

SQLite keeps the text of each statement. A step has no ALTER, whose text is not the same everywhere.
"""

import sqlite3
from contextlib import closing

_FIRST = (
    # AUTOINCREMENT: the number of a deleted game is not given to another.
    """CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        header TEXT NOT NULL,
        at REAL,
        boot TEXT,
        counter INTEGER NOT NULL,
        hash BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE actions (
        game INTEGER NOT NULL REFERENCES games,
        seq INTEGER NOT NULL,
        action TEXT NOT NULL,
        source TEXT,
        token INTEGER,
        at REAL,
        boot TEXT,
        counter INTEGER NOT NULL,
        hash BLOB NOT NULL,
        PRIMARY KEY (game, seq)
    ) STRICT, WITHOUT ROWID""",
    # An ending stands until an action follows it: the winning turn can be undone.
    """CREATE TABLE endings (
        game INTEGER NOT NULL REFERENCES games,
        seq INTEGER NOT NULL,
        reason TEXT NOT NULL,
        scores TEXT NOT NULL,
        best_name TEXT NOT NULL,
        best_score INTEGER NOT NULL,
        at REAL,
        boot TEXT,
        counter INTEGER NOT NULL,
        hash BLOB NOT NULL,
        PRIMARY KEY (game, seq)
    ) STRICT, WITHOUT ROWID""",
    """CREATE INDEX best ON endings (best_score DESC, game) WHERE reason = 'over'""",
    """CREATE INDEX best_of_boot ON endings (boot, best_score DESC, game) WHERE reason = 'over'""",
    """CREATE VIEW results AS SELECT * FROM endings WHERE NOT EXISTS (
        SELECT 1 FROM actions WHERE actions.game = endings.game AND actions.seq > endings.seq
    )""",
    """CREATE TABLE unfinished (
        game INTEGER PRIMARY KEY REFERENCES games,
        hash BLOB NOT NULL
    ) STRICT""",
    """CREATE TRIGGER begun AFTER INSERT ON games
        BEGIN INSERT INTO unfinished VALUES (new.id, new.hash); END""",
    """CREATE TRIGGER played AFTER INSERT ON actions
        BEGIN INSERT OR REPLACE INTO unfinished VALUES (new.game, new.hash); END""",
    """CREATE TRIGGER ended AFTER INSERT ON endings
        BEGIN DELETE FROM unfinished WHERE game = new.game; END""",
    """CREATE TABLE written (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        boot TEXT,
        counter INTEGER NOT NULL
    ) STRICT""",
)

_SENSOR = (
    """CREATE TABLE expected (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        token INTEGER NOT NULL,
        dice INTEGER NOT NULL,
        game INTEGER REFERENCES games,
        spent INTEGER NOT NULL,
        since INTEGER NOT NULL
    ) STRICT""",
    # A number is never had twice: the readings since the throw was expected are told by it.
    """CREATE TABLE readings (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        boot TEXT NOT NULL,
        id INTEGER NOT NULL,
        token INTEGER NOT NULL,
        reading TEXT NOT NULL,
        UNIQUE (boot, id)
    ) STRICT""",
)

_PRESENT = (
    """CREATE TABLE present (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        game INTEGER REFERENCES games
    ) STRICT""",
    "INSERT INTO present SELECT 1, ifnull((SELECT max(game) FROM unfinished), max(id)) FROM games",
    """CREATE TRIGGER begun_now AFTER INSERT ON games
        BEGIN INSERT OR REPLACE INTO present VALUES (1, new.id); END""",
)

MIGRATIONS: list[tuple[str, ...]] = [_FIRST, _SENSOR, _PRESENT]


def version(db: sqlite3.Connection) -> int:
    """How many steps this file has seen; 0 for a new one."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def is_newer(db: sqlite3.Connection) -> bool:
    """Whether a later version wrote the file, which this one could only spoil."""
    return version(db) > len(MIGRATIONS)


def is_older(db: sqlite3.Connection) -> bool:
    """Whether an earlier version wrote the file, or nobody yet."""
    return version(db) < len(MIGRATIONS)


def is_whole(db: sqlite3.Connection) -> bool:
    """Whether there is all that the steps done have made, and nothing else."""
    done = version(db)
    return 0 <= done <= len(MIGRATIONS) and _statements(db) == _made_by(done)


def migrate(db: sqlite3.Connection) -> None:
    """Take the steps not yet done, each whole or not at all. `db` is in autocommit mode."""
    _take_steps(db, len(MIGRATIONS))


def _statements(db: sqlite3.Connection) -> list[tuple[str, str]]:
    return db.execute(
        "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY name"
    ).fetchall()


def _made_by(steps: int) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        _take_steps(db, steps)
        return _statements(db)


def _take_steps(db: sqlite3.Connection, until: int) -> None:
    for number in range(version(db), until):
        with db:
            db.execute("BEGIN IMMEDIATE")
            for statement in MIGRATIONS[number]:
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number + 1}")
