"""What frames say of dice."""

from .reader import BLIND, Look
from .tray import Result

MOST = 150  # octets of these parameters: so long a line has room for its other parts


def params(result: Result) -> str:
    """All but the result's name; spots only where there is room for them."""
    look = result.look
    text = f"tok={result.token} {_what(result)} {_dice(look)}"
    if result.ms or not result.cause:
        text += f" ms={result.ms}"
    if result.cause:
        return text + _light(result)
    spots = _spots(look)
    return text + spots if len(text + spots) <= MOST else text


def _what(result: Result) -> str:
    count = len(result.look.faces)
    if not result.cause:
        return f"k={result.kind} n={count}"
    odd = result.wanted not in (0, count) and result.cause not in BLIND
    want = f" want={result.wanted}" if odd else ""
    return f"e={result.cause} n={count}{want}"


def _dice(look: Look) -> str:
    faces = ",".join(["?" if face is None else str(face) for face in look.faces])
    sure = ",".join([str(percent) for percent in look.sure])
    return f"v={faces} c={sure}"


def _spots(look: Look) -> str:
    return " p=" + ",".join([f"{x}:{y}" for x, y in look.spots]) if look.spots else ""


def _light(result: Result) -> str:
    lux = result.look.lux
    return f" lux={lux}" if result.cause == "light" and lux >= 0 else ""
