"""Tests of `game.words`."""
