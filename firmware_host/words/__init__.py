"""The box's languages: one TOML file each, looked up by key."""

import tomllib
from pathlib import Path

from firmware_host.view import Say

_FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


class Words:
    """The texts of one language, by dotted key such as "button.roll"."""

    def __init__(self, language: str) -> None:
        """ValueError for a language that has no file here."""
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise ValueError(f"there are no words for the language {language!r}: choose {known}")
        self.language = language
        self.texts = _texts(_FOLDER / f"{language}.toml")

    def __call__(self, say: Say) -> str:
        """The text with its values in place; KeyError for a key or a value that is missing."""
        return self.texts[say.key].format_map(dict(say.values))


def _texts(file: Path) -> dict[str, str]:
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {f"{table}.{key}": text for table in tables for key, text in tables[table].items()}
