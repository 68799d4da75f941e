"""What stays on the panel when no program draws there any more."""

from firmware_host.view import Closed, Say, View

SAFE_TO_UNPLUG = View(Closed(Say("closed.safe")))
RESTARTING = View(Closed(Say("closed.restart")))
WRONG_SETTINGS = View(Closed(Say("closed.settings"), Say("closed.doctor")))

_STOPPED = Say("closed.stopped")


def stopped(saved: bool | None) -> View:
    """The box has ended; None where games are not meant to be saved."""
    if saved is None:
        return View(Closed(_STOPPED))
    return View(Closed(_STOPPED, Say("closed.saved") if saved else Say("closed.not_saved")))
