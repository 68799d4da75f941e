"""The menu and the screen for dice of one's own, used by their words."""

from typing import Any

from firmware_host.view import Labels


def items(box: Any) -> list[str]:
    """What the menu offers; it stays open."""
    for _ in range(20):  # as many stops as any screen has
        if box.screen != "menu":
            box.press("keep" if Labels(*box.view.labels).keep == "menu" else "left")
    assert box.screen == "menu"
    return [item.key.removeprefix("menu.") for item in box.view.body.items]


def choose(box: Any, wanted: str) -> None:
    """Open the menu and take the item that begins so."""
    found = [item for item in items(box) if item.startswith(wanted)]
    assert found, items(box)
    while items(box)[box.view.body.cursor] != found[0]:
        box.press("right")
    box.press("keep")


def enter(box: Any, *faces: int) -> None:
    """Enter a throw by hand, and wait until it lies still."""
    assert box.screen == "by_hand", box.screen
    for face in sorted(faces):
        while box.view.body.face != face:
            box.press("right")
        box.press("keep")
    box.wait(2.0)
