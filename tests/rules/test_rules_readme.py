"""The examples in the documentation hold."""

import doctest
import re
from pathlib import Path

import rules
from rules import load

README = Path(rules.__file__).with_name("README.md")


def test_the_examples_run() -> None:
    assert doctest.testfile(str(README), module_relative=False).failed == 0
    assert doctest.testmod(rules).failed == 0


def test_the_rule_file_can_be_played_by(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    path = tmp_path / "ours.toml"
    path.write_text(example[1], encoding="utf-8")
    assert load(path).title == "Ours"
