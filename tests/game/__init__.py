"""Tests of the game as people and scripts use it."""
