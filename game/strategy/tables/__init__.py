"""Computed data (`*.npz`, read by `game/strategy/stored.py`) and the programs that make it.

`python -m game.strategy.tables` makes them all again.
"""
