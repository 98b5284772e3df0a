"""Lines that benchmarks print, each at once: some take minutes."""

import sys


def say(line: str = "") -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def say_figure(name: str, figure: float, unit: str) -> None:
    """Print a figure with its name and unit."""
    say(f"{name:<58}{figure:14,.2f} {unit}")
