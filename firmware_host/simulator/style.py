"""How the simulator looks: an OLED behind black glass, and buttons as a case would have them."""

CASE = "#1b2126"
RIM = "#46525b"
GLOW = "#cfeaff"

CAPS = {
    "left": ("#4b555c", "#343c42"),
    "right": ("#4b555c", "#343c42"),
    "keep": ("#2f6d9e", "#1f4b6e"),
    "roll": ("#2e8555", "#1e5c3a"),
    "bank": ("#b5472f", "#7f3020"),
}
"""Of each button, the top and the edge that a button shows until it is pressed."""

_COLOURS = "\n".join(
    f"#{button} {{ background: {top}; }} #{button}.high {{ border-bottom: outer {edge}; }}"
    for button, (top, edge) in CAPS.items()
)

STYLE = f"""
Screen {{ align: center middle; background: {CASE}; }}

#case {{ height: auto; }}
#glass {{ height: auto; border: round {RIM}; background: black; }}
Oled {{ color: {GLOW}; background: black; }}

#caps {{ height: auto; padding: 0 1; }}
Cap {{ width: 1fr; margin: 0 1; content-align: center middle; text-align: center; color: white; }}
{_COLOURS}
#caps Cap.down {{ background: {GLOW}; color: black; }}
#caps Cap.high.down {{ border-bottom: none; border-top: outer {CASE}; }}

#line {{ height: auto; padding: 0 1; text-align: center; color: #9fb0bb; }}
#line.message {{ color: #ffcf6b; }}

#small {{ display: none; width: 100%; text-align: center; color: {GLOW}; }}
Screen.small #case {{ display: none; }}
Screen.small #small {{ display: block; }}
"""
