"""Who uses the data folder: servers share it, a restore needs it alone.

Both lock a file in it. The system releases a lock when the last process that holds it has ended, even by SIGKILL.
Works on Unix only, as the server does.

What a restore puts into the folder lies ready in a folder inside it first. The rename that gives that folder its final
name decides: killed before it, nothing has changed; killed after it, the next process that reads the settings moves the
rest into place before it reads anything else.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

DATABASE = "crib.sqlite3"
KEY = "secret_key"

_LOCK = "lock"
_PREPARING = "preparing.lock"
_READY = "restored-"
_ASIDE = "before-restore-"


def hold(folder: Path) -> bool:
    """Hold the folder as a server, until this process and all it forks have ended. Raise OSError if it is unwritable.

    Return False, and hold nothing, while a backup is being restored into the folder.
    """
    held = _locked(folder, shared=True)
    if held is not None and _ready(folder):  # its settings were read before a restore that was then killed
        os.close(held)
        return False
    return held is not None


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Yield whether no server holds the folder; if none does, none can until the end. Raise OSError as `hold` does."""
    held = _locked(folder, shared=False)
    try:
        yield held is not None
    finally:
        if held is not None:
            os.close(held)


@contextmanager
def one_at_a_time(folder: Path, say_waiting: Callable[[], None]) -> Iterator[None]:
    """Wait for other servers that prepare the folder, then keep them waiting until the end. Raise OSError.

    `say_waiting` is called if there is somebody to wait for.
    """
    held = _locked(folder, shared=False, name=_PREPARING)
    if held is None:
        say_waiting()
        held = _locked(folder, shared=False, wait=True, name=_PREPARING)
    try:
        yield
    finally:
        if held is not None:
            os.close(held)


def replace(folder: Path, restored: Path) -> Path:
    """Move the database and the key that are in `restored` into the data folder, which has to be held alone.

    `restored` is a folder inside it. Return the folder to which what was there before is moved. Raise OSError.
    """
    stamp = f"{datetime.now(UTC):%Y-%m-%d-%H%M%S.%f}"
    (folder / (_ASIDE + stamp)).mkdir(mode=0o700)
    sync(restored)
    restored.rename(folder / (_READY + stamp))
    sync(folder)
    return _move_into_place(folder, stamp)


def finish_restore(folder: Path) -> None:
    """Move into place what a restore that was killed has left ready, or wait for the one at work. Raise OSError."""
    if not _ready(folder):
        return
    held = _locked(folder, shared=False, wait=True)
    try:
        for stamp in _ready(folder):
            _move_into_place(folder, stamp)
    finally:
        if held is not None:
            os.close(held)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _ready(folder: Path) -> list[str]:
    """Return the stamps of restores that are decided and not yet done."""
    return [path.name.removeprefix(_READY) for path in sorted(folder.glob(f"{_READY}*"))]


def _move_into_place(folder: Path, stamp: str) -> Path:
    """Move what is ready into place, and what is there aside. Killed between any two steps, it can be done again."""
    ready, aside = folder / (_READY + stamp), folder / (_ASIDE + stamp)
    for name in (DATABASE, KEY):
        if not (ready / name).exists():  # it is in place already, or was not in the backup
            continue
        # A log of the old database would be applied to the new one.
        for old in (f"{name}-wal", f"{name}-shm", name):
            if (folder / old).exists():
                (folder / old).rename(aside / old)
        (ready / name).rename(folder / name)
    sync(folder)
    ready.rmdir()
    return aside


def _locked(folder: Path, *, shared: bool, wait: bool = False, name: str = _LOCK) -> int | None:
    """Return the descriptor of the lock file once it is locked, or None if another process has it otherwise."""
    import fcntl  # Windows has none

    descriptor = os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
