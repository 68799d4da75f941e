"""What screens show with other buttons than the box's five."""

from screen_examples import EVERY

from firmware_host.profiles import PROFILES
from firmware_host.view import Choose, View
from hw.events import Profile


def mounted(profile: Profile, name: str) -> View:
    """An example as it is with the buttons of a profile; of its dice, 1s and 5s count."""
    view = EVERY[name]
    body = view.body
    if isinstance(body, Choose):
        counts = tuple(
            kept or face in (1, 5) for face, kept in zip(body.dice, body.kept, strict=True)
        )
        view = view._replace(body=body._replace(toggles=counts))
    return PROFILES[profile]().shown(view)


_NAMES: dict[Profile, tuple[str, ...]] = {
    "three": (
        *("choose", "choose-mend", "choose-none", "new-game", "offer", "over", "ready"),
        *("by-hand-some", "check-right", "unread-cocked", "waiting", "waiting-lost"),
    ),
    "hold-six": (
        *("choose", "choose-held", "choose-long", "choose-none", "corner-may", "house-rule"),
        *("menu", "new-game", "offer", "offer-six", "over", "ready", "scores-pages"),
        *("by-hand", "by-hand-held", "check-one", "check-right", "choose-mend"),
        *("unread-cocked", "waiting", "waiting-lost"),
    ),
}

MOUNTED = {
    f"{name}.{profile}": mounted(profile, name) for profile in _NAMES for name in _NAMES[profile]
}
