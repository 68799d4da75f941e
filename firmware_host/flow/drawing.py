"""The state machine's drawing for the documentation: `python -m firmware_host.flow.drawing`."""

from pathlib import Path
from typing import Any

from transitions.extensions import GraphMachine

from firmware_host.flow.flow import Flow
from firmware_host.flow.table import STATES, TRANSITIONS

PAGE = Path(__file__).with_name("README.md")
FENCE = "```"


def drawing() -> str:
    """Every screen and press as a Mermaid state diagram."""
    machine = GraphMachine(
        Flow.__new__(Flow),  # its callbacks are only looked at
        states=list(STATES),
        transitions=TRANSITIONS,
        initial="attract",
        auto_transitions=False,
        graph_engine="mermaid",
    )
    graph: Any = machine.get_combined_graph()
    lines = graph.source.splitlines()
    arrows = [line for line in lines if "-->" in line]
    return "\n".join(["stateDiagram-v2", "  direction LR", *arrows])


def page(text: str) -> str:
    """The page's text with its drawing made anew."""
    before, _, rest = text.partition(f"{FENCE}mermaid\n")
    after = rest.partition(f"\n{FENCE}\n")[2]
    return f"{before}{FENCE}mermaid\n{drawing()}\n{FENCE}\n{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
