"""What every part raises when it is missing or fails."""


class PartError(OSError):
    """A part is missing or failed; the message is one sentence that ends with what to do."""
