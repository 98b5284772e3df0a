"""Tests of `game.after`."""
