"""What is told while something takes long."""


def making(what: str) -> None:
    """A line that something kept is being made; `what` says how long that takes."""
    print(f"  making: {what}", flush=True)
