"""The state diagram in the documentation."""

from firmware_host.flow import drawing


def test_the_drawing_in_the_readme_is_the_machine() -> None:
    text = drawing.PAGE.read_text(encoding="utf-8")
    assert text == drawing.page(text), "run: python -m firmware_host.flow.drawing"
