"""The programs that make the computed tables of `game/strategy/tables`, one for each, and their tests.

`python -m tests.tables` makes all of them again.
"""
