"""What can go wrong with the store, each as one sentence with the next step."""


class StoreError(OSError):
    """The games cannot be read or written now; what was committed before is safe."""


class StoreBusyError(StoreError):
    """Another process has these games open."""


class StoreForeignError(StoreError):
    """A newer version, or another program, wrote the file: it is left as it is."""


class StoreDamagedError(StoreError):
    """The file is not what was written; `Store.replace_damaged` sets it aside."""


class GameDamagedError(StoreDamagedError):
    """One game is not what was written; of the others nothing is known."""


class StoreMismatchError(StoreDamagedError, ValueError):
    """What is stored of a game is not what is to be gone on with."""
