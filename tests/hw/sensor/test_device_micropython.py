"""The sensor's program uses nothing that MicroPython lacks; `make sensor-test` runs it there."""

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path

import pytest

DEVICE = Path(__file__).parents[3] / "hw/sensor/device"
FILES = sorted(DEVICE.rglob("*.py"))


def words(text: str) -> set[str]:
    return set(text.split())


MODULES = words("array binascii gc machine math micropython os random select struct sys time")
BUILTINS = words(
    "ArithmeticError AssertionError AttributeError BaseException Exception False ImportError"
    " IndexError KeyError LookupError MemoryError None NotImplementedError OSError OverflowError"
    " RuntimeError StopIteration True TypeError ValueError ZeroDivisionError abs all any bin bool"
    " bytearray bytes callable chr classmethod dict divmod enumerate filter float frozenset getattr"
    " hasattr hash hex id int isinstance issubclass iter len list map max memoryview min next"
    " object oct open ord pow print property range repr reversed round set setattr slice sorted"
    " staticmethod str sum super tuple type zip"
)
LACKING_METHODS = words(
    "as_integer_ratio bit_count bit_length capitalize casefold expandtabs format_map is_integer"
    " isalnum isascii isdecimal isidentifier isnumeric isprintable istitle ljust maketrans"
    " removeprefix removesuffix rjust swapcase title translate zfill"
)
PYTHONS = {*dir(builtins)} - {"_"}  # which a prompt, or gettext, puts there
LACKING_SYNTAX = (ast.Match, ast.TryStar, ast.AsyncFunctionDef)


def is_for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """All that runs on the microcontroller: no annotation is looked at there."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not is_for_type_checkers(child):
                yield from walk(child)


def faults(source: str) -> Iterator[str]:
    """What MicroPython would not understand."""
    for node in walk(ast.parse(source)):
        match node:
            case ast.Import(names=names) if not {alias.name for alias in names} <= MODULES:
                yield f"import {names[0].name}"
            case ast.ImportFrom(level=0, module=module) if module not in MODULES:
                yield f"from {module} import"
            case ast.Name(id=name) if name in PYTHONS and name not in BUILTINS:
                yield name
            case ast.Attribute(attr=attr) if attr in LACKING_METHODS:
                yield f".{attr}"
            case ast.arguments(posonlyargs=[_, *_]):
                yield "positional-only"
            case ast.Call(func=ast.Name(id=name), keywords=keywords):
                yield from (f"{name}({key.arg}=)" for key in keywords if key.arg == "strict")
            case ast.ClassDef(keywords=[_, *_]):
                yield "class keywords"
            case _ if isinstance(node, LACKING_SYNTAX):
                yield type(node).__name__


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(DEVICE)))
def test_micropython_understands_every_module(path: Path) -> None:
    assert list(faults(path.read_text())) == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import dataclasses", "import dataclasses"),
        ("from typing import Any", "from typing import"),
        ("from hw.fakes.tray import ScriptedTray", "from hw.fakes.tray import"),
        ("'7C3E'.removeprefix('7')", ".removeprefix"),
        ("def f(a, /): ...", "positional-only"),
        ("zip((), strict=True)", "zip(strict=)"),
        ("match 1:\n  case _: ...", "Match"),
        ("class A(B, metaclass=C): ...", "class keywords"),
        ("vars(1)", "vars"),
    ],
)
def test_what_it_lacks_is_found(source: str, fault: str) -> None:
    assert fault in list(faults(source))


def test_what_only_type_checkers_read_is_no_fault() -> None:
    source = "if TYPE_CHECKING:\n  import dataclasses\ndef f(a: vars) -> vars: ..."
    assert list(faults(source)) == []
