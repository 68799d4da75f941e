"""What a pin library raises, told in words and once."""

from collections.abc import Callable

from hw.events import Part, PartReport, Post

RETRY = 1.0  # s until what failed is to be done again: a lamp or a tone may be on that should not


class Guard:
    """Does what may fail; posts a `PartReport` when that begins and when it is over."""

    def __init__(
        self,
        part: Part,
        failing: str,  # for people: which part does not work
        errors: tuple[type[Exception], ...],  # what its library raises
        post: Post,
    ) -> None:
        self._part = part
        self._failing = failing
        self._errors = errors
        self._post = post
        self._ok = True

    def run(self, act: Callable[[], object]) -> bool:
        """Do `act`, and tell whether it was done; what the library raises becomes the report."""
        try:
            act()
        except self._errors as error:
            self._report(False, f"{self._failing} ({error}): check the GPIO chip")
            return False
        self._report(True, "")
        return True

    def _report(self, ok: bool, why: str) -> None:
        if ok != self._ok:
            self._ok = ok
            self._post(PartReport(self._part, ok, why))
