"""Who uses the data folder: servers share it, a restore needs it alone.

Both lock a file in it. The system releases a lock when the last process that holds it has ended, even by SIGKILL.
Works on Unix only, as the server does.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LOCK = "lock"


def hold(folder: Path) -> bool:
    """Hold the folder as a server, until this process and all it forks have ended. Raise OSError if it is unwritable.

    Return False, and hold nothing, while a backup is being restored into the folder.
    """
    return _locked(folder, shared=True) is not None


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Yield whether no server holds the folder; if none does, none can until the end. Raise OSError as `hold` does."""
    held = _locked(folder, shared=False)
    try:
        yield held is not None
    finally:
        if held is not None:
            os.close(held)


def _locked(folder: Path, *, shared: bool) -> int | None:
    """Return the descriptor of the lock file once it is locked, or None if another process has it otherwise."""
    import fcntl  # Windows has none

    descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
