"""Finds Chromium. Its two programs render pages alike, but the one without windows takes a third of the time."""

from shutil import which


def chromium() -> str | None:
    """Return where the program is, or nothing where none is installed."""
    return which("chromium-headless-shell") or which("chromium")
